/** The page. */
import { useEffect, type ReactElement } from 'react';

import { LANES } from '../lab/lanes.ts';
import { lab } from '../lab/lab.ts';
import { useLab } from '../lab/store.ts';
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
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(lab, event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <div className="app">
      <Header />
      {ready ? <MechanismPanel /> : <div className="side side-left" />}
      <main className="centre">
        <NoticeMessage />
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
      <SlowMotion />
    </div>
  );
}
