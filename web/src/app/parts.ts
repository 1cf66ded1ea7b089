/**
 * What the first run does without, collected from the features: fetched ahead, in this order, in idle moments. What
 * only the dialogs show is declared here, and offered to the features that do not know it.
 */
import { idle } from '../base/page.ts';
import { offer, ask, documentsPart, Part } from '../core/parts.tsx';
import { largeTypePart } from '../core/type-size.ts';
import { chartsPart } from '../features/charts/ChangesPanel.tsx';
import { divergencePart, pinnedPart } from '../features/decisions/feature.ts';
import { devicePart } from '../features/device/feature.ts';
import { failurePart } from '../features/failure/Messages.tsx';
import { openEditor } from '../features/form/store.ts';
import { guidePart } from '../features/guide/LaneCaption.tsx';
import { messagesPart } from '../features/keep/Kept.tsx';
import { lessonsPart } from '../features/lessons/Lessons.tsx';
import { closePart } from '../features/map/MapSurface.tsx';
import { useReport } from '../features/report/store.ts';
import { filesPart } from '../features/scenarios/ScenarioPicker.tsx';
import { verdictPart } from '../features/sharing/Share.tsx';
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

/** The editor of the scenario, as a form and as JSON, fetched for who opens it. */
export const editorPart = new Part(
  'The editor of the scenario',
  () => import('../features/form/Editor.tsx'),
);

/** The report, fetched for who opens it. */
export const reportPart = new Part(
  'The report',
  () => import('../features/report/ReportDialog.tsx'),
);

/** Slow motion, fetched for who opens it. */
export const slowPart = new Part('Slow motion', () => import('../features/slow/ui/SlowMotion.tsx'));

/** The tour, fetched for who takes it. */
export const tourPart = new Part('The tour', () => import('../features/tour/Tour.tsx'));

offer('scenario-form', () => openEditor('form'));
offer('scenario-json', () => openEditor('json'));
offer('report', () => useReport.setState({ shown: true }));
offer('slow-motion', () => void ask(slowPart).then((part) => part?.slow.open()));
offer('tour', () => void ask(tourPart).then((part) => part?.startTour()));

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
