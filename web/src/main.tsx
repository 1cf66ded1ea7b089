import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

import init, { version } from './engine/pkg/reclaim';

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element with the id "root"');

await init();

createRoot(root).render(
  <StrictMode>
    <h1>Reclaim Lab</h1>
    <p>Engine {version()}</p>
  </StrictMode>,
);
