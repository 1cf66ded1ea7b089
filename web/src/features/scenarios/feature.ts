/** The list of scenarios and what opens files, fetched for who asks for them. */
import { Part } from '../../core/parts/part.ts';

export const scenariosPart = new Part(
  'The list of scenarios',
  () => import('./ScenariosDialog.tsx'),
);
export const filesPart = new Part('What opens files', () => import('./open.ts'));
