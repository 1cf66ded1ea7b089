/** Messages between the page and a worker that carries runs out. */

/** A run to carry out. */
export interface Job {
  /** Number of the run in the plan. */
  run: number;
  name: string;
  /** The scenario. */
  document: string;
  measures: readonly string[];
}

/** To the worker. */
export type ToRunner = { kind: 'start'; module: WebAssembly.Module } | { kind: 'run'; job: Job };

/** From the worker. */
export type FromRunner =
  | { kind: 'now'; nowNs: number }
  /** What the run came to by the names of the measures, as JSON. */
  | { kind: 'done'; values: string }
  /** `broken` means that the engine cannot be used again. */
  | { kind: 'failed'; message: string; broken: boolean };
