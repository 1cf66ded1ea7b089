/** The published figures of a row whose scenario was opened from the Results page. */
import { Part } from '../../core/parts/part.ts';

export const rowPart = new Part('The published figures', () => import('./part.ts'));
