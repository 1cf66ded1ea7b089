/** Keeps the run before the last change of its scenario, and compares its results with those of the current run. */
import type { ReactElement } from 'react';

import { formatCount, formatMebibytes, formatSeconds, unbroken } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { useTick } from '../../core/time.ts';
import type { PartName } from '../../engine/types.ts';
import { knownNs } from './outcome.ts';

/** Both lanes of a run. */
export type Run = Readonly<Record<LaneId, LaneState>>;

/** A run that was changed. */
export interface EarlierRun {
  readonly lanes: Run;
  /** Names of the changes that were made to it, in their order: “dirty_ratio 20 % to 10 %”. */
  readonly changes: readonly string[];
  /** Number of steps in which they were made. */
  readonly steps: number;
  /** Wall time of the last change. */
  readonly changedMs: number;
}

/** Changes that follow the previous one within this wall time are compared with the same earlier run. */
const TOGETHER_MS = 10_000;

let kept: EarlierRun | null = null;

/** Returns the run before the last change; null if there is none. */
export function earlierRun(): EarlierRun | null {
  return kept;
}

/** Keeps the runs that the Lab changes from now on. */
export function keepEarlierRuns(): void {
  lab.beforeRun = (what) => {
    kept = what === null ? null : runBefore(what, performance.now());
  };
}

/** A change of a number, such as “dirty_ratio 20 % to 10 %”: its name, the value before it and the value after it. */
const OF_VALUE = /^(\S+) (\d.*) to (\d.*)$/;

/**
 * Combines two changes of the same value: returns the name of both, or an empty string if the value is as it was before;
 * null if they are of different values.
 */
function combined(last: string, next: string): string | null {
  const [, name, from = ''] = OF_VALUE.exec(last) ?? [];
  const [, sameName, , to = ''] = OF_VALUE.exec(next) ?? [];
  if (name === undefined || name !== sameName) {
    return null;
  }
  return from === to ? '' : `${name} ${from} to ${to}`;
}

/**
 * Returns the run to compare with after a change. Usually this is the current run. If the current run is itself the
 * result of a recent change, or of a change of the same value, it is the run before that change, because users often
 * move a control in several steps.
 */
function runBefore(what: string, wallMs: number): EarlierRun | null {
  const seeks = useLab.getState().goalNs !== null;
  const last = kept?.changes.at(-1);
  const same = last === undefined ? null : combined(last, what);
  if (kept?.changes.length === 1 && same === '') {
    return null;
  }
  if (kept && (same !== null || seeks || wallMs - kept.changedMs < TOGETHER_MS)) {
    const changes = same === null ? [...kept.changes, what] : [...kept.changes.slice(0, -1), same];
    return {
      ...kept,
      changes: changes.filter((name) => name !== ''),
      steps: kept.steps + 1,
      changedMs: wallMs,
    };
  }
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  if (!a || !b || seeks || lab.lanes.nowNs() === 0) {
    return null;
  }
  for (const lane of [a, b]) {
    // After a seek back, the history hides the samples of later times: show them again.
    lane.history.stand(lane.reachedNs);
  }
  return { lanes: { a, b }, changes: [what], steps: 1, changedMs: wallMs };
}

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

// The time that devices spend on each part of their work explains most changes of throughput.

/** What a device does in each part of its time; null for transfers and for the overhead of commands. */
const DOES: Readonly<Record<PartName, string | null>> = {
  transfer: null,
  overhead: null,
  seek: 'moving its head',
  rotation: 'waiting for the platter',
  copying: 'copying in its flash',
  flush: 'writing back its cache',
  stall: 'stalled',
};

/** Minimum change that is worth a sentence, percent of the device’s time. */
const WORTH = 5;

/**
 * Returns a sentence about the part of the devices' time that changed most; an empty string if none changed much. The
 * shares are of the time in which the busiest device of each lane had a request, since the start.
 */
export function deviceWords(earlier: Run, now: Run): string {
  const names = now.a.description.parts;
  const changes = names.flatMap((name, part) => {
    const does = DOES[name];
    const shares = LANES.map((lane) => {
      const [before, after] = [percentOf(earlier[lane], part), percentOf(now[lane], part)];
      return { lane, before, after, by: Math.abs(after - before) };
    });
    return does === null ? [] : [{ does, shares, by: Math.max(...shares.map(({ by }) => by)) }];
  });
  const [most] = changes.sort((one, other) => other.by - one.by);
  if (most === undefined || most.by < WORTH) {
    return '';
  }
  const each = most.shares
    .filter(({ by }) => by >= WORTH)
    .map(({ lane, before, after }) => `${before} → ${after} % in ${nameOf(lane)}`);
  return ` Share of the device’s time spent ${most.does}: ${each.join(', ')}.`;
}

function nameOf(lane: LaneId): string {
  return lane.toUpperCase();
}

/** The share of a part in the busy time of the lane's busiest device, in whole percent. */
function percentOf({ devices }: LaneState, part: number): number {
  const [busiest] = (devices?.totals ?? []).toSorted(([one = 0], [other = 0]) => other - one);
  const [busyNs = 0] = busiest ?? [];
  return busyNs > 0 ? Math.round((100 * (busiest?.[part + 1] ?? 0)) / busyNs) : 0;
}
