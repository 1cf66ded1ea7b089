/** The page's side of the worker that searches for the smallest machine. */
import type { SearchProgress } from '../../../engine/generated/scenario.ts';
import { Silence } from '../../../engine/problems.ts';

/** Message to the worker, which carries out one search. */
export interface ToSearcher {
  module: WebAssembly.Module;
  /** The document of the scenario. */
  document: string;
  condition: string;
  seeds: number;
  /** Maximum number of scenarios to try. */
  tries: number;
}

/** Message from the worker. */
export type FromSearcher =
  /** The progress, with the document of the smallest scenario so far. */
  | { kind: 'progress'; progress: SearchProgress; document: string }
  /** The message of the engine's error: problems as JSON, or a sentence. */
  | { kind: 'failed'; message: string };

/** The parts of `Worker` that this module uses. */
export interface SearchWorker {
  onmessage: ((event: MessageEvent<FromSearcher>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToSearcher): void;
  terminate(): void;
}

/** Starts a search; the returned function ends it. After its end or a failure, the search reports nothing more. */
export function beginSearch(
  worker: SearchWorker,
  ask: ToSearcher,
  hear: (message: FromSearcher) => void,
): () => void {
  const silence = new Silence(() => fail('The worker stopped responding'));
  const end = () => {
    silence.end();
    worker.onmessage = null;
    worker.onerror = null;
    worker.terminate();
  };
  const fail = (message: string) => {
    end();
    hear({ kind: 'failed', message });
  };
  worker.onmessage = ({ data }) => {
    silence.heard();
    if (data.kind === 'failed') {
      fail(data.message);
      return;
    }
    const { state } = data.progress;
    if (state === 'done' || state === 'refused') {
      end();
    }
    hear(data);
  };
  worker.onerror = (event) => {
    event.preventDefault();
    fail(event.message || 'The worker could not be started');
  };
  silence.expect();
  worker.postMessage(ask);
  return end;
}

/** Creates a worker for one search. */
export function newSearchWorker(): SearchWorker {
  return new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
}
