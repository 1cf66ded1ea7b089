/**
 * What the first run does without, collected from the features: fetched ahead, in this order, in idle moments. What only the dialogs
 * show is declared here, and offered to the features that do not know it; below are the dialogs, each of which is fetched when
 * somebody opens it for the first time.
 */
import type { ReactElement } from 'react';

import { idle } from '../base/page.ts';
import { useLab } from '../core/lab/store.ts';
import { offer, ask, documentsPart, Part, OnDemand } from '../core/parts.tsx';
import { largeTypePart } from '../core/type-size.ts';
import { chartsPart } from '../features/charts/ChangesPanel.tsx';
import { divergencePart, pinnedPart } from '../features/decisions/feature.tsx';
import { devicePart } from '../features/device/feature.ts';
import { failurePart } from '../features/failure/Messages.tsx';
import { openEditor, closeEditor, useEditor } from '../features/form/store.ts';
import { guidePart } from '../features/guide/Question.tsx';
import { messagesPart } from '../features/keep/Kept.tsx';
import { lessonsPart } from '../features/lessons/Lessons.tsx';
import { useLessons } from '../features/lessons/store.ts';
import { closePart } from '../features/map/MapSurface.tsx';
import { useReport } from '../features/report/store.ts';
import { filesPart } from '../features/scenarios/ScenarioPicker.tsx';
import { verdictPart } from '../features/sharing/Share.tsx';
import { useSlow } from '../features/slow/store.ts';
import { useTour } from '../features/tour/store.ts';
import { expertPart } from '../features/transport/Transport.tsx';

/** What keeps the app in this browser. */
export const offlinePart = new Part('The code for offline use', () => import('./offline/start.ts'));

/** The table of counters, fetched for who opens it. */
const countersPart = new Part(
  'The table of counters',
  () => import('../features/counters/CountersDialog.tsx'),
);

/** The list of keys, fetched for who opens it. */
const keysPart = new Part('The list of keys', () => import('../features/help/KeysDialog.tsx'));

/** The search, fetched for who searches. */
const searchPart = new Part('The search', () => import('../features/search/SearchDialog.tsx'));

/** The list of scenarios, fetched for who asks for it: it has what starts studies, which is another feature's. */
export const scenariosPart = new Part('The list of scenarios', () => import('./Scenarios.tsx'));

/** The editor of the scenario, as a form and as JSON, fetched for who opens it. */
const editorPart = new Part(
  'The editor of the scenario',
  () => import('../features/form/Editor.tsx'),
);

/** The report, fetched for who opens it. */
const reportPart = new Part('The report', () => import('../features/report/ReportDialog.tsx'));

/** Slow motion, fetched for who opens it. */
const slowPart = new Part('Slow motion', () => import('../features/slow/ui/SlowMotion.tsx'));

/** The tour, fetched for who takes it. */
const tourPart = new Part('The tour', () => import('../features/tour/Tour.tsx'));

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

const hide = {
  counters: () => useLab.setState({ countersShown: false }),
  search: () => useLab.setState({ searchShown: false }),
  keys: () => useLab.setState({ keysShown: false }),
  report: () => useReport.setState({ shown: false }),
  lessons: () => useLessons.setState({ listShown: false }),
  // The code that opens these parts is fetched together with them.
  tour: () => undefined,
  slow: () => undefined,
};

/** All dialogs of the Lab. */
export function Dialogs(): ReactElement {
  const countersShown = useLab((state) => state.countersShown);
  const searchShown = useLab((state) => state.searchShown);
  const keysShown = useLab((state) => state.keysShown);
  const reportShown = useReport((state) => state.shown);
  const listShown = useLessons((state) => state.listShown);
  const touring = useTour((state) => state.stop !== null);
  const slowShown = useSlow((state) => state.shown);
  const editorShown = useEditor((state) => state.shown);
  return (
    <>
      <OnDemand part={countersPart} wanted={countersShown} giveUp={hide.counters}>
        {({ CountersDialog }) => <CountersDialog />}
      </OnDemand>
      <OnDemand part={searchPart} wanted={searchShown} giveUp={hide.search}>
        {({ SearchDialog }) => <SearchDialog />}
      </OnDemand>
      <OnDemand part={keysPart} wanted={keysShown} giveUp={hide.keys}>
        {({ KeysDialog }) => <KeysDialog />}
      </OnDemand>
      <OnDemand part={reportPart} wanted={reportShown} giveUp={hide.report}>
        {({ ReportDialog }) => <ReportDialog />}
      </OnDemand>
      <OnDemand part={editorPart} wanted={editorShown} giveUp={closeEditor}>
        {({ Editor }) => <Editor />}
      </OnDemand>
      <OnDemand part={lessonsPart} wanted={listShown} giveUp={hide.lessons}>
        {({ LearnDialog }) => <LearnDialog />}
      </OnDemand>
      <OnDemand part={tourPart} wanted={touring} giveUp={hide.tour}>
        {({ Tour }) => <Tour />}
      </OnDemand>
      <OnDemand part={slowPart} wanted={slowShown} giveUp={hide.slow}>
        {({ SlowMotion }) => <SlowMotion />}
      </OnDemand>
    </>
  );
}
