/** The verdicts that were computed beforehand, at full size, and lie beside the app: `npm run results` writes them. */
import type { JudgedLine, Outline, Verdict } from './engine.ts';

/** What the verdicts of this build have to be computed by; the build fills it in. */
declare const __RESULTS_IDENTITY__: string;

type Value = number | null;
type Spread = [least: number, median: number, most: number] | null;

/** Verdict, value with the old kernel and with the new; then the spread of the seeds, where there are several. */
type Entry =
  | [verdict: Verdict, old: Value, now: Value]
  | [verdict: Verdict, old: Value, now: Value, Spread, Spread, least: Value, most: Value];

/** The file: for each posting an entry for each of its figures in their order, null where none was computed. */
export interface ComputedFile {
  identity: string;
  seeds: number;
  postings: Record<string, (Entry | null)[]>;
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

/** The lines of a plan as the file has them. A posting whose figures have become more or fewer is left out. */
export function judgedOf(outline: Outline, { postings }: ComputedFile): Map<number, JudgedLine> {
  const judged = new Map<number, JudgedLine>();
  outline.postings.forEach(({ posting }, of) => {
    const numbers = outline.lines.flatMap(({ row }, number) =>
      outline.rows[row]?.posting === of ? [number] : [],
    );
    const entries = postings[posting] ?? [];
    if (entries.length !== numbers.length) {
      return;
    }
    entries.forEach((entry, at) => {
      const line = numbers[at];
      if (entry && line !== undefined) {
        judged.set(line, lineOf(line, entry));
      }
    });
  });
  return judged;
}

function lineOf(line: number, entry: Entry): JudgedLine {
  const [verdict, old, now] = entry;
  const ratio = old === null || now === null || old === 0 ? null : now / old;
  const [, , , olds, nows, least, most] =
    entry.length === 3 ? [...entry, alone(old), alone(now), ratio, ratio] : entry;
  return {
    line,
    verdict,
    computed: {
      old,
      new: now,
      old_seeds: seedsOf(olds),
      new_seeds: seedsOf(nows),
      ratio,
      least_ratio: least,
      most_ratio: most,
    },
  };
}

function alone(value: Value): Spread {
  return value === null ? null : [value, value, value];
}

function seedsOf(spread: Spread): { least: number; median: number; most: number } | null {
  return spread && { least: spread[0], median: spread[1], most: spread[2] };
}

/** Whether a browser came to what was computed beforehand, which is kept with six digits. */
export function agrees(beforehand: JudgedLine, here: JudgedLine): boolean {
  const same = (one: Value | undefined, other: Value | undefined) =>
    (one ?? null) === (other ?? null) ||
    (typeof one === 'number' &&
      typeof other === 'number' &&
      Math.abs(one - other) <= 1e-5 * Math.max(Math.abs(one), Math.abs(other)));
  return (
    beforehand.verdict === here.verdict &&
    same(beforehand.computed?.old, here.computed?.old) &&
    same(beforehand.computed?.new, here.computed?.new)
  );
}

// The files of published figures, which lie beside the app.

/** Their names, oldest posting first; what was measured for this project comes last. */
export const POSTING_FILES = [
  'gorman-2010',
  'gorman-2011',
  'weiner-2011',
  'hansen-2013',
  'kim-2014',
  'real-kernel',
] as const;

/** The texts of all files, in their order. */
export function fetchPostings(): Promise<string[]> {
  return Promise.all(
    POSTING_FILES.map(async (name) => {
      const response = await fetch(new URL(`published/${name}.json`, document.baseURI));
      if (!response.ok) {
        const why = `${response.status} ${response.statusText}`.trim();
        throw new Error(`The figures of ${name} could not be loaded (${why})`);
      }
      return response.text();
    }),
  );
}
