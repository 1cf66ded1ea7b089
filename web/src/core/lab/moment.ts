/** Goes to a moment of the run, by its time or by a mark that the engine has yet to find. */
import { formatSeconds } from '../../base/format.ts';
import { ticks } from '../time.ts';
import { lab } from './lab.ts';
import { LANES, type LaneId } from './lanes.ts';
import { useLab } from './store.ts';

/** A virtual time, or a mark on the timeline. */
export type Moment =
  | { seconds: number }
  | {
      /** Its stable name, `first_reclaim_write`. */
      mark: string;
      lane: LaneId;
      /** Where the search for it ends, virtual seconds. */
      within_seconds: number;
      /** How long after the mark, virtual seconds. */
      after_seconds?: number;
    };

/** How it ended: there; no such mark; or somebody stopped or changed the run on the way. */
export type Reached = 'there' | 'missing' | 'stopped';

/** The marks that the engine finds, for people who have not seen them yet. */
const MARKS: Readonly<Record<string, string>> = {
  kswapd_wakes: 'kswapd wakes',
  first_direct_reclaim: 'the first direct reclaim',
  first_reclaim_write: 'the first write from reclaim',
  dirty_limit: 'the first writer is throttled',
  stall_over_1s: 'a task stalls for over 1 s',
};

/** A moment in words: “110.0 s”, “kswapd wakes in A”. */
export function momentText(moment: Moment): string {
  if ('seconds' in moment) {
    return formatSeconds(moment.seconds * 1e9);
  }
  const { mark, lane, after_seconds: after = 0 } = moment;
  const later = after > 0 ? `${formatSeconds(after * 1e9)} after ` : '';
  return `${later}${MARKS[mark] ?? mark} in ${lane.toUpperCase()}`;
}

/** Virtual nanoseconds of a moment; null while its mark has not been found. */
export function momentNs(moment: Moment): number | null {
  if ('seconds' in moment) {
    return Math.round(moment.seconds * 1e9);
  }
  const found = useLab.getState().marks[moment.lane].find(({ name }) => name === moment.mark);
  return found ? found.at_ns + Math.round((moment.after_seconds ?? 0) * 1e9) : null;
}

/** Runs to a moment as fast as it goes, and pauses there. With `signal` the search is given up. */
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

/** Runs on; ends earlier when `enough` says so. */
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

/** Waits until both lanes have told all that they know of the moment at which they stand. */
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
