/** The page's side of the worker that searches the smallest machine. */
import type { SearchProgress } from '../../../engine/generated/scenario.ts';
import { Silence } from '../../../engine/problems.ts';

/** To the worker: it carries out one search. */
export interface ToSearcher {
  module: WebAssembly.Module;
  /** The scenario. */
  document: string;
  condition: string;
  seeds: number;
  /** Scenarios that are tried at most. */
  tries: number;
}

/** From the worker. */
export type FromSearcher =
  /** How far it is, with the document of the smallest scenario so far. */
  | { kind: 'progress'; progress: SearchProgress; document: string }
  /** The message of an error of the engine: problems as JSON, or a sentence. */
  | { kind: 'failed'; message: string };

/** As much of a worker as is used. */
export interface SearchWorker {
  onmessage: ((event: MessageEvent<FromSearcher>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToSearcher): void;
  terminate(): void;
}

/** Begins a search; the function that comes back ends it. Nothing is heard after it was ended or has failed. */
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

/** A worker for one search. */
export function newSearchWorker(): SearchWorker {
  return new Worker(new URL('./search.worker.ts', import.meta.url), { type: 'module' });
}
