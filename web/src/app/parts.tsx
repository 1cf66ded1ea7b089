/**
 * The parts that the first run does not need, collected from the features: they are fetched in this order when the
 * browser is idle. Parts that only dialogs show are declared here and offered to other features, which do not import
 * them. At the end are the dialogs; each is fetched when it is opened for the first time.
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

/** Registers the service worker. */
export const offlinePart = new Part('The code for offline use', () => import('./offline/start.ts'));

/** The table of counters, fetched on demand. */
const countersPart = new Part(
  'The table of counters',
  () => import('../features/counters/CountersDialog.tsx'),
);

/** The list of keyboard shortcuts, fetched on demand. */
const keysPart = new Part(
  'The list of keyboard shortcuts',
  () => import('../features/help/KeysDialog.tsx'),
);

/** The search, fetched on demand. */
const searchPart = new Part('The search', () => import('../features/search/SearchDialog.tsx'));

/**
 * The list of scenarios, fetched on demand. It is in app/ because it includes the form that starts studies, which
 * belongs to another feature.
 */
export const scenariosPart = new Part('The list of scenarios', () => import('./Scenarios.tsx'));

/** The editor of the scenario, as a form and as JSON, fetched on demand. */
const editorPart = new Part('The scenario editor', () => import('../features/form/Editor.tsx'));

/** The report, fetched on demand. */
const reportPart = new Part('The report', () => import('../features/report/ReportDialog.tsx'));

/** Slow motion, fetched on demand. */
const slowPart = new Part('Slow motion', () => import('../features/slow/ui/SlowMotion.tsx'));

/** The tour, fetched on demand. */
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

/** Prefetches one part after another, so that each opens at once later. */
export async function fetchAhead(): Promise<void> {
  for (const part of parts) {
    await idle();
    // Ignore errors here: opening the part tries again, and reports the error.
    await part.load().catch(() => undefined);
  }
}

const hide = {
  counters: () => useLab.setState({ countersShown: false }),
  search: () => useLab.setState({ searchShown: false }),
  keys: () => useLab.setState({ keysShown: false }),
  report: () => useReport.setState({ shown: false }),
  lessons: () => useLessons.setState({ listShown: false }),
  // The code that opens these two dialogs is fetched with them, so there is no state to reset if they cannot be
  // fetched.
  tour: () => undefined,
  slow: () => undefined,
};

/** Renders the open dialogs of the Lab. */
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
