/** Runs the machines of figures one after another. */
import { runFigure, type FigureRun, type FigureTask } from './figure-run.ts';
import { instantiate } from './wasm.ts';
import { initSync, Machine } from './pkg/reclaim.js';

/** A request: the engine's module, and one run. */
export interface FigureRequest {
  module: WebAssembly.Module;
  task: FigureTask;
}

/** The answer: the finished run, or an error message. */
export type FigureAnswer = { run: FigureRun } | { message: string };

let engine: ReturnType<typeof instantiate> | null = null;

self.onmessage = (event: MessageEvent<FigureRequest>) => {
  const { module, task } = event.data;
  try {
    engine ??= instantiate({ initSync, Machine }, module);
    self.postMessage({ run: runFigure(engine, task) } satisfies FigureAnswer);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage({ message } satisfies FigureAnswer);
  }
};
