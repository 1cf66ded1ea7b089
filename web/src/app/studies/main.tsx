/** Renders the Studies page and starts its session. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import { idle } from '../../base/page.ts';
import { startTheme } from '../../base/theme.ts';
import { session, watchAddress } from '../../features/studies/session.ts';
import { StudiesPage } from '../../features/studies/ui/StudiesPage.tsx';

const root = document.getElementById('root');
if (root === null) {
  throw new Error('studies.html has no element with the id "root"');
}

startTheme();
createRoot(root).render(
  <StrictMode>
    <StudiesPage />
  </StrictMode>,
);
watchAddress();
await session.start();
// A study takes long, and the files of this version must remain available meanwhile.
await idle();
const { startOffline } = await import('../offline/start.ts');
await startOffline();
