/** The engine as the Results page uses it: plans, runs, verdicts, and what it says of them. */
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

/** Loads what plans and judges; before that there are no plans and no constants. */
export async function loadPlanner(): Promise<void> {
  await loadModule({ module_or_path: documentsUrl });
}

/** What was published and the runs that its figures need. */
export interface Plan {
  readonly outline: Outline;
  /** The scenario of a run; the same run has the same text in every plan. */
  runDocument: (run: number) => string;
  /** The scenario of a row at full size, the old kernel against the new. */
  rowDocument: (row: number) => string | null;
  /** The link that shows a row in the Lab. */
  rowLink: (row: number) => string | null;
  /** Takes what a run came to, as JSON; the lines that are judged by it and wait for no other. */
  take: (run: number, result: string) => JudgedLine[];
  free: () => void;
}

/** Makes a plan of the postings' files. */
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

/** The free constants of the model. */
export function readConstants(): Constants {
  return JSON.parse(constants()) as Constants;
}

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
