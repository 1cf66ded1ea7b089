/** The Studies page's components and its studies. */
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
// A study takes long: nobody may take this version away meanwhile.
await idle();
const { startOffline } = await import('../offline/start.ts');
await startOffline();
