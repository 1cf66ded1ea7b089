/** A worker that carries runs out to their end, with what runs that came together share carried out once. */
import { PlannedGroup, initSync } from '../../engine/pkg/runs.js';
import { problemsOf, sentenceOf } from '../../engine/problems.ts';
import { runGroup } from './group.ts';
import type { FromRunner, Job, ToRunner } from './pool.ts';

/** How often the page hears how far a run is. */
const TELL_EVERY_MS = 400;

let memory: WebAssembly.Memory | null = null;
const engine = { PlannedGroup, memory: () => memory?.buffer ?? new ArrayBuffer(0) };

function post(message: FromRunner): void {
  self.postMessage(message);
}

/** The page cancels by ending the worker, so nothing needs to be heard while this goes on. */
function carryOut(jobs: readonly Job[]): void {
  let toldMs = performance.now();
  runGroup(engine, jobs, {
    result: (at, result) => post({ kind: 'done', at, result }),
    progress: (virtualNs) => {
      const nowMs = performance.now();
      if (nowMs - toldMs >= TELL_EVERY_MS) {
        toldMs = nowMs;
        post({ kind: 'now', nowNs: virtualNs });
      }
    },
  });
}

self.onmessage = ({ data }: MessageEvent<ToRunner>) => {
  try {
    if (data.kind === 'start') {
      ({ memory } = initSync({ module: data.module }));
    } else {
      carryOut(data.jobs);
    }
  } catch (error) {
    const broken = data.kind === 'start' || error instanceof WebAssembly.RuntimeError;
    post({ kind: 'failed', message: problemsOf(error).map(sentenceOf).join(' '), broken });
  }
};
