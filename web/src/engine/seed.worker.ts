/** Runs one machine to a time and records its samples: the page's scenario with another seed. */
import { instantiate } from './wasm.ts';
import { initSync, Machine } from './pkg/reclaim.js';
import { problemsOf, sentenceOf } from './problems.ts';
import { Runner } from './runner.ts';

/** A request: a lane's document, and the time at which its run ends. */
export interface SeedRequest {
  module: WebAssembly.Module;
  /** The document of one lane. */
  document: string;
  /** The time, virtual nanoseconds; the run ends earlier if its workload does. */
  untilNs: number;
}

/** The answers: progress, and at the end the result. */
export type SeedAnswer =
  | { kind: 'running'; nowNs: number }
  | {
      kind: 'done';
      nowNs: number;
      finished: boolean;
      /** The last sample, and the whole run: rows of a time and a sample each. */
      sample: Float64Array;
      past: Float64Array;
    }
  | { kind: 'failed'; message: string };

/** Wall time between two progress answers. */
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
