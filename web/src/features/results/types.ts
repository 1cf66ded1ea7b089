/** What the module of the runs says, and what a worker of the pool is told and tells. */
import type {
  Constants,
  JudgedLine,
  Outline,
  OutlineLine,
  OutlineRow,
  Verdict,
} from '../../engine/generated/scenario.ts';

export type { Constants, JudgedLine, Outline, OutlineLine, OutlineRow, Verdict };

/** How it is computed. */
export interface Options {
  /** Runs of each kernel, with neighbouring seeds. */
  seeds: number;
  /** Whether RAM and sizes are divided. */
  quick: boolean;
}

/** The most seeds that the page offers. */
export const SEEDS_MAX = 5;

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
