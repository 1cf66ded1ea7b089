/** Tasks, devices and decisions: folded until somebody wants them, or has pinned a page. */
import { useEffect, useState, type ReactElement } from 'react';

import { idle } from '../base/page.ts';
import { useLab } from '../core/lab/store.ts';
import { unfold, useUnfolded } from '../core/lab/unfolded.ts';
import { OnDemand } from '../core/parts/OnDemand.tsx';
import { firstRun } from '../core/parts/first-run.ts';
import { Part } from '../core/parts/part.ts';

const detailsPart = new Part('Tasks, device and decisions', () => import('./DetailsPair.tsx'));

const fold = () => unfold('details', false);

/** The line that unfolds them, and they. */
export function Details(): ReactElement {
  const pinned = useLab((state) => state.pin !== null);
  const unfolded = useUnfolded((state) => state.details);
  const open = unfolded || pinned;
  // Later they are there before anybody asks: a lesson or the tour may unfold them.
  const [begun, setBegun] = useState(false);
  useEffect(() => {
    void firstRun()
      .then(idle)
      .then(() => setBegun(true));
  }, []);
  return (
    <details
      className="details"
      open={open}
      onToggle={({ currentTarget }) => {
        if (!pinned) {
          unfold('details', currentTarget.open);
        }
      }}
    >
      <summary>Tasks, device and decisions</summary>
      <OnDemand part={detailsPart} wanted={open || begun} giveUp={fold}>
        {({ DetailsPair }) => <DetailsPair pinned={pinned} />}
      </OnDemand>
    </details>
  );
}
