/** Starts the Results page. */
import '../ui/styles/tokens.css';
import '../ui/styles/base.css';
import '../ui/styles/layout.css';
import '../ui/styles/touch.css';
import './ui/styles/results.css';
import './ui/styles/figures.css';
import './ui/styles/runs.css';

import { createRoot } from 'react-dom/client';

import { idle } from '../parts/idle.ts';
import { startTheme } from '../theme/theme.ts';
import { routeOf } from './route.ts';
import { session } from './session.ts';
import { useResults } from './store.ts';
import { ResultsPage } from './ui/ResultsPage.tsx';

const root = document.getElementById('root');
if (root === null) {
  throw new Error('results.html has no element with the id "root"');
}

startTheme();
createRoot(root).render(<ResultsPage />);
window.addEventListener('hashchange', () => {
  useResults.setState({ route: routeOf(window.location.hash) });
});
window.addEventListener('pagehide', () => session.cancel());
await session.start();
// A run takes long: nobody may take this version away meanwhile.
await idle();
const { startOffline } = await import('../offline/start.ts');
await startOffline();
