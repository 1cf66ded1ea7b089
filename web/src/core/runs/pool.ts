/** Several workers that share a list of runs. */
import { Silence } from '../../engine/silence.ts';

/** A run to carry out. */
export interface Job {
  /** Number of the run in the plan. */
  run: number;
  name: string;
  /** The scenario. */
  document: string;
  measures: readonly string[];
}

/** To the worker. */
export type ToRunner = { kind: 'start'; module: WebAssembly.Module } | { kind: 'run'; job: Job };

/** From the worker. */
export type FromRunner =
  | { kind: 'now'; nowNs: number }
  /** Digest and measures of the run, as JSON. */
  | { kind: 'done'; result: string }
  /** `broken` means that the engine cannot be used again. */
  | { kind: 'failed'; message: string; broken: boolean };

/** More would want more memory than a laptop has to spare. */
const WORKERS_MAX = 8;

/** How many workers to start: one processor stays free for the page. */
export function poolSize(processors: number): number {
  return Math.min(WORKERS_MAX, Math.max(1, Math.floor(processors) - 1));
}

/** As much of a worker as the pool uses. */
export interface RunWorker {
  onmessage: ((event: MessageEvent<FromRunner>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToRunner): void;
  terminate(): void;
}

/** Who listens to the pool. */
export interface PoolListener {
  started: (job: Job) => void;
  now: (job: Job, nowNs: number) => void;
  done: (job: Job, result: string) => void;
  failed: (job: Job, message: string) => void;
  /** Nothing is left to do. */
  idle: () => void;
}

/** Carries runs out, several at once. */
export class RunPool {
  readonly #makeWorker: () => RunWorker;
  readonly #listener: PoolListener;
  readonly #size: number;
  #waiting: Job[] = [];
  #busy = new Map<RunWorker, { job: Job; silence: Silence }>();

  constructor(size: number, makeWorker: () => RunWorker, listener: PoolListener) {
    this.#size = size;
    this.#makeWorker = makeWorker;
    this.#listener = listener;
  }

  /** Workers that carry a run out. */
  get working(): number {
    return this.#busy.size;
  }

  /** Carries runs out in this order. */
  start(jobs: readonly Job[]): void {
    this.#waiting.push(...jobs);
    while (this.#busy.size < this.#size && this.#next(null)) {
      // Each turn starts one more worker.
    }
    if (this.#busy.size === 0) {
      this.#listener.idle();
    }
  }

  /** Ends every worker at once; what is done stays done. */
  cancel(): void {
    this.#waiting = [];
    for (const [worker, { silence }] of this.#busy) {
      silence.end();
      this.#end(worker);
    }
    this.#busy.clear();
  }

  /** Gives the next run to a worker, or to a new one; false if there is none. */
  #next(idle: RunWorker | null): boolean {
    const job = this.#waiting.shift();
    if (!job) {
      if (idle) {
        this.#end(idle);
      }
      return false;
    }
    const worker = idle ?? this.#made();
    const silence = new Silence(() => {
      this.#take(worker, { kind: 'failed', message: 'The worker does not answer', broken: true });
    });
    silence.expect();
    this.#busy.set(worker, { job, silence });
    this.#listener.started(job);
    worker.postMessage({ kind: 'run', job });
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
    const { job, silence } = this.#busy.get(worker) ?? {};
    if (!job || !silence) {
      return;
    }
    silence.heard();
    if (message.kind === 'now') {
      this.#listener.now(job, message.nowNs);
      return;
    }
    silence.end();
    this.#busy.delete(worker);
    if (message.kind === 'done') {
      this.#listener.done(job, message.result);
    } else {
      this.#listener.failed(job, message.message);
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

  #end(worker: RunWorker): void {
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
  }
}

/** A worker with the module of the runs. */
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
