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

/** What both lanes had done before a change and after it, by the latest time of which both are known. */
export function beforeWords(earlier: Run, now: Run, nowNs: number): string | null {
  if (LANES.every((lane) => now[lane].finished)) {
    const { a, b } = earlier;
    return a.endedNs === null || b.endedNs === null
      ? null
      : `Before the change: A took ${formatSeconds(a.endedNs)}, B ${formatSeconds(b.endedNs)}.`;
  }
  const ns = Math.min(nowNs, ...LANES.map((lane) => knownNs(earlier[lane])));
  if (ns === 0) {
    return null;
  }
  const [before, after] = [earlier, now].map((run) => {
    const [a, b] = LANES.map((lane) => formatMebibytes(doneBy(run[lane], ns)));
    return `A ${a}, B ${b}`;
  });
  return `Done by ${formatSeconds(ns)}: ${before} before the change; ${after} after it.`;
}

/** The time up to which it is known what a lane does: one that has ended does nothing more. */
function knownNs({ finished, nowNs }: LaneState): number {
  return finished ? Infinity : nowNs;
}

/** Bytes that a lane had done by a time that it has reached. */
function doneBy(lane: LaneState, ns: number): number {
  if (ns >= lane.nowNs) {
    return lane.value('bytes_done');
  }
  const row = lane.history.rowAt(ns);
  return row < 0 ? 0 : lane.index.value(lane.history.row(row), 'bytes_done');
}
