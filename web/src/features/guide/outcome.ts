/** The outcome of a run in one sentence, once the lanes differ clearly or have ended. */
import { formatCount, formatMebibytes, formatSeconds } from '../../base/format.ts';

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
}

/** Content of the card. */
export interface Outcome {
  over: boolean;
  sentence: string;
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
    return { over: true, sentence: `${timeWords(a, b)} ${causeWords(a, b, formatCount)}` };
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
