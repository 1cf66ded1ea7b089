/** The Lab page. */
import {
  Fragment,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
  type ReactElement,
} from 'react';
import { openingScenario, startOver } from '../core/gallery/gallery.ts';
import { lab } from '../core/lab/lab.ts';
import { LANES } from '../core/lab/lanes.ts';
import { unfold, useLab, useUnfolded } from '../core/lab/store.ts';
import { useAfterFirstRun } from '../core/lab/use-lab.ts';
import { ask, OnDemand, Part } from '../core/parts.tsx';
import { ChangesPanel } from '../features/charts/ChangesPanel.tsx';
import { Pinned } from '../features/decisions/feature.tsx';
import { FailureMessage, NoticeMessage } from '../features/failure/Messages.tsx';
import { ChangedLine, LaneCaption, Question } from '../features/guide/Question.tsx';
import { Kept } from '../features/keep/Kept.tsx';
import { AfterLesson, Lesson } from '../features/lessons/Lessons.tsx';
import { useLessons } from '../features/lessons/store.ts';
import { LaneCard } from '../features/map/LaneCard.tsx';
import { MechanismPanel } from '../features/mechanisms/MechanismPanel.tsx';
import { FromRow } from '../features/published-row/FromRow.tsx';
import { LinkVerdict, Share } from '../features/sharing/Share.tsx';
import { MachineSliders } from '../features/sliders/MachineSliders.tsx';
import { Transport } from '../features/transport/Transport.tsx';
import { PageLegend } from '../widgets/Legend.tsx';
import { Dialogs, scenariosPart } from './parts.tsx';
import { onKey } from './keys.ts';
import { DropTarget, ScenarioPicker } from '../features/scenarios/ScenarioPicker.tsx';
import { TopBar } from '../widgets/TopBar.tsx';

export function App(): ReactElement {
  const ready = useLab((state) => state.scenario !== null);
  const failed = useLab((state) => state.failure !== null);
  const learning = useLessons((state) => state.lesson !== null);
  // A layout effect, like all key listeners: a key may be pressed before an ordinary effect runs.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(lab, event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  const sides = useSides(ready);
  return (
    <div className={learning ? 'app has-lesson' : 'app'}>
      <Header />
      <div className="left-column">
        <Lesson />
        {sides ? <MechanismPanel /> : <div className="side side-left" />}
      </div>
      <main className="centre" id="main" tabIndex={-1}>
        {ready && !learning && <Question share={<Share quiet />} />}
        {ready && <FromRow hidden={learning} />}
        <AfterLesson />
        {ready && <MachineSliders onVary={varyDirtyRatio} />}
        {ready && !learning && <ChangedLine />}
        <NoticeMessage />
        <Kept />
        <FailureMessage />
        {ready &&
          LANES.map((lane) => (
            <Fragment key={lane}>
              <LaneCard lane={lane} />
              <LaneCaption lane={lane} />
            </Fragment>
          ))}
        {ready && <Details />}
        {!ready && !failed && <p className="loading">Loading the engine…</p>}
      </main>
      {sides ? <ChangesPanel /> : <div className="side side-right" />}
      <Pinned />
      <Transport />
      <Dialogs />
      <DropTarget />
    </div>
  );
}

/**
 * Whether the columns beside the maps are rendered. They are rendered after the maps, so that the run can be played and
 * paused sooner.
 */
function useSides(ready: boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    startTransition(() => setShown(ready));
  }, [ready]);
  return shown;
}

const varyDirtyRatio = () =>
  void ask(scenariosPart).then((part) => part?.startStudy('dirty_ratio'));

const learn = () => useLessons.setState({ listShown: true });

function Header(): ReactElement {
  const scenario = useLab((state) => state.scenario);
  // The button that starts over appears once the user has changed something or opened another scenario.
  const begun = useLab((state) => state.undoes !== null || state.opened !== openingScenario);
  return (
    <TopBar part="lab" onLearn={learn} onStart={begun ? startOver : null}>
      {scenario && <ScenarioPicker scenario={scenario} part={scenariosPart} />}
      <PageLegend />
      <LinkVerdict />
      <Share />
    </TopBar>
  );
}

const detailsPart = new Part('Tasks, device and decisions', () => import('./DetailsPair.tsx'));

const fold = () => unfold('details', false);

/** Renders the foldable section with tasks, device and decisions. */
function Details(): ReactElement {
  const open = useUnfolded((state) => state.details);
  // The panels are fetched in advance after the first run has started, because a lesson or the tour may unfold them.
  // While folded, they are not rendered.
  const begun = useAfterFirstRun();
  return (
    <details
      className="details"
      open={open}
      onToggle={({ currentTarget }) => unfold('details', currentTarget.open)}
    >
      <summary>Tasks, device and decisions</summary>
      <OnDemand part={detailsPart} wanted={open || begun} giveUp={fold}>
        {({ DetailsPair }) => open && <DetailsPair />}
      </OnDemand>
    </details>
  );
}
