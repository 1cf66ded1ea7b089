/** What the run had come to before it was changed, to hold against what is shown now. */
import type { ReactElement } from 'react';

import { formatMebibytes, formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { useTick } from '../../core/time.ts';

/** Both lanes of a run. */
export type Run = Readonly<Record<LaneId, LaneState>>;

/** The line; nothing before the first change of a run. */
export function BeforeChange(): ReactElement | null {
  useTick('text');
  // A change that is still being computed has nothing to be compared with.
  const goes = useLab((state) => state.goalNs !== null);
  const { earlier } = lab.lanes;
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  if (goes || !earlier || !a || !b) {
    return null;
  }
  const words = beforeWords(earlier, { a, b }, lab.lanes.nowNs());
  return words === null ? null : <p className="run-before">{words}</p>;
}

/** How a run stood before a change, at the moment of the run after it; null where it was not seen so far. */
export function beforeWords(earlier: Run, now: Run, nowNs: number): string | null {
  if (LANES.every((lane) => now[lane].finished)) {
    const { a, b } = earlier;
    return a.endedNs === null || b.endedNs === null
      ? null
      : `Before the change: A took ${formatSeconds(a.endedNs)}, B ${formatSeconds(b.endedNs)}.`;
  }
  const [a, b] = LANES.map((lane) => doneBy(earlier[lane], nowNs));
  return a === undefined || b === undefined || Number.isNaN(a + b)
    ? null
    : `Before the change, at this moment: A had done ${formatMebibytes(a)}, B ${formatMebibytes(b)}.`;
}

/** Bytes that a lane had done by a time; NaN if it was not shown so far. */
function doneBy(lane: LaneState, ns: number): number {
  if (ns >= lane.nowNs) {
    return lane.finished || ns === lane.nowNs ? lane.value('bytes_done') : Number.NaN;
  }
  const row = lane.history.rowAt(ns);
  return row < 0 ? 0 : lane.index.value(lane.history.row(row), 'bytes_done');
}
