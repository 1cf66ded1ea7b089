/** The page's side of the worker that plans studies, and what the two say to each other. */
import type { Job } from '../../../core/runs/pool.ts';
import type { Study, StudyResult } from '../../../engine/generated/scenario.ts';

/** As much of a worker as is used. */
interface DeskWorker {
  onmessage: ((event: MessageEvent<FromDesk>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToDesk): void;
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** Asks the worker. */
export class DeskClient {
  readonly #worker: DeskWorker;
  readonly #waiting = new Map<number, Waiting>();
  #asked = 0;

  constructor(worker: DeskWorker, onTrouble: (sentence: string) => void) {
    this.#worker = worker;
    worker.onmessage = ({ data }) => {
      if (data.kind === 'trouble') {
        onTrouble(data.sentence);
        return;
      }
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if (data.kind === 'answer') {
        waiting?.resolve(data.answer as never);
      } else {
        waiting?.reject(new Error(data.message));
      }
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const message = event.message || 'The worker that plans studies could not be started.';
      for (const { reject } of this.#waiting.values()) {
        reject(new Error(message));
      }
      this.#waiting.clear();
    };
  }

  /** Asks a question; what the engine refuses is thrown, its problems as JSON in the message. */
  ask<Q extends Question>(kind: Q, ask: Questions[Q]['ask']): Promise<Questions[Q]['answer']> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise<Questions[Q]['answer']>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ kind, id, ask } as ToDesk);
    });
  }
}

/** The worker, with the module of the runs. */
export function newDeskWorker(module: WebAssembly.Module, build: string): DeskWorker {
  const worker = new Worker(new URL('./desk.worker.ts', import.meta.url), { type: 'module' });
  const start: ToDesk = { kind: 'start', module, build };
  worker.postMessage(start);
  return worker;
}

/** A run of a study. */
export interface StudyJob extends Job {
  /** What identifies the run in every study: its link. */
  key: string;
}

/** A study that was opened. */
export interface Opened {
  study: Study;
  /** The study as a document. */
  document: string;
  /** The link to it; null where it is too large for one. */
  link: string | null;
  /** Whether it came with results: the runs of others are neither continued nor mixed with those of this browser. */
  stored: boolean;
  /** Runs, and those of them whose result is there. */
  runs: number;
  done: number;
  /** Wall time of a run that this browser has carried out, milliseconds; null where there is none. */
  runMs: number | null;
  /** The results so far. */
  outcome: StudyResult;
}

/** A study that was checked while somebody writes it. */
export interface Checked {
  study: Study;
  document: string;
  link: string | null;
  points: number;
  impossible: number;
  runs: number;
  done: number;
  runMs: number | null;
}

/** Whether a run of a stored result was computed again here with the same result. */
export interface Compared {
  run: number;
  digest: string;
  here: string;
  same: boolean;
}

/** What is asked for, and what is answered. */
export interface Questions {
  /** Opens a study from its document; the runs that are kept are taken in. */
  open: { ask: { document: string }; answer: Opened };
  /** Opens a study with its results. */
  openResult: { ask: { text: string }; answer: Opened };
  /** Plans a study without opening it. */
  check: { ask: { document: string }; answer: Checked };
  /** The document in a link, unchecked. */
  readLink: { ask: { link: string }; answer: string };
  /** Runs of the open study without a result, after the run `after`. */
  jobs: { ask: { after: number; most: number }; answer: StudyJob[] };
  /** The first run of the study that was checked last, to see how long it takes. */
  firstJob: { ask: object; answer: StudyJob | null };
  /** Runs of the open result to compute again, in the order of their digests. */
  sample: { ask: { skip: number; most: number }; answer: StudyJob[] };
  compare: { ask: { run: number; result: string }; answer: Compared };
  /** Keeps what a run came to; of the open study it becomes part of the results. */
  keep: { ask: { job: StudyJob; result: string; ms: number }; answer: { done: number } };
  outcome: { ask: object; answer: StudyResult };
  /** The results as the text of a file. */
  text: { ask: { format: 'json' | 'csv' }; answer: string };
}

/** Names of the questions. */
export type Question = keyof Questions;

/** To the worker. */
export type ToDesk =
  | { kind: 'start'; module: WebAssembly.Module; build: string }
  | { [Q in Question]: { kind: Q; id: number; ask: Questions[Q]['ask'] } }[Question];

/** From the worker. */
export type FromDesk =
  | { kind: 'answer'; id: number; answer: unknown }
  /** The message of an error of the engine: problems as JSON, or a sentence. */
  | { kind: 'refusal'; id: number; message: string }
  /** Results cannot be kept, in a sentence. */
  | { kind: 'trouble'; sentence: string };
