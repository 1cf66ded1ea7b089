/**
 * Starts the Lab: the engine and the lanes' workers load while React and the components, which take longer, are fetched
 * and evaluated.
 */
import '../base/styles/tokens.css';
import '../base/styles/base.css';
import './layout.css';
import '../features/scenarios/picker.css';
import '../features/mechanisms/mechanisms.css';
import '../features/map/lane.css';
import '../features/charts/changes.css';
import '../features/transport/transport.css';
import '../features/guide/guide.css';
import '../base/styles/touch.css';
import { embedded, loadPage, rememberedTheme, showTheme } from '../base/page.ts';
import { startLaneWorkers } from '../engine/lane-worker.ts';
import { compileAhead } from '../engine/wasm.ts';

compileAhead();
startLaneWorkers();
showTheme(rememberedTheme());
if (embedded) {
  // Remove the static page: it shows the Lab's header, which an embedded page does not have.
  document.getElementById('root')?.replaceChildren();
}
void loadPage(import('./main.tsx'));
