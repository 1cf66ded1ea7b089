/** The results of the run before its last change, for comparison with the current one. */
import type { ReactElement } from 'react';

import { formatCount, formatMebibytes, formatSeconds, unbroken } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { useTick } from '../../core/time.ts';
import { deviceWords } from './device-words.ts';
import { earlierRun, keepEarlierRuns, type Run } from './earlier-run.ts';
import { knownNs } from './known-ends.ts';

keepEarlierRuns();

/** Renders the comparison; nothing before the first change of a run. */
export function BeforeChange(): ReactElement | null {
  useTick('text');
  // While a change is being computed there is nothing to compare with, but the line keeps its place.
  const goes = useLab((state) => state.goalNs !== null);
  const earlier = earlierRun();
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  if (!earlier || !a || !b) {
    return null;
  }
  const words = goes ? ': computing…' : beforeWords(earlier.lanes, { a, b }, lab.lanes.nowNs());
  return (
    <p className="run-before" title={earlier.changes.join('\n')}>
      <strong>{changeWords(earlier.changes)}</strong>
      {unbroken(words ?? ': press Play to see its effect.').replaceAll(
        /\b([AB]) (?=\d)/g,
        '$1\u00a0',
      )}{' '}
      <button type="button" className="link-button" onClick={() => lab.changes.undo()}>
        {earlier.steps === 1 ? 'Undo this change' : 'Undo the last step'}
      </button>
    </p>
  );
}

/** Names the change, or says how many there were. */
export function changeWords(changes: readonly string[]): string {
  const [only = ''] = changes;
  return changes.length === 1 ? `Your change (${only})` : `Your last ${changes.length} changes`;
}

/**
 * Compares both lanes before and after a change: by their elapsed times if all have ended, otherwise by their counters at
 * the latest time known for both runs. Null while there is nothing to compare.
 */
export function beforeWords(earlier: Run, now: Run, nowNs: number): string | null {
  const each = (text: (before: LaneState, after: LaneState) => string) =>
    LANES.map((lane) => text(earlier[lane], now[lane]));
  const known = (lane: LaneId) => earlier[lane].endedNs !== null;
  if (LANES.every((lane) => now[lane].finished && known(lane))) {
    const [a, b] = each((before, after) =>
      changed(formatSeconds(before.endedNs ?? 0), formatSeconds(after.endedNs ?? 0)),
    );
    return `: A takes ${a}, B ${b}.`;
  }
  const ns = Math.min(nowNs, ...LANES.map((lane) => knownNs(earlier[lane])));
  if (ns === 0) {
    return null;
  }
  const [a, b] = each((before, after) =>
    changed(
      formatMebibytes(valueBy(before, 'bytes_done', ns)),
      formatMebibytes(valueBy(after, 'bytes_done', ns)),
    ),
  );
  const writes = (lane: LaneState) => valueBy(lane, 'nr_vmscan_write', ns);
  const [writesA, writesB] = each((before, after) =>
    changed(formatCount(writes(before)), formatCount(writes(after))),
  );
  const none = LANES.every((lane) => writes(earlier[lane]) === 0 && writes(now[lane]) === 0);
  const reclaim = none ? '' : ` Pages written by reclaim: A ${writesA}, B ${writesB}.`;
  const over = LANES.every((lane) => now[lane].finished);
  const more = over ? ' The earlier run was not computed further.' : later(earlier, ns);
  return ` at ${formatSeconds(ns)}: A ${a}, B ${b}.${reclaim}${deviceWords(earlier, now)}${more}`;
}

/** Says up to which time the user can still compare the runs; empty if that is hardly later than `ns`. */
function later(earlier: Run, ns: number): string {
  const known = Math.min(...LANES.map((lane) => knownNs(earlier[lane])));
  if (known === Infinity) {
    return ' Press Play to compare the ends.';
  }
  return known > 1.1 * ns ? ` Press Play to compare up to ${formatSeconds(known)}.` : '';
}

/** “2 → 3”, or a single value if it is unchanged. */
function changed(before: string, after: string): string {
  return before === after ? after : `${before} → ${after}`;
}

/** Returns a counter of a lane at any time that the lane has reached, even if a seek has since moved it back. */
function valueBy(lane: LaneState, counter: 'bytes_done' | 'nr_vmscan_write', ns: number): number {
  const { nowNs, finished, reachedNs, history } = lane;
  // At its own time, the newest sample of a lane is exact, as in the charts, however far the lane had been computed.
  if (ns === nowNs || (ns > nowNs && (finished || nowNs >= reachedNs))) {
    return lane.value(counter);
  }
  const position = lane.index.position(counter);
  const row = history.rowAt(ns);
  // A long run keeps fewer samples: if the last one has none of these events, do not report a part of later ones.
  if (counter !== 'bytes_done' && (row < 0 || history.value(row, position) === 0)) {
    return 0;
  }
  // Interpolated, so that the value of a time hardly changes when a long run keeps fewer samples.
  return history.valueAt(ns, position);
}
