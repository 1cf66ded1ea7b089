/** The charts: their places stand empty until the machines run. */
import { Part } from '../../core/parts/part.ts';

export const chartsPart = new Part('The charts', () => import('./part.ts'));
