/** The dialogs of the Lab: each is fetched when somebody opens it for the first time. */
import type { ReactElement } from 'react';

import { useLab } from '../core/lab/store.ts';
import { OnDemand } from '../core/parts.tsx';
import { closeEditor, useEditor } from '../features/form/store.ts';
import { lessonsPart } from '../features/lessons/Lessons.tsx';
import { useLessons } from '../features/lessons/store.ts';
import { useReport } from '../features/report/store.ts';
import { useSlow } from '../features/slow/store.ts';
import { useTour } from '../features/tour/store.ts';
import {
  countersPart,
  editorPart,
  keysPart,
  reportPart,
  searchPart,
  slowPart,
  tourPart,
} from './parts.ts';

const hide = {
  counters: () => useLab.setState({ countersShown: false }),
  search: () => useLab.setState({ searchShown: false }),
  keys: () => useLab.setState({ keysShown: false }),
  report: () => useReport.setState({ shown: false }),
  lessons: () => useLessons.setState({ listShown: false }),
  // What opens these is fetched with them.
  tour: () => undefined,
  slow: () => undefined,
};

/** All of them. */
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
