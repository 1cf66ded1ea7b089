/** The page's side of the worker that plans studies, and the messages between them. */
import type { Job } from '../../../core/runs/pool.ts';
import type { Study, StudyResult } from '../../../engine/generated/scenario.ts';

/** The part of a worker that is used. */
interface DeskWorker {
  onmessage: ((event: MessageEvent<FromDesk>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToDesk): void;
}

interface Waiting {
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
}

/** Sends questions to the worker. */
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

  /** Asks a question; throws if the engine refuses it, with the problems as JSON in the message. */
  ask<Q extends Question>(kind: Q, ask: Questions[Q]['ask']): Promise<Questions[Q]['answer']> {
    this.#asked += 1;
    const id = this.#asked;
    return new Promise<Questions[Q]['answer']>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ kind, id, ask } as ToDesk);
    });
  }
}

/** Starts the worker with the runs module. */
export function newDeskWorker(module: WebAssembly.Module, build: string): DeskWorker {
  const worker = new Worker(new URL('./desk.worker.ts', import.meta.url), { type: 'module' });
  const start: ToDesk = { kind: 'start', module, build };
  worker.postMessage(start);
  return worker;
}

/** A run of a study. */
export interface StudyJob extends Job {
  /** Identifies the run in all studies: its link. */
  key: string;
}

/** How long runs take in this browser. */
export interface RunTime {
  /** Mean wall time of the runs that were measured: the time for which each occupied a worker. */
  ms: number;
  /** Number of runs that were measured. */
  runs: number;
  /** Whether the time is only a lower bound, because no run has ended. */
  more: boolean;
}

/** An open study. */
export interface Opened {
  study: Study;
  /** The study as a document. */
  document: string;
  /** The link to it; null if it is too large for a link. */
  link: string | null;
  /**
   * Whether the study was opened with stored results. Such a study is not continued here, and its runs are not mixed
   * with the runs of this browser.
   */
  stored: boolean;
  /** Number of runs, and of those with a result. */
  runs: number;
  done: number;
  /** The time of its runs that this browser has carried out; null if there are none. */
  runTime: RunTime | null;
  /** The results so far. */
  outcome: StudyResult;
}

/** Result of checking a study while the user edits it. */
export interface Checked {
  study: Study;
  document: string;
  link: string | null;
  points: number;
  impossible: number;
  runs: number;
  done: number;
  runTime: RunTime | null;
}

/** The comparison of a run in a stored result with the same run, computed again here. */
export interface Compared {
  run: number;
  digest: string;
  here: string;
  same: boolean;
}

/** The questions and their answers. */
export interface Questions {
  /** Opens a study from its document, with the runs stored in this browser. */
  open: { ask: { document: string }; answer: Opened };
  /** Opens a study with its results. */
  openResult: { ask: { text: string }; answer: Opened };
  /** Plans a study without opening it. */
  check: { ask: { document: string }; answer: Checked };
  /** Returns the document in a link, unchecked. */
  readLink: { ask: { link: string }; answer: string };
  /** Returns runs of the open study without a result, after the run `after`. */
  jobs: { ask: { after: number; most: number }; answer: StudyJob[] };
  /** Returns the first run of the most recently checked study, to measure how long it takes. */
  firstJob: { ask: object; answer: StudyJob | null };
  /** Returns runs of the open result to compute again, in the order of their digests. */
  sample: { ask: { skip: number; most: number }; answer: StudyJob[] };
  compare: { ask: { run: number; result: string }; answer: Compared };
  /** Stores the result of a run. If the run belongs to the open study, also adds the result to the study. */
  keep: { ask: { job: StudyJob; result: string; ms: number }; answer: { done: number } };
  outcome: { ask: object; answer: StudyResult };
  /** Returns the results as the text of a file. */
  text: { ask: { format: 'json' | 'csv' }; answer: string };
}

/** Names of the questions. */
export type Question = keyof Questions;

/** Messages to the worker. */
export type ToDesk =
  | { kind: 'start'; module: WebAssembly.Module; build: string }
  | { [Q in Question]: { kind: Q; id: number; ask: Questions[Q]['ask'] } }[Question];

/** Messages from the worker. */
export type FromDesk =
  | { kind: 'answer'; id: number; answer: unknown }
  /** The message of an error: problems as JSON, or a sentence. */
  | { kind: 'refusal'; id: number; message: string }
  /** Says that results cannot be stored, and why. */
  | { kind: 'trouble'; sentence: string };
