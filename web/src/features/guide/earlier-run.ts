/** Keeps the run before the last change of its scenario, for comparison with the run after the change. */
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';

/** Both lanes of a run. */
export type Run = Readonly<Record<LaneId, LaneState>>;

/** A run that was changed. */
export interface EarlierRun {
  readonly lanes: Run;
  /** Names of the changes that were made to it, in their order: “dirty_ratio 20 % to 10 %”. */
  readonly changes: readonly string[];
  /** Wall time of the last change. */
  readonly changedMs: number;
}

/** Changes that follow the previous one within this wall time are compared together. */
const TOGETHER_MS = 10_000;

let earlier: EarlierRun | null = null;

/** Returns the run before the last change; null if there is none. */
export function earlierRun(): EarlierRun | null {
  return earlier;
}

/** Keeps the runs that the Lab changes from now on. */
export function keepEarlierRuns(): void {
  lab.beforeRun = (what) => {
    earlier = what === null ? null : before(what, performance.now());
  };
}

/**
 * Returns the run to compare with after a change. Usually this is the current run. If the current run is itself the
 * result of a recent change, it is the run before that change, because users often move a control in several steps.
 */
function before(what: string, wallMs: number): EarlierRun | null {
  const seeks = useLab.getState().goalNs !== null;
  if (earlier && (seeks || wallMs - earlier.changedMs < TOGETHER_MS)) {
    return { ...earlier, changes: [...earlier.changes, what], changedMs: wallMs };
  }
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  if (!a || !b || seeks || lab.lanes.nowNs() === 0) {
    return null;
  }
  for (const lane of [a, b]) {
    // After a seek back, the samples of later times are hidden.
    lane.history.stand(lane.reachedNs);
  }
  return { lanes: { a, b }, changes: [what], changedMs: wallMs };
}
