/** Where the lanes part, and the life of one page: fetched when there is something to tell. */
import { Part } from '../../core/parts.tsx';

export const divergencePart = new Part(
  'The search for where the lanes part',
  () => import('./DivergenceNote.tsx'),
);
export const pinnedPart = new Part('The life of a page', () => import('./PinnedPage.tsx'));
