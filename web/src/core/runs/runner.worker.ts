/** A worker that carries out runs to their end; the common part of runs in one message is carried out once. */
import { PlannedGroup, initSync } from '../../engine/pkg/runs.js';
import { problemsOf, sentenceOf } from '../../engine/problems.ts';
import { runGroup } from './group.ts';
import type { FromRunner, Job, ToRunner } from './pool.ts';

/** Wall time between two progress messages. */
const TELL_EVERY_MS = 400;

let memory: WebAssembly.Memory | null = null;
const engine = { PlannedGroup, memory: () => memory?.buffer ?? new ArrayBuffer(0) };

function post(message: FromRunner): void {
  self.postMessage(message);
}

/** Blocks until the runs have ended: the page cancels by terminating the worker, so no message needs to be handled. */
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
