/** The engine for the Results page: plans, runs and verdicts. */
import type {
  Constants,
  JudgedLine,
  Outline,
  OutlineLine,
  OutlineRow,
  Verdict,
} from '../../engine/generated/scenario.ts';
import loadModule, { Results, constants } from '../../engine/pkg/documents.js';
import documentsUrl from '../../engine/pkg/documents_bg.wasm?url';

/** Loads the documents module, which makes plans and judges figures. Call it before `makePlan` and `readConstants`. */
export async function loadPlanner(): Promise<void> {
  await loadModule({ module_or_path: documentsUrl });
}

/** The published figures, and the runs that they need. */
export interface Plan {
  readonly outline: Outline;
  /** The scenario of a run; the same run has the same text in every plan. */
  runDocument: (run: number) => string;
  /** The scenario of a row at full size, the old kernel against the new. */
  rowDocument: (row: number) => string | null;
  /** The link that shows a row in the Lab. */
  rowLink: (row: number) => string | null;
  /**
   * Passes the result of a run as JSON; returns the lines that can be judged now because they wait for no other run.
   */
  take: (run: number, result: string) => JudgedLine[];
  free: () => void;
}

/** Creates a plan for the files of the postings. */
export function makePlan(postings: readonly string[], { seeds, quick }: Options): Plan {
  const results = new Results([...postings], seeds, quick);
  return {
    outline: JSON.parse(results.outline()) as Outline,
    runDocument: (run) => results.run_document(run) ?? '',
    rowDocument: (row) => results.row_document(row) ?? null,
    rowLink: (row) => results.row_link(row) ?? null,
    take: (run, result) => JSON.parse(results.take(run, result)) as JudgedLine[],
    free: () => results.free(),
  };
}

/** Returns the free constants of the model. */
export function readConstants(): Constants {
  return JSON.parse(constants()) as Constants;
}

export type { Constants, JudgedLine, Outline, OutlineLine, OutlineRow, Verdict };

export interface Options {
  /** Number of runs per kernel, with consecutive seeds. */
  seeds: number;
  /** Whether RAM and sizes are divided, for speed. */
  quick: boolean;
}

/** Maximum number of seeds that the page offers. */
export const SEEDS_MAX = 5;
