/** The verdict on a link, fetched when there is one. */
import { Part } from '../../core/parts/part.ts';

export const verdictPart = new Part('The verdict on this link', () => import('./VerdictMark.tsx'));
