/** What guides through a run and is not needed for its first picture. */
import { Part } from '../../core/parts/part.ts';

export const guidePart = new Part('The outcome of a run', () => import('./part.ts'));
