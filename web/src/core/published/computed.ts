/** The verdicts that were computed beforehand, at full size, and lie beside the app: `npm run results` writes them. */
import type { Verdict } from '../../engine/generated/scenario.ts';

/** What the verdicts of this build have to be computed by; the build fills it in. */
declare const __RESULTS_IDENTITY__: string;

type Value = number | null;
/** A value over the seeds. */
export type Spread = [least: number, median: number, most: number] | null;

/** Verdict, value with the old kernel and with the new; then the spread of the seeds, where there are several. */
export type ComputedEntry =
  | [verdict: Verdict, old: Value, now: Value]
  | [verdict: Verdict, old: Value, now: Value, Spread, Spread, least: Value, most: Value];

/** The file: for each posting an entry for each of its figures in their order, null where none was computed. */
export interface ComputedFile {
  identity: string;
  seeds: number;
  postings: Record<string, (ComputedEntry | null)[]>;
}

/** Fetches the file; nothing where it cannot be had, since the page can compute everything itself. */
export async function fetchComputed(): Promise<ComputedFile | null> {
  try {
    const response = await fetch(new URL('computed/verdicts.json', document.baseURI));
    if (!response.ok) {
      return null;
    }
    const file = (await response.json()) as Partial<ComputedFile>;
    const complete = typeof file.identity === 'string' && typeof file.seeds === 'number';
    return complete && typeof file.postings === 'object' ? (file as ComputedFile) : null;
  } catch {
    return null;
  }
}

/** Whether an earlier version of the model computed it. */
export function isStale({ identity }: ComputedFile): boolean {
  return identity !== __RESULTS_IDENTITY__;
}
