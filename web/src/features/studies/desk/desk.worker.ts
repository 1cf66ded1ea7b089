/** The worker that plans studies and stores their results. */
import { initSync } from '../../../engine/pkg/runs.js';
import { Desk, KeptRuns } from './desk.ts';
import type { FromDesk, ToDesk } from './client.ts';

let desk: Desk | null = null;

function post(message: FromDesk): void {
  self.postMessage(message);
}

self.onmessage = async ({ data }: MessageEvent<ToDesk>) => {
  if (data.kind === 'start') {
    initSync({ module: data.module });
    desk = new Desk(new KeptRuns(data.build, (sentence) => post({ kind: 'trouble', sentence })));
    return;
  }
  const { kind, id, ask } = data;
  try {
    // The type of the message ensures that the arguments fit the question.
    const answer = await desk?.answer(kind, ask);
    post({ kind: 'answer', id, answer });
  } catch (error) {
    post({ kind: 'refusal', id, message: error instanceof Error ? error.message : String(error) });
  }
};
