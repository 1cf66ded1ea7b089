/** What of the left side is not needed before the Lab runs. */
import { Part } from '../../core/parts/part.ts';

export const patchesPart = new Part('The list of patches', () => import('./part.ts'));
