/** The dialogs of the Lab: each is fetched when somebody opens it for the first time. */
import type { ReactElement } from 'react';

import { useLab } from '../lab/store.ts';
import { useLessons } from '../lessons/store.ts';
import { OnDemand } from '../parts/OnDemand.tsx';
import { parts } from '../parts/parts.ts';
import { useReport } from '../report/store.ts';
import { useSlow } from '../slow/store.ts';
import { useTour } from '../tour/store.ts';

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
  return (
    <>
      <OnDemand part={parts.counters} wanted={countersShown} giveUp={hide.counters}>
        {({ CountersDialog }) => <CountersDialog />}
      </OnDemand>
      <OnDemand part={parts.search} wanted={searchShown} giveUp={hide.search}>
        {({ SearchDialog }) => <SearchDialog />}
      </OnDemand>
      <OnDemand part={parts.keys} wanted={keysShown} giveUp={hide.keys}>
        {({ KeysDialog }) => <KeysDialog />}
      </OnDemand>
      <OnDemand part={parts.report} wanted={reportShown} giveUp={hide.report}>
        {({ ReportDialog }) => <ReportDialog />}
      </OnDemand>
      <OnDemand part={parts.lessons} wanted={listShown} giveUp={hide.lessons}>
        {({ LearnDialog }) => <LearnDialog />}
      </OnDemand>
      <OnDemand part={parts.tour} wanted={touring} giveUp={hide.tour}>
        {({ Tour }) => <Tour />}
      </OnDemand>
      <OnDemand part={parts.slow} wanted={slowShown} giveUp={hide.slow}>
        {({ SlowMotion }) => <SlowMotion />}
      </OnDemand>
    </>
  );
}
