/** What came of a run, in one sentence, once its lanes have come apart or are done. */
import { formatCount, formatMebibytes, formatSeconds } from '../../base/format.ts';

/** A lane as far as it has come. */
export interface LaneOutcome {
  nowNs: number;
  finished: boolean;
  /** Bytes that the workload has written or read. */
  bytes: number;
  /** nr_vmscan_write: pages that reclaim handed to ->writepage. */
  reclaimWrites: number;
  /** allocstall: direct reclaims. */
  stalls: number;
}

/** What the card says. */
export interface Outcome {
  over: boolean;
  sentence: string;
}

/** A lead of so much of what the other lane has done is told: less may be gone a moment later. */
const LEAD = 0.03;
/** From so many pages that reclaim wrote, or programs that reclaimed for themselves, on the lanes differ clearly... */
const WRITES = 256;
const STALLS = 10;
/** ...if one has so many times as many as the other. */
const TIMES = 2;
const MIB = 2 ** 20;
/** Times, or amounts, closer than this are the same to a person. */
const SAME = 0.005;

/**
 * The outcome; null while there is nothing to say. `moving`: the lanes go on while the sentence stands, so it gives what
 * counts have passed, which stays true.
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
  // Without a time: the sentence stands for a moment, and every clock beside it goes on.
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
  const standing = lead >= least * SAME ? `${ahead} so far.` : 'Neither is ahead yet.';
  return { over: false, sentence: `${causeWords(a, b, count)} ${standing}` };
}

/**
 * One lane is done, and the other is not nearly: it has done clearly less in the same time, or runs on for longer than
 * would be called the same time.
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
  const goesOn = `${second} has done ${formatMebibytes(open.bytes)} after ${formatSeconds(open.nowNs)}.`;
  return { over: false, sentence: `${ended} ${goesOn}` };
}

/** The round number that a count has passed: “over 8,000” of 8,581. Below ten it is the count. */
function passedWords(n: number): string {
  return n < 10 ? formatCount(n) : `over ${formatCount(roundDown(n - 1))}`;
}

/** A number with its first digit and noughts, no more than it. */
function roundDown(n: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, n)));
  return Math.floor(n / power) * power;
}

/** Whether two counts differ so that nobody would call them alike. */
function clearly(a: number, b: number, least: number): boolean {
  const most = Math.max(a, b);
  return most >= least && most >= Math.min(a, b) * TIMES;
}

function timeWords(a: LaneOutcome, b: LaneOutcome): string {
  const share = a.nowNs === 0 ? 0 : (b.nowNs - a.nowNs) / a.nowNs;
  if (Math.abs(share) < SAME && Math.abs(b.bytes - a.bytes) > a.bytes * SAME) {
    // A scenario that ends by the clock: what counts is what was done until then.
    const done = `A did ${formatMebibytes(a.bytes)}, B ${formatMebibytes(b.bytes)}`;
    return `In ${formatSeconds(b.nowNs)} ${done}: ${changeWords(a.bytes, b.bytes)}.`;
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
