/** What selects a stretch of time, fetched for who points at a chart. */
import { Part } from '../../core/parts/part.ts';

export const brushPart = new Part(
  'Selecting a stretch of time in a chart',
  () => import('./brush.ts'),
);
