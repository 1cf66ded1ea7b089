/** Computes the life of a frame: runs a machine of its own from the start with the frame watched. */
import type { PageLife } from './types.ts';
import { RUN_BUDGET } from './types.ts';
import { instantiate } from './wasm.ts';
import { initSync, Machine } from './pkg/reclaim.js';

/** What is asked for. */
export interface LifeRequest {
  module: WebAssembly.Module;
  /** The lane's document, with the switches that were made while it ran. */
  document: string;
  zone: number;
  frame: number;
  untilNs: number;
}

/** What is answered: how far it is, 0 to 1, or the life. */
export type LifeAnswer = { share: number } | { life: PageLife } | { failed: string };

/** Events between two reports. */
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
