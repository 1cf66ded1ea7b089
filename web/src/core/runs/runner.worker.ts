/** A worker that carries runs out, one after the other, each to its end. */
import { PlannedRun, initSync } from '../../engine/pkg/runs.js';
import { problemsOf, sentenceOf } from '../../engine/problems.ts';
import type { FromRunner, Job, ToRunner } from './pool.ts';

/** Events between two looks at the clock: a few milliseconds of work. */
const EVENTS_AT_ONCE = 20_000;
/** How often the page hears how far a run is. */
const TELL_EVERY_MS = 400;

function post(message: FromRunner): void {
  self.postMessage(message);
}

/** The page cancels by ending the worker, so nothing needs to be heard while this goes on. */
function carryOut({ document, measures }: Job): void {
  const run = new PlannedRun(document);
  let toldMs = performance.now();
  while (!run.run(EVENTS_AT_ONCE)) {
    const nowMs = performance.now();
    if (nowMs - toldMs >= TELL_EVERY_MS) {
      toldMs = nowMs;
      post({ kind: 'now', nowNs: run.now_ns() });
    }
  }
  const result = run.result([...measures]);
  run.free();
  post({ kind: 'done', result });
}

self.onmessage = ({ data }: MessageEvent<ToRunner>) => {
  try {
    if (data.kind === 'start') {
      initSync({ module: data.module });
    } else {
      carryOut(data.job);
    }
  } catch (error) {
    const broken = data.kind === 'start' || error instanceof WebAssembly.RuntimeError;
    post({ kind: 'failed', message: problemsOf(error).map(sentenceOf).join(' '), broken });
  }
};
