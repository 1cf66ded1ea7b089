/** What starts a study of the run that the Lab shows. */
import { Part } from '../../../core/parts/part.ts';

export const studyStartsPart = new Part(
  'What starts a study of this run',
  () => import('./StudyStarts.tsx'),
);
