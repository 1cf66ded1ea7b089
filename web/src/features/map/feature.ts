/** What tells of single frames, fetched for who comes close. */
import { Part } from '../../core/parts/part.ts';

export const closePart = new Part('The names of page frames', () => import('./part.ts'));
