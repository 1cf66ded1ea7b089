/** The page. */
import { useLayoutEffect, type ReactElement } from 'react';

import { lab } from '../core/lab/lab.ts';
import { LANES } from '../core/lab/lanes.ts';
import { useLab } from '../core/lab/store.ts';
import { ChangesPanel } from '../features/charts/ChangesPanel.tsx';
import { Decisions } from '../features/decisions/Decisions.tsx';
import { TasksCard } from '../features/device/TasksCard.tsx';
import { FailureMessage, NoticeMessage } from '../features/failure/Messages.tsx';
import { FirstMinute } from '../features/guide/FirstMinute.tsx';
import { Kept } from '../features/keep/Kept.tsx';
import { AfterLesson, Lesson } from '../features/lessons/Lessons.tsx';
import { useLessons } from '../features/lessons/store.ts';
import { LaneCard } from '../features/map/LaneCard.tsx';
import { MechanismPanel } from '../features/mechanisms/MechanismPanel.tsx';
import { DropTarget } from '../features/scenarios/DropTarget.tsx';
import { MachineSliders } from '../features/sliders/MachineSliders.tsx';
import { Transport } from '../features/transport/Transport.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Header } from './Header.tsx';
import { onKey } from './keys.ts';

/** Everything on the page. */
export function App(): ReactElement {
  const ready = useLab((state) => state.scenario !== null);
  const failed = useLab((state) => state.failure !== null);
  const learning = useLessons((state) => state.lesson !== null);
  // Before the next frame, as all that hears keys: somebody types while an effect waits for its turn.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(lab, event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <div className={learning ? 'app has-lesson' : 'app'}>
      <Header />
      <Lesson />
      {ready ? <MechanismPanel /> : <div className="side side-left" />}
      <main className="centre">
        {ready && !learning && <FirstMinute />}
        <AfterLesson />
        <NoticeMessage />
        <Kept />
        <FailureMessage />
        {ready && <MachineSliders />}
        {ready && LANES.map((lane) => <LaneCard key={lane} lane={lane} />)}
        {ready && (
          <div className="pair">
            <TasksCard />
            <Decisions />
          </div>
        )}
        {!ready && !failed && <p className="loading">Loading the engine…</p>}
      </main>
      {ready ? <ChangesPanel /> : <div className="side side-right" />}
      <Transport />
      <Dialogs />
      <DropTarget />
    </div>
  );
}
