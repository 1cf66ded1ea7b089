/** Runs with other seeds for the report, their progress and their results. */
import { create } from 'zustand';

import { SampleHistory } from '../../core/figures/history.ts';
import type { LaneSeries } from '../../core/figures/metrics.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, laneDocument, type LaneId } from '../../core/lab/lanes.ts';
import type { SeedAnswer, SeedRequest } from '../../engine/seed.worker.ts';
import { Silence } from '../../engine/problems.ts';
import type { Scenario } from '../../engine/types.ts';

/** Both lanes with one seed. */
export interface SeedPair {
  seed: number;
  pair: Record<LaneId, LaneSeries>;
}

/** State of the runs, which continue while the user writes, or closes the report. */
interface SeedsState {
  /** The run and the time to which they belong; empty before there are any. */
  key: string;
  status: 'none' | 'running' | 'stopped' | 'failed' | 'done';
  /** Number of runs of one lane each, and the share of their virtual time that is done, 0 to 1. */
  jobs: number;
  share: number;
  /** Seeds whose lanes are both done. */
  done: readonly SeedPair[];
  message: string;
}

const NONE: SeedsState = { key: '', status: 'none', jobs: 0, share: 0, done: [], message: '' };

/** The store of the runs. */
export const useSeeds = create<SeedsState>()(() => NONE);

/** Returns this many seeds, starting with the scenario's seed. */
export function seedsFrom({ seed = 1 }: Pick<Scenario, 'seed'>, count: number): number[] {
  return Array.from({ length: count }, (_, at) =>
    Number.isSafeInteger(seed + at) ? seed + at : at,
  );
}

/** Returns a key for a run and a time. */
export function keyOf(scenario: Scenario, nowNs: number): string {
  return JSON.stringify([...LANES.map((lane) => laneDocument(scenario, lane)), nowNs]);
}

let runs: SeedRuns | null = null;

/** Runs the scenario with `count` seeds in total; the run with the page's seed is done already. */
export function runSeeds(
  scenario: Scenario,
  nowNs: number,
  count: number,
  shown: Record<LaneId, LaneSeries>,
  makeWorker: () => SeedWorker = newWorker,
): void {
  const { module } = lab;
  if (!module) {
    return;
  }
  runs?.cancel();
  const jobs = seedsFrom(scenario, count)
    .slice(1)
    .flatMap((seed) =>
      LANES.map((lane) => ({ seed, lane, document: laneDocument({ ...scenario, seed }, lane) })),
    );
  const key = keyOf(scenario, nowNs);
  useSeeds.setState({ ...NONE, key, status: 'running', jobs: jobs.length });
  const reached = new Map<SeedJob, number>();
  const results = new Map<number, Partial<Record<LaneId, LaneSeries>>>();
  const tell = (job: SeedJob, ns: number) => {
    reached.set(job, Math.min(1, ns / nowNs));
    const sum = [...reached.values()].reduce((all, share) => all + share, 0);
    useSeeds.setState({ share: sum / jobs.length });
  };
  runs = new SeedRuns(jobs, { module, untilNs: nowNs }, makeWorker, {
    now: tell,
    done: (job, result) => {
      tell(job, nowNs);
      const lanes = { ...results.get(job.seed), [job.lane]: seriesOf(result, shown[job.lane]) };
      results.set(job.seed, lanes);
      const { a, b } = lanes;
      if (a && b) {
        const { done } = useSeeds.getState();
        useSeeds.setState({ done: [...done, { seed: job.seed, pair: { a, b } }] });
      }
    },
    failed: ({ seed, lane }, message) => {
      const what = `Lane ${lane.toUpperCase()} with seed ${seed} could not be run: ${message}`;
      useSeeds.setState({ status: 'failed', message: what });
    },
    over: () => useSeeds.setState({ status: 'done', share: 1 }),
  });
  runs.start(Math.min(jobs.length, workersFor(navigator.hardwareConcurrency || 1)));
}

/** Stops the runs; results so far are kept. */
export function cancelSeeds(): void {
  runs?.cancel();
  useSeeds.setState({ status: 'stopped' });
}

/** Cancels and forgets runs that belong to another run or time. */
export function forgetOthers(key: string): void {
  if (useSeeds.getState().key !== key) {
    runs?.cancel();
    useSeeds.setState(NONE);
  }
}

/** Returns a run in the form that measures read; its samples have the same columns as those of the current lane. */
function seriesOf({ sample, past, nowNs, finished }: SeedResult, shown: LaneSeries): LaneSeries {
  const history = new SampleHistory(sample.length);
  const width = sample.length + 1;
  for (let at = 0; at + width <= past.length; at += width) {
    history.add(past[at] ?? 0, past.subarray(at + 1, at + width));
  }
  return { index: shown.index, history, now: sample, nowNs, finished };
}

function newWorker(): SeedWorker {
  return new Worker(new URL('../../engine/seed.worker.ts', import.meta.url), { type: 'module' });
}

// Carries out runs of both lanes with other seeds, several at a time.

/** One lane with one seed. */
interface SeedJob {
  seed: number;
  lane: LaneId;
  document: string;
}

type SeedResult = Extract<SeedAnswer, { kind: 'done' }>;

/** The part of a worker that is used here. */
export interface SeedWorker {
  onmessage: ((event: MessageEvent<SeedAnswer>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(request: SeedRequest): void;
  terminate(): void;
}

interface SeedListener {
  now: (job: SeedJob, nowNs: number) => void;
  done: (job: SeedJob, result: SeedResult) => void;
  /** After this, no further runs are carried out. */
  failed: (job: SeedJob, message: string) => void;
  /** All runs are done. */
  over: () => void;
}

/** Maximum number of workers: both lanes of the page already have a worker each, and each machine needs memory. */
const WORKERS_MAX = 4;

/** Returns the number of workers to start: one processor stays free for the page. */
function workersFor(processors: number): number {
  return Math.min(WORKERS_MAX, Math.max(1, Math.floor(processors) - 1));
}

/** The runs started together. */
class SeedRuns {
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

  /** Starts the runs with this many workers. */
  start(workers: number): void {
    for (let worker = 0; worker < workers; worker += 1) {
      this.#next();
    }
  }

  /** Cancels all runs, including those that have not started. */
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
    const silence = new Silence(() => fail('its worker does not respond.'));
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
