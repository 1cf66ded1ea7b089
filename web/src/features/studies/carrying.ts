/** Carries out the runs of a study in a pool of workers, fetching them from the plan in portions. */
import { formatCount } from '../../base/format.ts';
import { batchesOf } from '../../core/runs/group.ts';
import { poolSize, Progress, RunPool, type Job, type RunWorker } from '../../core/runs/pool.ts';
import type { RunTime, StudyJob } from './desk/client.ts';
import type { Work } from './store.ts';

/**
 * Number of jobs fetched at once: not all, because a study may have a hundred thousand, each with a document. Jobs that
 * differ only in mechanisms share their common part. The first portion is small, so that runs start soon; later ones
 * are larger, so that more jobs share their common part.
 */
const [FETCH_FIRST, FETCH] = [32, 256];
/** Fetch more jobs when fewer than this many are waiting, because the pool ends a worker for which it has no job. */
const WAITING_LEAST = 16;
/** Wall time between two progress reports. */
const TELL_EVERY_MS = 500;

interface CarryingListener {
  /** Returns the next jobs after this one; fewer than `most` if there are no more. */
  fetch: (after: StudyJob | null, most: number) => Promise<StudyJob[]>;
  done: (job: StudyJob, result: string, ms: number) => void;
  failed: (job: StudyJob, message: string) => void;
  tell: (work: Work) => void;
  /** Called when all runs are done, or the plan has no more. */
  over: () => void;
}

/** Runs that are carried out together, on one machine. */
interface Batch {
  /** Runs without a result. The first of them is the one whose time is measured for the batch. */
  left: Set<number>;
  name: string;
  nowNs: number;
  /** Wall time at which its last result arrived, or at which it started. */
  sinceMs: number;
}

/** Carries out a set of runs that were started together. */
export class Carrying {
  readonly #listener: CarryingListener;
  readonly #pool: RunPool;
  readonly #progress: Progress;
  /** The batches by run. */
  readonly #batches = new Map<number, Batch>();
  readonly #work: Omit<Work, 'running' | 'leftMs'>;
  readonly #timer: ReturnType<typeof setInterval>;
  readonly #jobs = new Map<number, StudyJob>();
  #last: StudyJob | null = null;
  readonly #waiting = new Set<number>();
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
      started: (jobs) => this.#started(jobs),
      now: ([job], nowNs) => {
        const batch = job && this.#batches.get(job.run);
        if (batch) {
          batch.nowNs = nowNs;
        }
      },
      done: ({ run }, result) => {
        const { job, ms } = this.#endOf(run);
        if (job) {
          listener.done(job, result, ms);
        }
      },
      failed: ({ run }, message) => {
        const { job } = this.#endOf(run);
        if (job) {
          this.#work.failed += 1;
          listener.failed(job, message);
        }
      },
      idle: () => this.#look(),
    });
    this.#timer = setInterval(() => this.#tell(), TELL_EVERY_MS);
    this.#tell();
    void this.#fetch();
  }

  /** Stops; results so far are kept. */
  cancel(): void {
    this.#ended = true;
    clearInterval(this.#timer);
    this.#pool.cancel();
  }

  #started(jobs: readonly Job[]): void {
    const [first] = jobs;
    if (!first) {
      return;
    }
    const sinceMs = performance.now();
    const name =
      jobs.length === 1 ? first.name : `${formatCount(jobs.length)} runs with the same beginning`;
    const batch = { left: new Set(jobs.map(({ run }) => run)), name, nowNs: 0, sinceMs };
    for (const run of batch.left) {
      this.#waiting.delete(run);
      this.#batches.set(run, batch);
    }
    this.#progress.begin(first.run, sinceMs);
  }

  /** Records that a run of a batch has ended, successfully or not; returns its share of the batch's time. */
  #endOf(run: number): { job: StudyJob | undefined; ms: number } {
    const job = this.#jobs.get(run);
    const batch = this.#batches.get(run);
    const nowMs = performance.now();
    let ms = 0;
    if (batch) {
      ms = nowMs - batch.sinceMs;
      batch.sinceMs = nowMs;
      this.#progress.end(firstOf(batch) ?? run, nowMs);
      batch.left.delete(run);
      const next = firstOf(batch);
      if (next !== undefined) {
        this.#progress.begin(next, nowMs);
      }
    }
    this.#batches.delete(run);
    this.#jobs.delete(run);
    this.#work.done = this.#progress.done;
    if (this.#waiting.size < WAITING_LEAST && !this.#all) {
      void this.#fetch();
    }
    return { job, ms };
  }

  async #fetch(): Promise<void> {
    if (this.#fetching) {
      return;
    }
    this.#fetching = true;
    const most = this.#last ? FETCH : FETCH_FIRST;
    const jobs = await this.#listener.fetch(this.#last, most);
    this.#fetching = false;
    if (this.#ended) {
      return;
    }
    this.#last = jobs.at(-1) ?? this.#last;
    this.#all = jobs.length < most;
    for (const job of jobs) {
      this.#waiting.add(job.run);
      this.#jobs.set(job.run, job);
    }
    if (jobs.length > 0) {
      this.#pool.start(batchesOf(jobs, this.#work.workers));
    } else {
      this.#look();
    }
  }

  /** Checks whether all runs are done. */
  #look(): void {
    if (this.#all && !this.#fetching && !this.#ended && this.#pool.working === 0) {
      this.cancel();
      this.#listener.over();
    }
  }

  #tell(): void {
    const running = [...new Set(this.#batches.values())].map(({ name, nowNs }) => ({
      name,
      nowNs,
    }));
    const leftMs = this.#progress.leftMs(performance.now());
    this.#listener.tell({ ...this.#work, running, leftMs });
  }
}

/** Returns the run whose time is measured for a batch; undefined if all have ended. */
function firstOf({ left }: Batch): number | undefined {
  return [...left][0];
}

// Measures how long a run takes here.

/** Wall time after which the measurement stops. It then reports only that the run takes longer. */
const PATIENCE_MS = 3000;

/** Carries out one run, for a limited time. */
export class Probe {
  readonly #makeWorker: () => RunWorker;
  #pool: RunPool | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #end: (time: RunTime | null) => void = () => undefined;

  constructor(makeWorker: () => RunWorker) {
    this.#makeWorker = makeWorker;
  }

  /** Returns the time; null if the run failed or was stopped. `keep` is called with the result of a run that ended. */
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
          this.#end({ ms, runs: 1, more: false });
        },
        failed: () => this.#end(null),
        idle: () => undefined,
      });
      this.#timer = setTimeout(() => {
        this.#pool?.cancel();
        this.#end({ ms: PATIENCE_MS, runs: 0, more: true });
      }, PATIENCE_MS);
      this.#pool.start([[job]]);
    });
  }

  /** Stops the run. */
  stop(): void {
    this.#pool?.cancel();
    this.#end(null);
  }
}
