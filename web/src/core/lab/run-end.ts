/** When a run will be over, as far as can be told. */
import { formatCount, formatSeconds } from '../../base/format.ts';
import type { LanePair } from './lane-pair.ts';
import { LANES } from './lanes.ts';

/** The end of the timeline and what is known of it. */
export interface RunEnd {
  ns: number;
  /** The run is over; it was over there; the scenario stops it there; a guess by its pace of late; nothing is known. */
  known: 'over' | 'ended' | 'limit' | 'estimate' | 'nothing';
}

/** A goal behind every end, virtual nanoseconds: eleven days. */
export const END_NS = 1e15;

/** A goal in words, after “to”. */
export function goalText(goalNs: number): string {
  return goalNs >= END_NS ? 'the end' : formatSeconds(goalNs);
}

/** Shortest timeline while nothing is known of its end. */
const LEAST_NS = 60e9;

/** The end of the run of both lanes. */
export function runEnd(lanes: LanePair, untilMs: number | null | undefined): RunEnd {
  const states = LANES.map((lane) => lanes.state(lane));
  const estimates = states.map((state) => state?.estimateNs() ?? null);
  const known = estimates.filter((estimate) => estimate !== null);
  const limitNs = untilMs ? untilMs * 1e6 : Infinity;
  const nowNs = lanes.nowNs();
  if (states.every((state) => state?.finished ?? false)) {
    return { ns: Math.max(nowNs, 1), known: 'over' };
  }
  // What was computed once can be gone to again.
  const reachedNs = Math.max(nowNs, ...states.map((state) => state?.reachedNs ?? 0));
  if (states.every((state) => state && state.endedNs !== null)) {
    return { ns: reachedNs, known: 'ended' };
  }
  // The end of one lane says nothing of the other's.
  const told = known.length === states.length;
  const ns = told
    ? Math.max(...known, reachedNs)
    : Math.max(roomFor(reachedNs), Number.isFinite(limitNs) ? limitNs : 0);
  if (limitNs <= ns) {
    return { ns: limitNs, known: 'limit' };
  }
  return { ns, known: told ? 'estimate' : 'nothing' };
}

/** A timeline with room after the run so far; it becomes longer in steps, so that what is on it does not creep. */
function roomFor(reachedNs: number): number {
  let ns = LEAST_NS;
  while (ns < reachedNs * 1.1) {
    ns *= 2;
  }
  return ns;
}

/** The same beside the clock; nothing while the end cannot be known. */
export function endText({ ns, known }: RunEnd): string {
  switch (known) {
    case 'over':
      return 'done';
    case 'ended':
      return `ends at ${formatSeconds(ns)}`;
    case 'limit':
      return `stops at ${formatSeconds(ns, 0)}`;
    case 'estimate':
      return `ends at about ${roughly(ns / 1e9)}`;
    case 'nothing':
      return '';
  }
}

/** A virtual time in the clock's unit, with no more digits than an estimate has. */
function roughly(seconds: number): string {
  const step = seconds < 100 ? 10 : 10 ** Math.floor(Math.log10(seconds));
  return `${formatCount(Math.max(1, Math.round(seconds / step)) * step)} s`;
}
