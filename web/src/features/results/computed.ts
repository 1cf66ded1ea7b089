/** The verdicts that were computed beforehand as lines of the plan, and the files of published figures. */
import type { ComputedEntry, ComputedFile, Spread } from '../../core/published/computed.ts';
import type { JudgedLine, Outline } from './engine.ts';

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

function lineOf(line: number, entry: ComputedEntry): JudgedLine {
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

function alone(value: number | null): Spread {
  return value === null ? null : [value, value, value];
}

function seedsOf(spread: Spread): { least: number; median: number; most: number } | null {
  return spread && { least: spread[0], median: spread[1], most: spread[2] };
}

/** Whether a browser came to what was computed beforehand, which is kept with six digits. */
export function agrees(beforehand: JudgedLine, here: JudgedLine): boolean {
  const same = (one: number | null | undefined, other: number | null | undefined) =>
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
