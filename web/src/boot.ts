/**
 * Starts the Lab: the engine and the workers of the lanes load while React and the components, which take longer, are
 * fetched and evaluated.
 */
import './ui/styles/tokens.css';
import './ui/styles/base.css';
import './ui/styles/layout.css';
import './ui/styles/picker.css';
import './ui/styles/mechanisms.css';
import './ui/styles/lane.css';
import './ui/styles/map.css';
import './ui/styles/tasks.css';
import './ui/styles/changes.css';
import './ui/styles/transport.css';
import './ui/styles/keep.css';
import './ui/styles/guide.css';
import './ui/styles/touch.css';

import { embedded } from './embed/embedded.ts';
import { startLaneWorkers } from './engine/lane-worker.ts';
import { compileAhead } from './engine/wasm.ts';
import { loadPage } from './load-page.ts';
import { rememberedTheme, showTheme } from './theme/chosen.ts';

compileAhead();
startLaneWorkers();
showTheme(rememberedTheme());
if (embedded) {
  // The static page has the Lab's header, which a frame does not show.
  document.getElementById('root')?.replaceChildren();
}
void loadPage(import('./main.tsx'));
