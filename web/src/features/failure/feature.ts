/** What tells of a failure, fetched first of all: later there may be no server. */
import { Part } from '../../core/parts/part.ts';

export const failurePart = new Part(
  'The report of what has stopped',
  () => import('./FailureScreen.tsx'),
);
