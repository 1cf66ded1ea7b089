/** The page. */
import { useEffect, type ReactElement } from 'react';

import { DropTarget } from '../files/DropTarget.tsx';
import { KeepMessages } from '../keep/KeepMessages.tsx';
import { FirstMinute } from '../guide/FirstMinute.tsx';
import { LANES } from '../lab/lanes.ts';
import { lab } from '../lab/lab.ts';
import { useLab } from '../lab/store.ts';
import { useLessons } from '../lessons/store.ts';
import { LearnDialog } from '../lessons/ui/LearnDialog.tsx';
import { LeftLesson } from '../lessons/ui/LeftLesson.tsx';
import { LessonPanel } from '../lessons/ui/LessonPanel.tsx';
import { ReportDialog } from '../report/ReportDialog.tsx';
import { Tour } from '../tour/Tour.tsx';
import { SlowMotion } from '../slow/ui/SlowMotion.tsx';
import { ChangesPanel } from './ChangesPanel.tsx';
import { CountersDialog } from './CountersDialog.tsx';
import { DecisionsCard } from './DecisionsCard.tsx';
import { Header } from './Header.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { LaneCard } from './LaneCard.tsx';
import { MechanismPanel } from './MechanismPanel.tsx';
import { PinnedPage } from './PinnedPage.tsx';
import { FailureMessage, NoticeMessage } from './Messages.tsx';
import { SearchDialog } from './SearchDialog.tsx';
import { TasksCard } from './TasksCard.tsx';
import { Transport } from './Transport.tsx';
import { onKey } from './keys.ts';

/** Everything on the page. */
export function App(): ReactElement {
  const ready = useLab((state) => state.scenario !== null);
  const pin = useLab((state) => state.pin);
  const failed = useLab((state) => state.failure !== null);
  const learning = useLessons((state) => state.lesson !== null);
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(lab, event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <div className={learning ? 'app has-lesson' : 'app'}>
      <Header />
      <LessonPanel />
      {ready ? <MechanismPanel /> : <div className="side side-left" />}
      <main className="centre">
        {ready && !learning && <FirstMinute />}
        <LeftLesson />
        <NoticeMessage />
        <KeepMessages />
        <FailureMessage />
        {ready && !failed && LANES.map((lane) => <LaneCard key={lane} lane={lane} />)}
        {ready && !failed && (
          <div className={pin ? 'pair pair-pinned' : 'pair'}>
            <TasksCard />
            {pin ? <PinnedPage pin={pin} /> : <DecisionsCard />}
          </div>
        )}
        {!ready && !failed && <p className="loading">Loading the engine…</p>}
      </main>
      {ready ? <ChangesPanel /> : <div className="side side-right" />}
      <Transport />
      <CountersDialog />
      <SearchDialog />
      <KeysDialog />
      <DropTarget />
      <ReportDialog />
      <LearnDialog />
      <Tour />
      <SlowMotion />
    </div>
  );
}
