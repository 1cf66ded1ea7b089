/** What the first run does without, collected from the features: fetched ahead, in this order, in idle moments. */
import { idle } from '../base/page.ts';
import { documentsPart } from '../core/parts/documents.ts';
import { Part } from '../core/parts/part.ts';
import { largeTypePart } from '../core/type-size.ts';
import { chartsPart } from '../features/charts/feature.ts';
import { countersPart } from '../features/counters/feature.ts';
import { divergencePart, pinnedPart } from '../features/decisions/feature.ts';
import { devicePart } from '../features/device/feature.ts';
import { failurePart } from '../features/failure/feature.ts';
import { editorPart } from '../features/form/feature.ts';
import { guidePart } from '../features/guide/feature.ts';
import { keysPart } from '../features/help/feature.ts';
import { messagesPart } from '../features/keep/feature.ts';
import { lessonsPart } from '../features/lessons/Lessons.tsx';
import { closePart } from '../features/map/feature.ts';
import { reportPart } from '../features/report/feature.ts';
import { filesPart } from '../features/scenarios/feature.ts';
import { searchPart } from '../features/search/feature.ts';
import { verdictPart } from '../features/sharing/feature.ts';
import { slowPart } from '../features/slow/feature.ts';
import { tourPart } from '../features/tour/feature.ts';
import { expertPart } from '../features/transport/feature.ts';
import { scenariosPart } from './scenarios.ts';

/** What keeps the app in this browser. */
export const offlinePart = new Part(
  'What keeps the app in this browser',
  () => import('./offline/start.ts'),
);

const parts: readonly Part<unknown>[] = [
  chartsPart,
  failurePart,
  documentsPart,
  offlinePart,
  devicePart,
  expertPart,
  divergencePart,
  closePart,
  messagesPart,
  largeTypePart,
  verdictPart,
  guidePart,
  scenariosPart,
  filesPart,
  editorPart,
  tourPart,
  lessonsPart,
  countersPart,
  pinnedPart,
  searchPart,
  slowPart,
  reportPart,
  keysPart,
];

/** Fetches one part after another: whoever asks for one later has it at once. */
export async function fetchAhead(): Promise<void> {
  for (const part of parts) {
    await idle();
    // Whoever asks for it tries again, and is told then.
    await part.load().catch(() => undefined);
  }
}
