/** What the module of the plans says. */
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
