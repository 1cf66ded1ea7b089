/** Renders the Results page and starts its session. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { idle } from '../../base/page.ts';
import { startTheme } from '../../base/theme.ts';
import { routeOf } from '../../core/link/results-route.ts';
import { seekRow, session } from '../../features/results/session.ts';
import { useResults } from '../../features/results/store.ts';
import { ResultsPage } from '../../features/results/ui/ResultsPage.tsx';

const root = document.getElementById('root');
if (root === null) {
  throw new Error('results.html has no element with the id "root"');
}

startTheme();
createRoot(root).render(
  <StrictMode>
    <ResultsPage />
  </StrictMode>,
);
window.addEventListener('hashchange', () => {
  useResults.setState({ route: routeOf(window.location.hash) });
  seekRow();
});
window.addEventListener('pagehide', () => session.cancel());
await session.start();
// Runs take long, and the files of this version must remain available meanwhile.
await idle();
const { startOffline } = await import('../offline/start.ts');
await startOffline();
