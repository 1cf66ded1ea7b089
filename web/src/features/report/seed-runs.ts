/** Carries out runs of both lanes with other seeds, several at once. */
import type { LaneId } from '../../core/lab/lanes.ts';
import type { SeedAnswer, SeedRequest } from '../../engine/seed.worker.ts';
import { Silence } from '../../engine/silence.ts';

/** One lane with one seed. */
export interface SeedJob {
  seed: number;
  lane: LaneId;
  document: string;
}

/** What came of it. */
export type SeedResult = Extract<SeedAnswer, { kind: 'done' }>;

/** As much of a worker as this uses. */
export interface SeedWorker {
  onmessage: ((event: MessageEvent<SeedAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: SeedRequest): void;
  terminate(): void;
}

/** Who listens. */
export interface SeedListener {
  now: (job: SeedJob, nowNs: number) => void;
  done: (job: SeedJob, result: SeedResult) => void;
  /** Nothing more is carried out after this. */
  failed: (job: SeedJob, message: string) => void;
  /** All are done. */
  over: () => void;
}

/** Both lanes of the page have a worker each already, and each machine has its memory. */
const WORKERS_MAX = 4;

/** How many workers to start: one processor stays free for the page. */
export function workersFor(processors: number): number {
  return Math.min(WORKERS_MAX, Math.max(1, Math.floor(processors) - 1));
}

/** The runs of one press of the button. */
export class SeedRuns {
  readonly #makeWorker: () => SeedWorker;
  readonly #request: Omit<SeedRequest, 'document'>;
  readonly #listener: SeedListener;
  readonly #waiting: SeedJob[];
  readonly #busy = new Map<SeedWorker, Silence>();

  constructor(
    jobs: readonly SeedJob[],
    request: Omit<SeedRequest, 'document'>,
    makeWorker: () => SeedWorker,
    listener: SeedListener,
  ) {
    this.#waiting = [...jobs];
    this.#request = request;
    this.#makeWorker = makeWorker;
    this.#listener = listener;
  }

  /** Begins, with so many workers at once. */
  start(workers: number): void {
    for (let worker = 0; worker < workers; worker += 1) {
      this.#next();
    }
  }

  /** Ends every run that is under way. */
  cancel(): void {
    this.#waiting.length = 0;
    for (const worker of [...this.#busy.keys()]) {
      this.#end(worker);
    }
  }

  #next(): void {
    const job = this.#waiting.shift();
    if (!job) {
      if (this.#busy.size === 0) {
        this.#listener.over();
      }
      return;
    }
    const worker = this.#makeWorker();
    const fail = (message: string) => {
      this.cancel();
      this.#listener.failed(job, message);
    };
    const silence = new Silence(() => fail('its worker does not answer.'));
    this.#busy.set(worker, silence);
    silence.expect();
    worker.onmessage = ({ data }) => {
      silence.heard();
      if (data.kind === 'running') {
        this.#listener.now(job, data.nowNs);
      } else if (data.kind === 'failed') {
        fail(data.message);
      } else {
        this.#end(worker);
        this.#listener.done(job, data);
        this.#next();
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail(event.message || 'its worker could not be started.');
    };
    worker.postMessage({ ...this.#request, document: job.document });
  }

  #end(worker: SeedWorker): void {
    this.#busy.get(worker)?.end();
    this.#busy.delete(worker);
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
  }
}
