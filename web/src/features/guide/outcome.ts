/**
 * The outcome of a run: in one sentence, once the lanes differ clearly or have ended, and kept by its documents. If the
 * user goes back to a run, for example with undo, its end and its result are known again before it is computed anew.
 */
import { formatCount, formatMebibytes, formatSeconds } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { laneDocument, LANES, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { ticks } from '../../core/time.ts';
import type { FigureName, Mark, PartName, Scenario } from '../../engine/types.ts';
import { deviceChange } from './device-words.ts';

/** The results of a lane so far. */
export interface LaneOutcome {
  nowNs: number;
  finished: boolean;
  /** Bytes that the workload has written or read. */
  bytes: number;
  /** nr_vmscan_write: pages that reclaim passed to ->writepage. */
  reclaimWrites: number;
  /** allocstall: direct reclaims. */
  stalls: number;
  /** How long the devices were busy with each part of their requests, ns; absent before the end. */
  deviceNs?: Partial<Record<PartName, number>>;
}

/** Content of the card. */
export interface Outcome {
  over: boolean;
  sentence: string;
}

/** An outcome with the time at which its figures were taken: the clocks beside it advance while it is shown. */
export interface TimedOutcome extends Outcome {
  atNs: number;
  /** Number of lanes that have ended. */
  ended: number;
}

/** Minimum lead that is reported, as a share of the other lane's work: a smaller lead may be gone a moment later. */
const LEAD = 0.03;
/** For a clear difference, one lane has at least this many pages written by reclaim, or this many direct reclaims. */
const WRITES = 256;
const STALLS = 10;
/** For a clear difference, the count of one lane is also at least this many times that of the other. */
const TIMES = 2;
const MIB = 2 ** 20;
/** Times or amounts that differ by less than this share count as the same. */
const SAME = 0.005;

/**
 * Returns the outcome; null if there is none yet. `moving`: the lanes continue to run while the sentence is shown, so
 * the sentence contains round numbers that the counts have already passed, and remains true.
 */
export function outcomeOf(a: LaneOutcome, b: LaneOutcome, moving = false): Outcome | null {
  if (a.finished && b.finished) {
    const words = [timeWords(a, b), reclaimWords(a, b), deviceWords(a, b)];
    return { over: true, sentence: words.filter((part) => part !== '').join(' ') };
  }
  const count = moving ? passedWords : formatCount;
  if (a.finished || b.finished) {
    return oneIsDone(a, b);
  }
  if (a.nowNs !== b.nowNs || a.bytes === 0 || b.bytes === 0) {
    return null;
  }
  const most = Math.max(a.bytes, b.bytes);
  const least = Math.min(a.bytes, b.bytes);
  const differ = a.reclaimWrites !== b.reclaimWrites || a.stalls !== b.stalls;
  const first = b.bytes > a.bytes ? 'B' : 'A';
  const lead = most - least;
  const ahead = moving
    ? `${first} is over ${formatMebibytes(roundDown(lead / MIB) * MIB)} ahead`
    : `${first} is ${formatMebibytes(lead)} ahead`;
  if (differ && lead >= least * LEAD) {
    return { over: false, sentence: `${ahead}. ${causeWords(a, b, count)}` };
  }
  if (!clearly(a.reclaimWrites, b.reclaimWrites, WRITES) && !clearly(a.stalls, b.stalls, STALLS)) {
    return null;
  }
  // While the run plays, this sentence would soon be outdated.
  const none = moving ? '' : ' Neither is ahead yet.';
  const standing = lead >= least * SAME ? ` ${ahead}.` : none;
  return { over: false, sentence: `${causeWords(a, b, count)}${standing}` };
}

/**
 * Describes the case that one lane has ended while the other is clearly behind: the other lane has done less in the
 * same time, or has run for clearly longer. Null if the other lane is close to its end too.
 */
function oneIsDone(a: LaneOutcome, b: LaneOutcome): Outcome | null {
  const [first, done, second, open] = a.finished
    ? (['A', a, 'B', b] as const)
    : (['B', b, 'A', a] as const);
  const near = open.nowNs < done.nowNs * (1 + SAME) && open.bytes >= done.bytes * (1 - LEAD);
  if (open.nowNs < done.nowNs || near) {
    return null;
  }
  const ended = `${first} is done: ${formatMebibytes(done.bytes)} in ${formatSeconds(done.nowNs)}.`;
  const goesOn = `${second} has processed ${formatMebibytes(open.bytes)} after ${formatSeconds(open.nowNs)}.`;
  return { over: false, sentence: `${ended} ${goesOn}` };
}

/** Returns the round number that a count has passed: “over 8,500” for 8,581. Below a hundred it returns the count. */
function passedWords(n: number): string {
  return n < 100 ? formatCount(n) : `over ${formatCount(roundDown(n - 1))}`;
}

/** Rounds a number down to its first two digits followed by zeros. */
function roundDown(n: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, n))) - 1);
  return Math.floor(n / power) * power;
}

/** Whether two counts clearly differ. */
function clearly(a: number, b: number, least: number): boolean {
  const most = Math.max(a, b);
  return most >= least && most >= Math.min(a, b) * TIMES;
}

/** Compares the times of lanes that have ended, or their work if both ended at the same time. */
export function timeWords(a: LaneOutcome, b: LaneOutcome): string {
  const share = a.nowNs === 0 ? 0 : (b.nowNs - a.nowNs) / a.nowNs;
  if (Math.abs(share) < SAME && Math.abs(b.bytes - a.bytes) > a.bytes * SAME) {
    // The scenario stops at a fixed time, so compare the work done until then.
    const done = `A processed ${formatMebibytes(a.bytes)}, B ${formatMebibytes(b.bytes)}`;
    return `In ${formatSeconds(b.nowNs)}, ${done}: ${changeWords(a.bytes, b.bytes)}.`;
  }
  if (Math.abs(share) < SAME) {
    const [ofA, ofB] = [formatSeconds(a.nowNs), formatSeconds(b.nowNs)];
    return ofA === ofB
      ? `A and B take the same time, ${ofA}.`
      : `A and B take the same time within 1 %: ${ofA} and ${ofB}.`;
  }
  const times = `B takes ${formatSeconds(b.nowNs)}, A ${formatSeconds(a.nowNs)}`;
  return `${times}: ${changeWords(a.nowNs, b.nowNs)}.`;
}

function changeWords(a: number, b: number): string {
  const percent = Math.max(1, Math.round(Math.abs(b / a - 1) * 100));
  return `${percent} % ${b < a ? 'less' : 'more'} in B`;
}

function causeWords(a: LaneOutcome, b: LaneOutcome, count: (n: number) => string): string {
  const most = (one: number, other: number) => Math.max(one, other);
  if (most(a.reclaimWrites, b.reclaimWrites) > 0 && a.reclaimWrites !== b.reclaimWrites) {
    return `Reclaim wrote ${count(a.reclaimWrites)} pages in A and ${count(b.reclaimWrites)} in B.`;
  }
  if (a.stalls !== b.stalls) {
    return `Programs reclaimed memory themselves ${count(a.stalls)} times in A and ${count(b.stalls)} in B.`;
  }
  return 'Reclaim did the same in both.';
}

/** Compares what reclaim did in lanes that have ended. */
export function reclaimWords(a: LaneOutcome, b: LaneOutcome): string {
  return `${causeWords(a, b, formatCount)} ${stallsToo(a, b)}`.trim();
}

/** Compares how often programs reclaimed memory themselves, if `causeWords` compares the writes and this clearly differs. */
function stallsToo(a: LaneOutcome, b: LaneOutcome): string {
  return a.reclaimWrites !== b.reclaimWrites && clearly(a.stalls, b.stalls, STALLS)
    ? `Programs reclaimed memory themselves ${formatCount(a.stalls)} times in A and ${formatCount(b.stalls)} in B.`
    : '';
}

/**
 * Describes where the slower lane lost its time if reclaim does not explain it, that is, if it wrote no more pages and
 * programs waited for it no more often than in the faster lane; otherwise empty. The part of the devices' time that
 * differs most must make up at least half of the difference.
 */
function deviceWords(a: LaneOutcome, b: LaneOutcome): string {
  const [slow, fast, name] = a.nowNs > b.nowNs ? ([a, b, 'A'] as const) : ([b, a, 'B'] as const);
  const isExplained = slow.reclaimWrites > fast.reclaimWrites || slow.stalls > fast.stalls;
  const more = isExplained ? '' : deviceChange(fast, slow);
  return more === '' ? '' : `But the device of ${name} ${more}.`;
}

// How the runs of this page ended.

/** How the run of a lane ended. */
interface Ended {
  outcome: LaneOutcome;
  marks: Mark[];
}

/** Maximum number of runs kept. */
const KEPT = 200;

const ends = new Map<string, Ended>();
/** Lanes that were compared with the kept runs; later their future may be another one, because of a switch. */
let compared = new WeakSet<LaneState>();
/** Lanes whose end was restored, and is not computed anew yet. */
const restored = new WeakSet<LaneState>();

let documents: { of: Scenario; texts: Record<LaneId, string> } | null = null;

function documentOf(scenario: Scenario, lane: LaneId): string {
  if (documents?.of !== scenario) {
    const texts = { a: laneDocument(scenario, 'a'), b: laneDocument(scenario, 'b') };
    documents = { of: scenario, texts };
  }
  return documents.texts[lane];
}

/** Returns the results of a lane now. */
function outcomeOfLane(state: LaneState): LaneOutcome {
  return {
    nowNs: state.nowNs,
    finished: state.finished,
    bytes: state.value('bytes_done'),
    reclaimWrites: state.value('nr_vmscan_write'),
    stalls: state.value('allocstall'),
    ...(state.finished && state.devices && { deviceNs: deviceNs(state, state.devices.totals) }),
  };
}

/** Adds up the parts of the time of all devices, ns. `totals`: `DeviceFrame.totals`. */
function deviceNs(
  { description }: LaneState,
  totals: readonly Float64Array[],
): Partial<Record<PartName, number>> {
  const parts = description.parts.map((part, at) => {
    const sum = totals.reduce((all, device) => all + (device[at + 1] ?? 0), 0);
    return [part, sum] as const;
  });
  return Object.fromEntries(parts);
}

/** Returns the results of a lane at a time that it has passed. */
function outcomeOfLaneAt(state: LaneState, ns: number): LaneOutcome {
  const at = (name: 'bytes_done' | 'nr_vmscan_write' | 'allocstall') =>
    Math.floor(valueAt(state, name, ns));
  return {
    nowNs: ns,
    finished: false,
    bytes: at('bytes_done'),
    reclaimWrites: at('nr_vmscan_write'),
    stalls: at('allocstall'),
  };
}

/** Whether both lanes are at the same time, or one of them has ended. */
export function comparable(): boolean {
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  return !a || !b || a.nowNs === b.nowNs || a.finished || b.finished;
}

/** Returns the outcome at the time that both lanes have reached; null if there is none yet. */
export function outcomeNow(): TimedOutcome | null {
  const atNs = lab.lanes.nowNs();
  const [a, b] = LANES.map((lane): LaneOutcome | null => {
    const state = lab.lanes.state(lane);
    return state && (comparable() ? outcomeOfLane(state) : outcomeOfLaneAt(state, atNs));
  });
  const outcome = a && b ? outcomeOf(a, b, useLab.getState().playing) : null;
  const ended = [a, b].filter((lane) => lane?.finished).length;
  return outcome && { ...outcome, atNs, ended };
}

/** Returns a counter at a time that the lane has passed, interpolated between the samples around it. */
function valueAt(state: LaneState, name: FigureName, ns: number): number {
  const { history, index, nowNs } = state;
  const position = index.position(name);
  const row = history.rowAt(ns);
  if (ns >= nowNs || row + 1 < history.length) {
    return ns >= nowNs ? state.value(name) : history.valueAt(ns, position);
  }
  // The newest state of the lane follows its last sample.
  const [fromNs, from] = row < 0 ? [0, 0] : [history.time(row), history.value(row, position)];
  return from + (state.value(name) - from) * ((ns - fromNs) / (nowNs - fromNs));
}

/** Returns the results of both lanes at their ends; null unless both ends are known and belong to the current run. */
export function knownEnds(): readonly [LaneOutcome, LaneOutcome] | null {
  const { scenario } = useLab.getState();
  const [a, b] = LANES.map((lane) => {
    const known = lab.lanes.state(lane)?.endedNs ?? null;
    const end = scenario && ends.get(documentOf(scenario, lane));
    return known !== null && end?.outcome.nowNs === known ? end.outcome : null;
  });
  return a && b ? [a, b] : null;
}

/** Returns the results of a lane at the end of a run of this page; null if that is not known. */
export function endOf(scenario: Scenario, lane: LaneId): LaneOutcome | null {
  return ends.get(laneDocument(scenario, lane))?.outcome ?? null;
}

/** Returns the time up to which the figures of a lane are known; unlimited if it was computed up to its end. */
export function knownNs(state: LaneState): number {
  const { endedNs, reachedNs, nowNs, history } = state;
  if (endedNs !== null && !restored.has(state)) {
    return Infinity;
  }
  return endedNs === null ? reachedNs : Math.max(nowNs, history.time(history.length - 1));
}

/** Keeps ends, and restores those of runs that begin again; returns a function that stops this. */
export function watchEnds(): () => void {
  look();
  return ticks.listen('figures', look);
}

/** Drops all kept ends. */
export function forgetEnds(): void {
  ends.clear();
  compared = new WeakSet();
}

function look(): void {
  const { scenario } = useLab.getState();
  for (const lane of scenario ? LANES : []) {
    const state = lab.lanes.state(lane);
    if (scenario && state) {
      const document = documentOf(scenario, lane);
      if (state.finished) {
        restored.delete(state);
        keep(document, { outcome: outcomeOfLane(state), marks: useLab.getState().marks[lane] });
      } else if (!compared.has(state)) {
        restore(lane, state, ends.get(document));
      }
      compared.add(state);
    }
  }
}

function keep(document: string, end: Ended): void {
  ends.delete(document);
  const [oldest] = ends.keys();
  if (ends.size >= KEPT && oldest !== undefined) {
    ends.delete(oldest);
  }
  ends.set(document, end);
}

/** Puts a lane into the state of one that has gone back from its end: its end and its marks are known. */
function restore(lane: LaneId, state: LaneState, end: Ended | undefined): void {
  if (!end) {
    return;
  }
  restored.add(state);
  state.endedNs ??= end.outcome.nowNs;
  state.reachedNs = Math.max(state.reachedNs, end.outcome.nowNs);
  const { marks } = useLab.getState();
  if (end.marks.length > marks[lane].length) {
    useLab.setState({ marks: { ...marks, [lane]: end.marks } });
  }
}
