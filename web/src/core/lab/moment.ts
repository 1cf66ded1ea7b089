/**
 * Moments of the run: seeks to one, given as a time or as a mark that the engine has not found yet, and holds the run
 * while a dialog shows one.
 */
import { useEffect } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { ticks } from '../time.ts';
import { lab } from './lab.ts';
import { LANES, type LaneId } from './lanes.ts';
import { useLab } from './store.ts';

/** A virtual time, or a mark on the timeline. */
export type Moment =
  | { seconds: number }
  | {
      /** Stable name of the mark, such as `first_reclaim_write`. */
      mark: string;
      lane: LaneId;
      /** Virtual time at which the search for the mark ends, seconds. */
      within_seconds: number;
      /** Time to continue after the mark, virtual seconds. */
      after_seconds?: number;
    };

/**
 * Result of the seek: `there`; `missing` (no such mark); or `stopped` (the user stopped or changed the run meanwhile).
 */
export type Reached = 'there' | 'missing' | 'stopped';

/** Texts of the marks, for marks that the run has not reached yet. */
const MARKS: Readonly<Record<string, string>> = {
  kswapd_wakes: 'kswapd wakes',
  first_direct_reclaim: 'the first direct reclaim',
  first_reclaim_write: 'the first write from reclaim',
  dirty_limit: 'the first writer is throttled',
  stall_over_1s: 'a task stalls for over 1 s',
};

/** Describes a moment: “110.0 s”, “kswapd wakes in A”. */
export function momentText(moment: Moment): string {
  if ('seconds' in moment) {
    return formatSeconds(moment.seconds * 1e9);
  }
  const { mark, lane, after_seconds: after = 0 } = moment;
  const later = after > 0 ? `${formatSeconds(after * 1e9)} after ` : '';
  return `${later}${MARKS[mark] ?? mark} in ${lane.toUpperCase()}`;
}

/** Returns the virtual time of a moment, nanoseconds; null while its mark is not found. */
export function momentNs(moment: Moment): number | null {
  if ('seconds' in moment) {
    return Math.round(moment.seconds * 1e9);
  }
  const found = useLab.getState().marks[moment.lane].find(({ name }) => name === moment.mark);
  return found ? found.at_ns + Math.round((moment.after_seconds ?? 0) * 1e9) : null;
}

/** Runs to a moment at full speed, and pauses there. `signal` cancels the seek. */
export async function goToMoment(moment: Moment, signal?: AbortSignal): Promise<Reached> {
  const known = momentNs(moment);
  if (known !== null) {
    return runTo(known, signal);
  }
  const limitNs = 'seconds' in moment ? 0 : moment.within_seconds * 1e9;
  const found = () => momentNs(moment);
  const outcome = await runTo(limitNs, signal, () => found() !== null);
  if (outcome === 'there' && found() === null) {
    await standstill();
  }
  const atNs = found();
  if (atNs !== null && outcome !== 'stopped' && !signal?.aborted) {
    return runTo(atNs, signal);
  }
  return outcome === 'there' ? 'missing' : outcome;
}

/** Runs to a virtual time; stops earlier if `enough` returns true. */
function runTo(
  ns: number,
  signal: AbortSignal | undefined,
  enough: () => boolean = () => false,
): Promise<Reached> {
  lab.goTo(ns);
  return new Promise((resolve) => {
    const look = () => {
      const { goalNs, failure } = useLab.getState();
      if (signal?.aborted) {
        end('stopped');
      } else if (failure === null && enough()) {
        end('there');
      } else if (goalNs !== ns || failure !== null) {
        const over = LANES.every((lane) => lab.lanes.state(lane)?.finished ?? false);
        const there = goalNs === null && (over || lab.lanes.nowNs() >= ns);
        end(there && failure === null ? 'there' : 'stopped');
      }
    };
    const stop = useLab.subscribe(look);
    const end = (reached: Reached) => {
      stop();
      resolve(reached);
    };
    look();
  });
}

/** Waits until the run is paused and both lanes have reported their complete state. */
function standstill(): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      const told = LANES.every((lane) => (lab.lanes.state(lane)?.digest ?? null) !== null);
      if (told || useLab.getState().playing || useLab.getState().failure !== null) {
        stops.forEach((stop) => stop());
        resolve();
      }
    };
    const stops = [useLab.subscribe(look), ticks.listen('text', look)];
    look();
  });
}

// A held run: it stays paused while a dialog shows one moment of it, and plays on afterwards.

/** Whether the run was playing before it was held. */
let owed = false;
/** Whether the next dialog takes over the held run. */
let handed = false;

/** Holds the run while the component is mounted. */
export function useHeldRun(): void {
  useEffect(() => {
    handed = false;
    if (useLab.getState().playing) {
      lab.play(false);
      owed = true;
    }
    return release;
  }, []);
}

/** Leaves the run held when the component unmounts, because another one that holds it follows. */
export function handOver(): void {
  handed = true;
}

function release(): void {
  if (!owed || handed) {
    return;
  }
  owed = false;
  const { playing, goalNs } = useLab.getState();
  // Playing a run that is over would restart it.
  const over = LANES.every((lane) => lab.lanes.state(lane)?.finished ?? true);
  if (!playing && goalNs === null && !over) {
    lab.play(true);
  }
}
