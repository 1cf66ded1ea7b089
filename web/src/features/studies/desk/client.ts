/** The page's side of the worker that plans studies. */
import type { FromDesk, Question, Questions, ToDesk } from './protocol.ts';

/** As much of a worker as is used. */
export interface DeskWorker {
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
