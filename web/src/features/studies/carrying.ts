/** Carries runs of a study out: in a pool of workers, fetching them from the plan some at a time. */
import { Progress } from '../../core/runs/progress.ts';
import { RunPool, poolSize, type RunWorker } from '../../core/runs/pool.ts';
import type { StudyJob } from './desk/protocol.ts';
import type { Work } from './store.ts';

/** Jobs that are fetched at once: a document each, of which a study may have a hundred thousand. */
const FETCH = 64;
/** Fewer than so many that wait, and more are fetched: a worker without a job ends. */
const WAITING_LEAST = 16;
/** How often it is told how far the runs are. */
const TELL_EVERY_MS = 500;

/** Who listens. */
export interface CarryingListener {
  /** The next jobs after this one; fewer than asked for where there are no more. */
  fetch: (after: StudyJob | null, most: number) => Promise<StudyJob[]>;
  done: (job: StudyJob, result: string, ms: number) => void;
  failed: (job: StudyJob, message: string) => void;
  tell: (work: Work) => void;
  /** All are done, or the plan gives no more. */
  over: () => void;
}

/** The runs of one press of a button. */
export class Carrying {
  readonly #listener: CarryingListener;
  readonly #pool: RunPool;
  readonly #progress: Progress;
  readonly #running = new Map<number, { job: StudyJob; nowNs: number; sinceMs: number }>();
  readonly #work: Omit<Work, 'running' | 'leftMs'>;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #jobs = new Map<number, StudyJob>();
  #last: StudyJob | null = null;
  #waiting = 0;
  #all = false;
  #fetching = false;
  #ended = false;

  constructor(
    kind: Work['kind'],
    all: number,
    makeWorker: () => RunWorker,
    listener: CarryingListener,
  ) {
    this.#listener = listener;
    const workers = Math.min(poolSize(navigator.hardwareConcurrency || 1), Math.max(1, all));
    this.#progress = new Progress(all, workers);
    this.#work = { kind, all, done: 0, failed: 0, workers };
    this.#pool = new RunPool(workers, makeWorker, {
      started: ({ run }) => this.#started(run),
      now: ({ run }, nowNs) => {
        const running = this.#running.get(run);
        if (running) {
          running.nowNs = nowNs;
        }
      },
      done: ({ run }, result) => {
        const ended = this.#endOf(run);
        if (ended) {
          listener.done(ended.job, result, performance.now() - ended.sinceMs);
        }
      },
      failed: ({ run }, message) => {
        const ended = this.#endOf(run);
        if (ended) {
          this.#work.failed += 1;
          listener.failed(ended.job, message);
        }
      },
      idle: () => this.#look(),
    });
    this.#timer = setInterval(() => this.#tell(), TELL_EVERY_MS);
    this.#tell();
    void this.#fetch();
  }

  /** Stops; what is done stays. */
  cancel(): void {
    this.#ended = true;
    clearInterval(this.#timer);
    this.#pool.cancel();
  }

  #started(run: number): void {
    const job = this.#jobs.get(run);
    if (job) {
      this.#waiting -= 1;
      const sinceMs = performance.now();
      this.#progress.begin(run, sinceMs);
      this.#running.set(run, { job, nowNs: 0, sinceMs });
    }
  }

  #endOf(run: number) {
    const running = this.#running.get(run);
    this.#running.delete(run);
    this.#jobs.delete(run);
    this.#progress.end(run, performance.now());
    this.#work.done = this.#progress.done;
    if (this.#waiting < WAITING_LEAST && !this.#all) {
      void this.#fetch();
    }
    return running;
  }

  async #fetch(): Promise<void> {
    if (this.#fetching) {
      return;
    }
    this.#fetching = true;
    const jobs = await this.#listener.fetch(this.#last, FETCH);
    this.#fetching = false;
    if (this.#ended) {
      return;
    }
    this.#last = jobs.at(-1) ?? this.#last;
    this.#all = jobs.length < FETCH;
    this.#waiting += jobs.length;
    jobs.forEach((job) => this.#jobs.set(job.run, job));
    if (jobs.length > 0) {
      this.#pool.start(jobs);
    } else {
      this.#look();
    }
  }

  /** Sees whether that was all. */
  #look(): void {
    if (this.#all && !this.#fetching && !this.#ended && this.#pool.working === 0) {
      this.cancel();
      this.#listener.over();
    }
  }

  #tell(): void {
    const running = [...this.#running.values()].map(({ job: { name }, nowNs }) => ({
      name,
      nowNs,
    }));
    const leftMs = this.#progress.leftMs(performance.now());
    this.#listener.tell({ ...this.#work, running, leftMs });
  }
}
