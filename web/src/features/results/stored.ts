/**
 * What need not be computed again: the files beside the app, with published figures and the verdicts on them, and the runs
 * that this browser has kept.
 */
import type { ComputedEntry, ComputedFile, Spread } from '../../core/published.ts';
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

const KEY = 'reclaim-lab.results';

/** As much of the browser's storage as is used. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Kept {
  build: string;
  runs: Record<string, string>;
}

/** Two rounds of FNV-1a over the text: a short name for a scenario. */
export function nameOf(document: string): string {
  let one = 0x811c9dc5;
  let two = 0x01000193;
  for (let at = 0; at < document.length; at += 1) {
    const code = document.charCodeAt(at);
    one = Math.imul(one ^ code, 0x01000193);
    two = Math.imul(two ^ (code + at), 0x85ebca6b);
  }
  const digits = (word: number) => (word >>> 0).toString(16).padStart(8, '0');
  return digits(one) + digits(two);
}

/**
 * The values of runs by their scenarios. What another build of the engine computed is dropped.
 *
 * Other tabs keep theirs in the same place: each adds its own to what is there, and sees to it that they stay there.
 */
export class KeptRuns {
  readonly #build: string;
  readonly #storage: KeptStorage | null;
  /** All that is known here. */
  #runs = new Map<string, string>();
  /** What this tab has computed. */
  #own = new Map<string, string>();

  constructor(build: string, storage: KeptStorage | null) {
    this.#build = build;
    this.#storage = storage;
    const kept = this.#read();
    if (kept && kept.build !== build) {
      this.#guarded(() => storage?.removeItem(KEY));
    }
    this.#know(kept);
  }

  /** What a run came to, if it is known. */
  get(document: string): string | null {
    return this.#runs.get(nameOf(document)) ?? null;
  }

  /** Keeps what a run came to. */
  set(document: string, values: string): void {
    const name = nameOf(document);
    this.#runs.set(name, values);
    this.#own.set(name, values);
    this.#add();
  }

  /** Forgets everything. */
  clear(): void {
    this.#runs.clear();
    this.#own.clear();
    this.#guarded(() => this.#storage?.removeItem(KEY));
  }

  /** Another tab has written: two that write at the same time may each overwrite what the other has just kept. */
  changedElsewhere(): void {
    const kept = this.#read();
    if (!kept) {
      // Somebody forgot everything: nothing of it comes back by a later run.
      this.#own.clear();
      return;
    }
    this.#know(kept);
    if ([...this.#own.keys()].some((name) => kept.runs[name] === undefined)) {
      this.#add();
    }
  }

  #know(kept: Kept | null): void {
    if (kept?.build === this.#build) {
      for (const [name, values] of Object.entries(kept.runs)) {
        this.#runs.set(name, values);
      }
    }
  }

  #read(): Kept | null {
    let found: Kept | null = null;
    this.#guarded(() => {
      const kept = JSON.parse(this.#storage?.getItem(KEY) ?? 'null') as Partial<Kept> | null;
      if (typeof kept?.build === 'string' && typeof kept.runs === 'object') {
        found = { build: kept.build, runs: { ...kept.runs } };
      }
    });
    return found;
  }

  /** Puts what was computed here beside what is there. */
  #add(): void {
    const there = this.#read();
    if (there && there.build !== this.#build) {
      // A tab of a newer build has begun anew: what this one computes lasts as long as it.
      return;
    }
    const runs = { ...there?.runs, ...Object.fromEntries(this.#own) };
    const kept: Kept = { build: this.#build, runs };
    this.#guarded(() => this.#storage?.setItem(KEY, JSON.stringify(kept)));
  }

  /** Without storage, or where it is full, runs are kept as long as the page. */
  #guarded(action: () => void): void {
    try {
      action();
    } catch {
      // See above.
    }
  }
}

/** Calls back when another tab writes or forgets. */
export function watchOtherTabs(changed: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    // Without a key all of the storage was cleared.
    if (key === KEY || key === null) {
      changed();
    }
  });
}

/** The browser's storage; none where it is forbidden. */
export function browserStorage(): KeptStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
