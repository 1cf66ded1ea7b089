/**
 * A worker that searches for the smallest machine. The page stops the worker by terminating it, so the worker reads
 * only one message.
 */
import { Smallest, initSync } from '../../../engine/pkg/runs.js';
import type { FromSearcher, ToSearcher } from './search.ts';
import { searchToEnd } from './steps.ts';

function post(message: FromSearcher): void {
  self.postMessage(message);
}

self.onmessage = ({ data }: MessageEvent<ToSearcher>) => {
  try {
    initSync({ module: data.module });
    searchToEnd(new Smallest(data.document, data.condition, data.seeds, data.tries), post);
  } catch (error) {
    post({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
