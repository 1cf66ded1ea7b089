/** A pool of workers for a list of runs, the module that they use, and an estimate of the remaining time. */
import runsUrl from '../../engine/pkg/runs_bg.wasm?url';
import { Silence } from '../../engine/problems.ts';
import { compile } from '../../engine/wasm.ts';

/** A run to carry out. */
export interface Job {
  /** Number of the run in the plan. */
  run: number;
  name: string;
  /** The scenario as JSON. */
  document: string;
  measures: readonly string[];
}

/** Message to a worker. The runs of a message differ only in mechanisms; their common part is carried out once. */
export type ToRunner =
  { kind: 'start'; module: WebAssembly.Module } | { kind: 'run'; jobs: readonly Job[] };

/** Message from a worker. */
export type FromRunner =
  | { kind: 'now'; nowNs: number }
  /** A run has ended: its index among the runs of the message, and its digest and measures as JSON. */
  | { kind: 'done'; at: number; result: string }
  /** `broken`: the engine cannot be used again. */
  | { kind: 'failed'; message: string; broken: boolean };

/** More workers would need more memory than a laptop has to spare. */
const WORKERS_MAX = 8;

/**
 * Returns the number of workers to start. One processor stays free for the page, unless there are only two: one of two
 * would be half of the machine.
 */
export function poolSize(processors: number): number {
  const free = processors > 2 ? 1 : 0;
  return Math.min(WORKERS_MAX, Math.max(1, Math.floor(processors) - free));
}

/** The part of a worker that the pool uses. */
export interface RunWorker {
  onmessage: ((event: MessageEvent<FromRunner>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToRunner): void;
  terminate(): void;
}

export interface PoolListener {
  /** These runs have started together. */
  started: (jobs: readonly Job[]) => void;
  /** The machine of these runs has reached this virtual time. */
  now: (jobs: readonly Job[], nowNs: number) => void;
  done: (job: Job, result: string) => void;
  failed: (job: Job, message: string) => void;
  /** No run is left. */
  idle: () => void;
}

/** Carries out runs, several at a time. */
export class RunPool {
  readonly #makeWorker: () => RunWorker;
  readonly #listener: PoolListener;
  readonly #size: number;
  #waiting: (readonly Job[])[] = [];
  #busy = new Map<RunWorker, { jobs: readonly Job[]; left: Set<Job>; silence: Silence }>();

  constructor(size: number, makeWorker: () => RunWorker, listener: PoolListener) {
    this.#size = size;
    this.#makeWorker = makeWorker;
    this.#listener = listener;
  }

  /** Number of workers that are carrying out a run. */
  get working(): number {
    return this.#busy.size;
  }

  /**
   * Carries out runs in this order, each batch together on one machine: the runs of a batch may differ only in
   * mechanisms.
   */
  start(batches: readonly (readonly Job[])[]): void {
    this.#waiting.push(...batches);
    while (this.#busy.size < this.#size && this.#next(null)) {
      // Each iteration starts one more worker.
    }
    if (this.#busy.size === 0) {
      this.#listener.idle();
    }
  }

  /** Terminates all workers at once; results so far are kept. */
  cancel(): void {
    this.#waiting = [];
    for (const [worker, { silence }] of this.#busy) {
      silence.end();
      this.#end(worker);
    }
    this.#busy.clear();
  }

  /** Gives the next batch to a worker, or to a new one; returns false if none is left. */
  #next(idle: RunWorker | null): boolean {
    const jobs = this.#waiting.shift();
    if (!jobs) {
      if (idle) {
        this.#end(idle);
      }
      return false;
    }
    const worker = idle ?? this.#made();
    const silence = new Silence(() => {
      this.#take(worker, { kind: 'failed', message: 'The worker does not respond', broken: true });
    });
    silence.expect();
    this.#busy.set(worker, { jobs, left: new Set(jobs), silence });
    this.#listener.started(jobs);
    worker.postMessage({ kind: 'run', jobs });
    return true;
  }

  #made(): RunWorker {
    const worker = this.#makeWorker();
    worker.onmessage = ({ data }) => this.#take(worker, data);
    worker.onerror = (event) => {
      event.preventDefault();
      const message = event.message || 'The worker could not be started';
      this.#take(worker, { kind: 'failed', message, broken: true });
    };
    return worker;
  }

  #take(worker: RunWorker, message: FromRunner): void {
    const { jobs, left, silence } = this.#busy.get(worker) ?? {};
    if (!jobs || !left || !silence) {
      return;
    }
    silence.heard();
    if (message.kind === 'now') {
      this.#listener.now(jobs, message.nowNs);
      return;
    }
    if (message.kind === 'done') {
      const job = jobs[message.at];
      if (job && left.delete(job)) {
        this.#listener.done(job, message.result);
      }
      if (left.size > 0) {
        return;
      }
    }
    silence.end();
    this.#busy.delete(worker);
    if (message.kind === 'failed') {
      this.#failed(jobs, left, message.message);
    }
    const broken = message.kind === 'failed' && message.broken;
    if (broken) {
      this.#end(worker);
    }
    this.#next(broken ? null : worker);
    if (this.#busy.size === 0) {
      this.#listener.idle();
    }
  }

  /**
   * Reports the failure of a single run. If several ran together, any may be the cause, so the unfinished ones are
   * retried one by one.
   */
  #failed(jobs: readonly Job[], left: ReadonlySet<Job>, message: string): void {
    if (jobs.length > 1) {
      this.#waiting.unshift(...[...left].map((job) => [job]));
    } else {
      left.forEach((job) => this.#listener.failed(job, message));
    }
  }

  #end(worker: RunWorker): void {
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
  }
}

/** Starts a worker with the runs module. */
export function newRunWorker(module: WebAssembly.Module): RunWorker {
  const worker = new Worker(new URL('./runner.worker.ts', import.meta.url), { type: 'module' });
  const own: RunWorker = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => worker.postMessage(message),
    terminate: () => worker.terminate(),
  };
  worker.onmessage = (event: MessageEvent<FromRunner>) => own.onmessage?.(event);
  worker.onerror = (event) => own.onerror?.(event);
  own.postMessage({ kind: 'start', module });
  return own;
}

/** Identifies the build of the engine: the module's address contains a digest. */
export const engineBuild: string = runsUrl;

/** Downloads and compiles the runs module. */
export function compileRuns(): Promise<WebAssembly.Module> {
  return compile(runsUrl);
}

/** Progress of a list of runs, and an estimate of the remaining time. */
export class Progress {
  readonly #all: number;
  readonly #workers: number;
  readonly #started = new Map<number, number>();
  #tookMs = 0;
  #done = 0;

  constructor(all: number, workers: number) {
    this.#all = all;
    this.#workers = workers;
  }

  /** Records that a run has started; of runs that share a machine, only one at a time counts as started. */
  begin(run: number, wallMs: number): void {
    this.#started.set(run, wallMs);
  }

  /** Records that a run has ended, successfully or not. */
  end(run: number, wallMs: number): void {
    this.#tookMs += wallMs - (this.#started.get(run) ?? wallMs);
    this.#started.delete(run);
    this.#done += 1;
  }

  /** Number of runs that have ended. */
  get done(): number {
    return this.#done;
  }

  /** Remaining wall time; null before the first run has ended. */
  leftMs(wallMs: number): number | null {
    if (this.#done === 0) {
      return null;
    }
    const mean = this.#tookMs / this.#done;
    const waiting = this.#all - this.#done - this.#started.size;
    const underWay = [...this.#started.values()].map((begun) =>
      Math.max(0, mean - (wallMs - begun)),
    );
    const work = waiting * mean + underWay.reduce((sum, left) => sum + left, 0);
    return work / Math.max(1, Math.min(this.#workers, this.#all - this.#done));
  }
}

/** Describes a remaining time for people. */
export function formatLeft(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) {
    return 'a few seconds left';
  }
  if (seconds < 90) {
    return `about ${Math.round(seconds / 10) * 10} s left`;
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}
