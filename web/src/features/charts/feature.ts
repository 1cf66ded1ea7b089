/** What draws charts and lets a stretch of time be selected in them: an empty panel stands until it is there. */
import { Part } from '../../core/parts/part.ts';

export const chartsPart = new Part('What draws the charts', () => import('./part.ts'));
