/** Runs one machine to a moment, with its samples: the same scenario with another seed, beside the page's lanes. */
import { instantiate } from './wasm.ts';
import { initSync, Machine } from './pkg/reclaim.js';
import { problemsOf, sentenceOf } from './problems.ts';
import { Runner } from './runner.ts';

/** What is asked for. */
export interface SeedRequest {
  module: WebAssembly.Module;
  /** The document of one lane. */
  document: string;
  /** The moment, virtual nanoseconds; a workload that is done before it ends the run. */
  untilNs: number;
}

/** What is answered: how far the run is, again and again, and at the end what came of it. */
export type SeedAnswer =
  | { kind: 'running'; nowNs: number }
  | {
      kind: 'done';
      nowNs: number;
      finished: boolean;
      /** The last sample, and all of the run: rows of a time and a sample each. */
      sample: Float64Array;
      past: Float64Array;
    }
  | { kind: 'failed'; message: string };

/** Wall time between two answers. */
const TELL_MS = 300;

function post(answer: SeedAnswer): void {
  self.postMessage(answer);
}

self.onmessage = ({ data }: MessageEvent<SeedRequest>) => {
  try {
    const { newMachine, memory } = instantiate({ initSync, Machine }, data.module);
    const runner = new Runner(newMachine(data.document), {
      memory,
      wallMs: () => performance.now(),
      alive: () => undefined,
    });
    while (!runner.runSlice(data.untilNs, TELL_MS)) {
      post({ kind: 'running', nowNs: runner.nowNs() });
    }
    const { nowNs, finished, sample, past } = runner.frame(true, false, 0, false);
    post({ kind: 'done', nowNs, finished, sample, past });
  } catch (error) {
    post({ kind: 'failed', message: problemsOf(error).map(sentenceOf).join(' ') });
  }
};
