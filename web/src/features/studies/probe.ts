/** Sees how long a run takes here. */
import { RunPool, type RunWorker } from '../../core/runs/pool.ts';
import type { StudyJob } from './desk/protocol.ts';
import type { RunTime } from './store.ts';

/** After so long it is known to take longer. */
const PATIENCE_MS = 3000;

/** Carries one run out, for a while. */
export class Probe {
  readonly #makeWorker: () => RunWorker;
  #pool: RunPool | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: (time: RunTime | null) => void = () => undefined;

  constructor(makeWorker: () => RunWorker) {
    this.#makeWorker = makeWorker;
  }

  /** The time; null where the run failed or was stopped. `keep` takes the result of a run that ended. */
  time(job: StudyJob, keep: (result: string, ms: number) => void): Promise<RunTime | null> {
    return new Promise((resolve) => {
      this.#end = (time) => {
        clearTimeout(this.#timer);
        resolve(time);
      };
      let sinceMs = performance.now();
      this.#pool = new RunPool(1, this.#makeWorker, {
        started: () => {
          sinceMs = performance.now();
        },
        now: () => undefined,
        done: (_, result) => {
          const ms = performance.now() - sinceMs;
          keep(result, ms);
          this.#end({ ms, more: false });
        },
        failed: () => this.#end(null),
        idle: () => undefined,
      });
      this.#timer = setTimeout(() => {
        this.#pool?.cancel();
        this.#end({ ms: PATIENCE_MS, more: true });
      }, PATIENCE_MS);
      this.#pool.start([[job]]);
    });
  }

  /** Stops it. */
  stop(): void {
    this.#pool?.cancel();
    this.#end(null);
  }
}
