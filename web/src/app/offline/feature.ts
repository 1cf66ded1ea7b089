/** What keeps the app in this browser, fetched once it runs. */
import { Part } from '../../core/parts/part.ts';

export const offlinePart = new Part(
  'What keeps the app in this browser',
  () => import('./start.ts'),
);
