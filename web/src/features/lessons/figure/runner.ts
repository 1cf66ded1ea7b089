/** Runs the machines of figures in one worker, and keeps the latest results. */
import { lab } from '../../../core/lab/lab.ts';
import { laneDocument, type LaneId } from '../../../core/lab/lanes.ts';
import { checkText } from '../../../engine/documents.ts';
import type { FigureRun } from '../../../engine/figure-run.ts';
import type { FigureAnswer, FigureRequest } from '../../../engine/figure.worker.ts';
import { sentenceOf } from '../../../engine/problems.ts';
import type { Scenario } from '../../../engine/types.ts';
import { POINTS } from './figure.tsx';

/** Maximum number of pages of a figure's machine: the size of the largest machine in the postings. */
const PAGES_MAX = 1_100_000;
/** Wall time after which a run is cancelled: no reader waits longer for a figure. */
const PATIENCE_MS = 30_000;
/** Maximum number of results kept, enough for one article. */
const KEPT = 160;

/** A finished run, or why it failed. */
export type Outcome = { run: FigureRun } | { problem: string };

/** A requested run. */
export interface Wanted {
  scenario: Scenario;
  lane: LaneId;
  untilNs: number;
}

/** Returns the key under which the result of a run is kept. */
function keyOf({ scenario, lane, untilNs }: Wanted): string {
  return `${untilNs}/${laneDocument(scenario, lane)}`;
}

/** The runs of all figures, computed one at a time. */
class FigureRuns {
  readonly #kept = new Map<string, Outcome>();
  readonly #listeners = new Set<() => void>();
  #queue: Wanted[] = [];
  #busy = false;
  /** Number of calls of `stop`. Results of runs that started before the last call are dropped. */
  #stops = 0;
  #worker: Worker | null = null;
  #giveUp: (() => void) | null = null;

  /** Calls back whenever a run is finished; returns a function that unsubscribes. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Returns the result of a run; undefined while it is not finished. */
  get(wanted: Wanted): Outcome | undefined {
    return this.#kept.get(keyOf(wanted));
  }

  /** Requests runs, in this order and before those requested earlier. */
  want(wanted: readonly Wanted[]): void {
    const keys = new Set(wanted.map(keyOf));
    // A run that failed is tried again when it is requested again.
    keys.forEach((key) => {
      const kept = this.#kept.get(key);
      if (kept && 'problem' in kept) {
        this.#kept.delete(key);
      }
    });
    const others = this.#queue.filter((other) => !keys.has(keyOf(other)));
    this.#queue = [...wanted, ...others].filter((one) => !this.#kept.has(keyOf(one)));
    void this.#work();
  }

  /** Terminates the worker, and drops the requests. */
  stop(): void {
    this.#queue = [];
    this.#stops += 1;
    this.#giveUp?.();
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #work(): Promise<void> {
    if (this.#busy) {
      return;
    }
    this.#busy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const key = keyOf(next);
      if (!this.#kept.has(key)) {
        const outcome = await this.#run(next);
        if (outcome) {
          this.#keep(key, outcome);
        }
      }
    }
    this.#busy = false;
  }

  #keep(key: string, outcome: Outcome): void {
    this.#kept.set(key, outcome);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > KEPT && oldest !== undefined) {
      this.#kept.delete(oldest);
    }
    this.#listeners.forEach((listener) => listener());
  }

  /** Runs one request; returns null if it was cancelled. */
  async #run({ scenario, lane, untilNs }: Wanted): Promise<Outcome | null> {
    const { module } = lab;
    const stops = this.#stops;
    // The engine only takes validated documents, and a lesson may come from anyone.
    const checked = await checkText(JSON.stringify(scenario));
    if (!checked.scenario) {
      return { problem: (checked.problems ?? []).slice(0, 2).map(sentenceOf).join(' ') };
    }
    if (stops !== this.#stops) {
      return null;
    }
    const { machine, scale = 1 } = checked.scenario;
    const pages = machine.zones.reduce((sum, zone) => sum + zone.present_pages, 0) / scale;
    if (pages > PAGES_MAX || !module) {
      return { problem: module ? LARGE : 'The engine is not loaded yet.' };
    }
    const document = laneDocument(checked.scenario, lane);
    return this.#ask({ module, task: { document, untilNs, points: POINTS } });
  }

  #ask(request: FigureRequest): Promise<Outcome | null> {
    const worker = (this.#worker ??= new Worker(
      new URL('../../../engine/figure.worker.ts', import.meta.url),
      { type: 'module' },
    ));
    return new Promise((resolve) => {
      const end = (outcome: Outcome | null) => {
        window.clearTimeout(timer);
        this.#giveUp = null;
        resolve(outcome);
      };
      const fail = (problem: string) => {
        worker.terminate();
        this.#worker = null;
        end({ problem });
      };
      const timer = window.setTimeout(() => fail(LONG), PATIENCE_MS);
      this.#giveUp = () => end(null);
      worker.onmessage = ({ data }: MessageEvent<FigureAnswer>) => {
        if ('run' in data) {
          end(data);
        } else {
          // After a trap, this instance of the engine cannot be used any more.
          fail(`This run stopped: ${data.message}`);
        }
      };
      worker.onerror = (event) => {
        event.preventDefault();
        fail('The worker that computes figures could not be started. Reload the page.');
      };
      worker.postMessage(request);
    });
  }
}

const LARGE = `This figure’s machine has more than ${PAGES_MAX.toLocaleString('en')} pages: set scale.`;
const LONG = `This run was stopped after ${PATIENCE_MS / 1000} s: choose another value, or try again.`;

/** The runs of all figures of the page. */
export const figureRuns = new FigureRuns();
