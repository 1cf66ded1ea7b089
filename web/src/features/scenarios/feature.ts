/** What opens files, fetched for who asks for it. */
import { Part } from '../../core/parts/part.ts';

export const filesPart = new Part('What opens files', () => import('./open.ts'));
