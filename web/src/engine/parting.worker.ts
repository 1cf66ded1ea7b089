/** Looks for the first decision in which two lanes differ, in machines of its own. */
import { PartingSearch, initSync } from './pkg/reclaim.js';
import type { PartingStanding } from './types.ts';

/** What is asked for: the documents of both lanes. */
export interface PartingRequest {
  module: WebAssembly.Module;
  a: string;
  b: string;
}

/** What is answered, again and again until it is found or there is none. */
export type PartingAnswer = PartingStanding | { status: 'failed'; message: string };

/** Slices of both lanes between two reports. */
const SLICES = 400;

self.onmessage = (event: MessageEvent<PartingRequest>) => {
  const { module, a, b } = event.data;
  try {
    initSync({ module });
    const search = new PartingSearch(a, b);
    let standing: PartingStanding;
    do {
      standing = JSON.parse(search.run(SLICES)) as PartingStanding;
      self.postMessage(standing satisfies PartingAnswer);
    } while (standing.status === 'searching');
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ status: 'failed', message } satisfies PartingAnswer);
  }
};
