/** When a run will be over, as far as can be told. */
import { formatSeconds } from '../../base/format.ts';
import type { LanePair } from './lane-pair.ts';
import { LANES } from './lanes.ts';

/** The end of the timeline and what is known of it. */
export interface RunEnd {
  ns: number;
  /** The run is over; it was over there; the scenario stops it there; a guess by its pace of late; nothing is known. */
  known: 'over' | 'ended' | 'limit' | 'estimate' | 'nothing';
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
  const ns =
    known.length > 0
      ? Math.max(...known, reachedNs)
      : Math.max(reachedNs * 1.25, Number.isFinite(limitNs) ? limitNs : LEAST_NS);
  if (limitNs <= ns) {
    return { ns: limitNs, known: 'limit' };
  }
  return { ns, known: known.length > 0 ? 'estimate' : 'nothing' };
}

/** The same beside the clock. */
export function endText({ ns, known }: RunEnd): string {
  switch (known) {
    case 'over':
      return 'done';
    case 'ended':
      return `ends at ${formatSeconds(ns)}`;
    case 'limit':
      return `stops at ${formatSeconds(ns, 0)}`;
    case 'estimate':
      return `ends near ${formatSeconds(roundTo(ns), 0)}`;
    case 'nothing':
      return 'no end in sight yet';
  }
}

/** Two digits are as many as an estimate has. */
function roundTo(ns: number): number {
  const unit = 10 ** Math.max(9, Math.floor(Math.log10(Math.max(ns, 1))) - 1);
  return Math.round(ns / unit) * unit;
}
