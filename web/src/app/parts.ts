/** What the first run does without, collected from the features: fetched ahead, in this order, in idle moments. */
import { idle } from '../base/page.ts';
import { documentsPart, Part } from '../core/parts/part.tsx';
import { largeTypePart } from '../core/type-size.ts';
import { chartsPart } from '../features/charts/ChangesPanel.tsx';
import { divergencePart, pinnedPart } from '../features/decisions/feature.ts';
import { devicePart } from '../features/device/feature.ts';
import { failurePart } from '../features/failure/Messages.tsx';
import { editorPart } from '../features/form/feature.ts';
import { guidePart } from '../features/guide/LaneCaption.tsx';
import { messagesPart } from '../features/keep/Kept.tsx';
import { lessonsPart } from '../features/lessons/Lessons.tsx';
import { closePart } from '../features/map/MapSurface.tsx';
import { reportPart } from '../features/report/feature.ts';
import { filesPart } from '../features/scenarios/DropTarget.tsx';
import { verdictPart } from '../features/sharing/LinkVerdict.tsx';
import { slowPart } from '../features/slow/feature.ts';
import { tourPart } from '../features/tour/feature.ts';
import { expertPart } from '../features/transport/Transport.tsx';

/** What keeps the app in this browser. */
export const offlinePart = new Part(
  'What keeps the app in this browser',
  () => import('./offline/start.ts'),
);

/** The table of counters, fetched for who opens it. */
export const countersPart = new Part(
  'The table of counters',
  () => import('../features/counters/CountersDialog.tsx'),
);

/** The list of keys, fetched for who opens it. */
export const keysPart = new Part(
  'The list of keys',
  () => import('../features/help/KeysDialog.tsx'),
);

/** The search, fetched for who searches. */
export const searchPart = new Part(
  'The search',
  () => import('../features/search/SearchDialog.tsx'),
);

/** The list of scenarios, fetched for who asks for it: it has what starts studies, which is another feature's. */
export const scenariosPart = new Part('The list of scenarios', () => import('./Scenarios.tsx'));

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
