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
  /** Number of steps in which they were made. */
  readonly steps: number;
  /** Wall time of the last change. */
  readonly changedMs: number;
}

/** Changes that follow the previous one within this wall time are compared with the same earlier run. */
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
function before(what: string, wallMs: number): EarlierRun | null {
  const seeks = useLab.getState().goalNs !== null;
  const last = earlier?.changes.at(-1);
  const same = last === undefined ? null : combined(last, what);
  if (earlier?.changes.length === 1 && same === '') {
    return null;
  }
  if (earlier && (same !== null || seeks || wallMs - earlier.changedMs < TOGETHER_MS)) {
    const changes =
      same === null ? [...earlier.changes, what] : [...earlier.changes.slice(0, -1), same];
    return {
      ...earlier,
      changes: changes.filter((name) => name !== ''),
      steps: earlier.steps + 1,
      changedMs: wallMs,
    };
  }
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  if (!a || !b || seeks || lab.lanes.nowNs() === 0) {
    return null;
  }
  for (const lane of [a, b]) {
    // After a seek back, the history hides the samples of later times: show them again.
    lane.history.stand(lane.reachedNs);
  }
  return { lanes: { a, b }, changes: [what], steps: 1, changedMs: wallMs };
}
