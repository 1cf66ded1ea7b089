/** Searches for the first decision in which two lanes differ, with its own machines. */
import { DivergenceSearch, initSync } from './pkg/reclaim.js';
import type { DivergenceState } from './types.ts';

/** The request: the documents of both lanes. */
export interface DivergenceRequest {
  module: WebAssembly.Module;
  a: string;
  b: string;
}

/** The answers: the progress of the search, then its result or an error. */
export type DivergenceAnswer = DivergenceState | { status: 'failed'; message: string };

/** Number of slices that both lanes run between two answers. */
const SLICES = 400;

self.onmessage = (event: MessageEvent<DivergenceRequest>) => {
  const { module, a, b } = event.data;
  try {
    initSync({ module });
    const search = new DivergenceSearch(a, b);
    let standing: DivergenceState;
    do {
      standing = JSON.parse(search.run(SLICES)) as DivergenceState;
      self.postMessage(standing satisfies DivergenceAnswer);
    } while (standing.status === 'searching');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ status: 'failed', message } satisfies DivergenceAnswer);
  }
};
