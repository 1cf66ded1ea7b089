/** Finds the moment that shows why the outcomes of the lanes differ, and describes it. */
import { formatCount, formatSeconds } from '../../base/format.ts';
import { bothWords, zoneReason } from '../../core/lab/decision-words.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import type { LabStore } from '../../core/lab/store.ts';
import { goalOf } from '../../core/lab/timeline.ts';
import type { Mark } from '../../engine/types.ts';

/** A mark that only one of the lanes has. */
export interface OwnMark extends Mark {
  lane: LaneId;
}

/** A lane that takes this much longer than the other has lost time, as a share of the shorter time. */
const LOSS = 0.03;

/** Returns the lane that lost time, once both have ended; null if neither did. */
function slowerLane(): LaneId | null {
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane)?.endedNs ?? null);
  if (a === null || b === null || a === undefined || b === undefined) {
    return null;
  }
  return Math.abs(a - b) < Math.min(a, b) * LOSS ? null : a > b ? 'a' : 'b';
}

/**
 * Returns the first mark that only one of the lanes has; null if there is none. If one of them lost time, it is a mark of
 * this lane: an event of the other one does not explain the loss.
 */
export function ownMark({ marks }: Pick<LabStore, 'marks'>): OwnMark | null {
  const slower = slowerLane();
  const own = LANES.filter((lane) => slower === null || lane === slower).flatMap((lane) => {
    const others = marks[lane === 'a' ? 'b' : 'a'];
    return marks[lane]
      .filter(({ name }) => !others.some((other) => other.name === name))
      .map((mark) => ({ ...mark, lane }));
  });
  return own.toSorted((one, other) => one.at_ns - other.at_ns)[0] ?? null;
}

/** Counters in which the lanes can part: pages written by reclaim, and direct reclaims. */
type PartingCounter = 'nr_vmscan_write' | 'allocstall';

/** The time from which the lanes clearly differ in a counter. */
interface Parting {
  counter: PartingCounter;
  atNs: number;
  /** Values of the counter in both lanes by then. */
  counts: Readonly<Record<LaneId, number>>;
}

/** The lanes clearly differ once one of them has this much of a counter, and this many times as much as the other. */
const [PARTED_LEAST, PARTED_TIMES] = [100, 3];

function parted({ a, b }: Parting['counts']): boolean {
  return Math.max(a, b) >= PARTED_LEAST && Math.max(a, b) > Math.min(a, b) * PARTED_TIMES;
}

/**
 * Returns the first known time at which one lane clearly has more pages written by reclaim than the other, or else more
 * direct reclaims.
 */
function partingOf(): Parting | null {
  return partingIn('nr_vmscan_write') ?? partingIn('allocstall');
}

function partingIn(counter: PartingCounter): Parting | null {
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  if (!a?.history || !b?.history) {
    return null;
  }
  const slower = slowerLane();
  const explains = ({ a: ofA, b: ofB }: Parting['counts']) =>
    slower === null || (slower === 'a' ? ofA > ofB : ofB > ofA);
  // Return early: in most runs the lanes do not differ in this way, and this function is called at each change of the
  // store.
  const now = { a: a.value(counter), b: b.value(counter) };
  if (!parted(now) || !explains(now)) {
    return null;
  }
  const position = a.index.position(counter);
  const nowNs = lab.lanes.nowNs();
  for (let row = 0; row < a.history.length; row += 1) {
    const atNs = a.history.time(row);
    if (atNs > nowNs) {
      break;
    }
    const counts = { a: a.history.value(row, position), b: b.history.valueAt(atNs, position) };
    if (parted(counts) && explains(counts)) {
      return { counter, atNs, counts: { a: Math.round(counts.a), b: Math.round(counts.b) } };
    }
  }
  return null;
}

/**
 * Returns the time that shows why the outcomes differ: the time of the first event that only one of the lanes has, such
 * as the first write from reclaim; or else the time from which reclaim writes many more pages in one lane, or its
 * programs reclaim memory themselves much more often; or else the time of the first decision that differs.
 */
export function differenceOf(state: LabStore): number | null {
  const mark = ownMark(state);
  // Do not wait until the event is counted: by then, reclaim has scanned thousands of other pages.
  return mark
    ? goalOf({ name: mark.name, atNs: mark.at_ns, kind: 'moment' }, null)
    : (partingOf()?.atNs ?? firstGoal(state));
}

/**
 * Returns the time of the first decision that differs, which often has no visible effect for a long time; null if
 * unknown.
 */
export function firstDifference({ divergence }: LabStore): number | null {
  return divergence.status === 'found' ? divergence.atNs : null;
}

/** Returns the seek target for the first decision that differs; null if the decision is unknown. */
export function firstGoal(state: LabStore): number | null {
  const atNs = firstDifference(state);
  return atNs === null ? null : goalOf({ name: 'divergence', atNs, kind: 'divergence' }, null);
}

/** Formats a time; the first second of a run with milliseconds, because small machines reclaim at once. */
const moment = (ns: number) => formatSeconds(ns, ns < 1e9 ? 3 : 1);

/** Describes the difference at that time. */
export function differenceWords(state: LabStore): string {
  const mark = ownMark(state);
  if (mark) {
    return `${markWords(mark)}: ${mark.text}. This never happens in ${mark.lane === 'a' ? 'B' : 'A'}.`;
  }
  const parting = partingOf();
  if (parting) {
    const [a, b] = LANES.map((lane) => formatCount(parting.counts[lane]));
    const by = `By ${moment(parting.atNs)}`;
    return parting.counter === 'allocstall'
      ? `${by}, programs have reclaimed memory themselves ${a} times in A and ${b} times in B.`
      : `${by}, reclaim has written ${a} pages in A and ${b} in B.`;
  }
  return firstWords(state);
}

/** Describes the first decision that differs, with its reason if that is known. */
export function firstWords(state: LabStore): string {
  const { divergence } = state;
  if (divergence.status !== 'found') {
    return '';
  }
  const both = bothWords(divergence);
  const first = `A and B first differ at ${formatSeconds(divergence.atNs, 3)}`;
  return both === ''
    ? `${first}, after ${formatCount(divergence.same)} identical decisions and events. “Reclaim decisions” below shows both decisions.`
    : `${first}. ${both} ${zoneReason(state, divergence)}`.trim();
}

/** Describes the time and lane of an event. */
export function markWords({ at_ns: atNs, lane }: OwnMark): string {
  return `At ${moment(atNs)}, in ${lane.toUpperCase()} only`;
}
