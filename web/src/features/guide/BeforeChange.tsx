/** Keeps the run before the last change of its scenario, and compares its results with those of the current run. */
import { useMemo, type ReactElement } from 'react';

import { formatCount, formatMebibytes, formatSeconds, unbroken } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { laneDocument, LANES, plainTitle, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { changesText } from '../../core/setting.ts';
import { useTick } from '../../core/time.ts';
import type { Scenario } from '../../engine/types.ts';
import { ACTIVITIES, deviceChange, deviceShare, ORDINARY } from './device-words.ts';
import { seedsWords } from './known-ends.ts';
import { endOf, knownNs } from './outcome.ts';

/** Both lanes of a run. */
export type Run = Readonly<Record<LaneId, LaneState>>;

/** A run that was changed. */
export interface EarlierRun {
  readonly lanes: Run;
  readonly scenario: Scenario;
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
  const { goalNs, scenario } = useLab.getState();
  const seeks = goalNs !== null;
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
  // During a seek, compare with what the lanes have reached so far.
  const known = seeks ? Math.min(a?.reachedNs ?? 0, b?.reachedNs ?? 0) : lab.lanes.nowNs();
  if (!scenario || !a || !b || known === 0) {
    return null;
  }
  for (const lane of [a, b]) {
    // After a seek back, the history hides the samples of later times: show them again.
    lane.history.stand(lane.reachedNs);
  }
  return { lanes: { a, b }, scenario, changes: [what], steps: 1, changedMs: wallMs };
}

keepEarlierRuns();

/**
 * Renders the comparison. Before the first change of a run, renders what a link has changed, or nothing if it has changed
 * nothing.
 */
export function BeforeChange(): ReactElement | null {
  useTick('text');
  // While a change is being computed there is nothing to compare with, but the line keeps its place.
  const goes = useLab((state) => state.goalNs !== null);
  const plays = useLab((state) => state.playing);
  const scenario = useLab((state) => state.scenario);
  const earlier = earlierRun();
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  if (!scenario || !a || !b) {
    return null;
  }
  if (!earlier) {
    return <LinkedChanges scenario={scenario} />;
  }
  const options = {
    nowNs: lab.lanes.nowNs(),
    plays,
    lanes: changedLanes(earlier.scenario, scenario),
    known: seedsWords(earlier.scenario),
  };
  const words = goes ? ': computing…' : beforeWords(earlier.lanes, { a, b }, options);
  const device =
    a.finished && b.finished ? endWords(earlier.scenario, scenario, options.lanes) : '';
  return (
    <p className="run-before" title={earlier.changes.join('\n')}>
      <strong>{changeWords(earlier.changes)}</strong>
      {unbroken(words ?? (plays ? '.' : ': press Play to see its effect.')).replaceAll(
        /\b([AB]) (?=\d)/g,
        '$1\u00a0',
      )}
      {goes ? '' : unbroken(device)}{' '}
      <button
        type="button"
        className="link-button"
        title={`Undoes: ${earlier.changes.at(-1) ?? ''}`}
        onClick={() => lab.changes.undo()}
      >
        {earlier.steps === 1 ? 'Undo this change' : 'Undo the last step'}
      </button>
    </p>
  );
}

/** Renders how a scenario that was opened in its changed version differs from the built-in one; nothing for others. */
function LinkedChanges({ scenario }: { scenario: Scenario }): ReactElement | null {
  const opened = useLab((state) => state.opened);
  const changes = useMemo(() => changesText(scenario, opened), [scenario, opened]);
  const plain = plainTitle(scenario.title);
  if (plain === scenario.title || changes === '') {
    return null;
  }
  return (
    <p className="run-before">
      <strong>Changed from “{plain}”:</strong> {unbroken(changes)}.
    </p>
  );
}

/** Names the change, or says how many there were. */
export function changeWords(changes: readonly string[]): string {
  const [only = ''] = changes;
  return changes.length === 1 ? `Your change (${only})` : `Your last ${changes.length} changes`;
}

/** Returns the lanes with another document than before a change; a change of one lane has no effect on the other. */
export function changedLanes(before: Scenario, now: Scenario): readonly LaneId[] {
  const same = { title: '', description: '' };
  const text = (scenario: Scenario, lane: LaneId) => laneDocument({ ...scenario, ...same }, lane);
  const changed = LANES.filter((lane) => text(before, lane) !== text(now, lane));
  return changed.length === 0 ? LANES : changed;
}

interface WordsOptions {
  nowNs: number;
  /** Whether the run plays: then the user need not press Play. */
  plays?: boolean;
  /** The lanes to compare. */
  lanes?: readonly LaneId[];
  /** The known times of the run before the change, if it was not computed to its end: “With seeds 1 to 3: …”. */
  known?: string | null;
}

/** The figures of a time are shown until the run has passed it by this share: then they contradict the lanes. */
const PAST = 0.8;

/**
 * Compares lanes before and after a change: by their elapsed times if all have ended, and by their counters at the latest
 * time known for both runs. Null while there is nothing to compare.
 */
export function beforeWords(
  earlier: Run,
  now: Run,
  { nowNs, plays = false, lanes = LANES, known = null }: WordsOptions,
): string | null {
  const each = (text: (before: LaneState, after: LaneState) => string) =>
    lanes.map((lane) => `${nameOf(lane)} ${text(earlier[lane], now[lane])}`).join(', ');
  const over = lanes.every((lane) => now[lane].finished);
  const timesNow = lanes.map((lane) => `${nameOf(lane)} takes ${formatSeconds(now[lane].nowNs)}`);
  if (over && lanes.every((lane) => earlier[lane].endedNs !== null)) {
    const times = each((before, after) => {
      const text = changed(formatSeconds(before.endedNs ?? 0), formatSeconds(after.endedNs ?? 0));
      return text.includes('→') ? text : `${text} as before`;
    });
    return `: ${times.replace(' ', ' takes ')}.`;
  }
  if (over && known !== null) {
    return `: ${timesNow.join(', ')}. Before the change, ${known.replace('With', 'with')}`;
  }
  const pairs = lanes.flatMap((lane) => [earlier[lane], now[lane]]);
  const ns = commonNs(pairs, Math.min(nowNs, ...lanes.map((lane) => knownNs(earlier[lane]))));
  if (ns === 0) {
    return null;
  }
  const isPast = ns < nowNs * PAST;
  const limit = formatSeconds(ns);
  if (isPast && !over && lanes.every((lane) => earlier[lane].endedNs !== null)) {
    // Of the later part of the earlier run, only its end is known.
    const ends = lanes.map(
      (lane) => `${nameOf(lane)} ${formatSeconds(earlier[lane].endedNs ?? 0)}`,
    );
    return `: before it, ${ends.join(', ').replace(' ', ' took ')}.${plays ? '' : ' Press Play to compare the ends.'}`;
  }
  if (isPast) {
    return over
      ? `: ${timesNow.join(', ')}. The earlier run was computed only up to ${limit}.`
      : `: the earlier run was computed only up to ${limit}.`;
  }
  const amounts = each((before, after) =>
    changed(
      formatMebibytes(valueBy(before, 'bytes_done', ns)),
      formatMebibytes(valueBy(after, 'bytes_done', ns)),
    ),
  );
  const writes = (lane: LaneState) => valueBy(lane, 'nr_vmscan_write', ns);
  const writesOf = each((before, after) =>
    changed(formatCount(writes(before)), formatCount(writes(after))),
  );
  const none = pairs.every((lane) => writes(lane) === 0);
  const same = `${amounts}${writesOf}`.includes('→') ? '' : ', as before';
  const figures = `${amounts}${same}.${none ? '' : ` Pages written by reclaim: ${writesOf}.`}`;
  if (over) {
    return `: ${timesNow.join(', ')}. The earlier run was computed only up to ${limit}: ${figures}`;
  }
  const more = plays
    ? ''
    : later(
        lanes.map((lane) => earlier[lane]),
        ns,
      );
  const why = ns < nowNs * NEAR ? ', up to which the earlier run was computed' : '';
  return `: at ${limit}${why}, ${figures}${deviceWords(earlier, now, lanes)}${more}`;
}

/** Minimum share of a time that a common sample may be earlier. */
const NEAR = 0.99;

/**
 * Returns the latest time, at most `ns`, for which all lanes have exact figures. If no such time is near, returns `ns`:
 * the figures are interpolated.
 */
function commonNs(states: readonly LaneState[], ns: number): number {
  const exact = (atNs: number) => states.every((state) => isExact(state, atNs));
  const history = states[0]?.history;
  if (exact(ns) || !history) {
    return ns;
  }
  for (let row = history.rowAt(ns); row >= 0; row -= 1) {
    const atNs = history.time(row);
    if (atNs < ns * NEAR) {
      break;
    }
    if (exact(atNs)) {
      return atNs;
    }
  }
  return ns;
}

/** Whether a lane has a sample of exactly this time, or is over by then. */
function isExact({ nowNs, finished, history }: LaneState, ns: number): boolean {
  const row = history.rowAt(ns);
  return ns === nowNs || (finished && ns > nowNs) || (row >= 0 && history.time(row) === ns);
}

/** Says up to which time the user can still compare the runs; empty if that is hardly later than `ns`. */
function later(earlier: readonly LaneState[], ns: number): string {
  const known = Math.min(...earlier.map(knownNs));
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

/** Minimum change that is worth a sentence, percent of the device’s time. */
const WORTH = 5;

/** Device times of two runs are compared if they were reported at times that differ by less than this share. */
const TOGETHER = 0.01;

/**
 * Returns a sentence about the part of the devices' time that changed most; an empty string if none changed much, or if
 * the times of both runs are of different moments. The shares are of the time in which the busiest device of each lane
 * had a request, since the start.
 */
export function deviceWords(earlier: Run, now: Run, of: readonly LaneId[] = LANES): string {
  const names = now.a.description.parts;
  // Each report of device times comes with the strip of its moment.
  const lanes = of.filter((lane) => {
    const [before, after] = [earlier[lane], now[lane]].map(({ strip }) => strip?.toNs ?? 0);
    return Math.abs((before ?? 0) - (after ?? 0)) <= (after ?? 0) * TOGETHER;
  });
  const changes = names.flatMap((name, part) => {
    const shares = lanes.map((lane) => {
      const [before, after] = [percentOf(earlier[lane], part), percentOf(now[lane], part)];
      return { lane, before, after, by: Math.abs(after - before) };
    });
    return ORDINARY.includes(name)
      ? []
      : [{ does: ACTIVITIES[name], shares, by: Math.max(...shares.map(({ by }) => by)) }];
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

/** Returns sentences about what the devices spent the time on that a change has cost or saved, once all lanes have ended. */
function endWords(before: Scenario, now: Scenario, lanes: readonly LaneId[]): string {
  return lanes
    .flatMap((lane) => {
      const [earlier, later] = [endOf(before, lane), endOf(now, lane)];
      const words =
        later === null ? '' : earlier ? deviceChange(earlier, later) : deviceShare(later);
      return words === '' ? [] : ` The device of ${nameOf(lane)} ${words}.`;
    })
    .join('');
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
