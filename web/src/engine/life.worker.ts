/** Computes the life of the page in a frame: runs its own machine from the start and watches the frame. */
import type { PageLife } from './types.ts';
import { RUN_BUDGET } from './types.ts';
import { instantiate } from './wasm.ts';
import { initSync, Machine } from './pkg/reclaim.js';

/** A request: the lane's document, a frame, and the time up to which the worker computes the life of the page in it. */
export interface LifeRequest {
  module: WebAssembly.Module;
  /** The lane's document, with the switches moved during the run. */
  document: string;
  zone: number;
  frame: number;
  untilNs: number;
}

/** The answers: progress from 0 to 1, or the life. */
export type LifeAnswer = { share: number } | { life: PageLife } | { failed: string };

/** Events between two progress reports. */
const EVENTS = 100_000;

function answer(message: LifeAnswer): void {
  self.postMessage(message);
}

function compute({ module, document, zone, frame, untilNs }: LifeRequest): void {
  const machine = instantiate({ initSync, Machine }, module).newMachine(document);
  if (!machine.watch(zone, frame)) {
    answer({ failed: 'This machine has no such frame.' });
    return;
  }
  while (machine.run(untilNs, EVENTS) === RUN_BUDGET) {
    answer({ share: untilNs > 0 ? machine.now_ns() / untilNs : 1 });
  }
  answer({ life: JSON.parse(machine.life()) as PageLife });
}

self.onmessage = (event: MessageEvent<LifeRequest>) => {
  try {
    compute(event.data);
  } catch (error) {
    answer({ failed: error instanceof Error ? error.message : String(error) });
  }
};
