/**
 * Data that need not be computed again: the files next to the app, with published figures and their verdicts, and the
 * runs that this browser has stored.
 */
import type { ComputedEntry, ComputedFile, Spread, Within } from '../../core/published.ts';
import type { JudgedLine, Outline } from './engine.ts';

/** Returns the lines of a plan that the file judges; skips postings whose number of figures differs. */
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

/** Whether this browser's result equals the one computed in advance, which is stored with six digits. */
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

// The files of published figures, next to the app.

/** File names, oldest posting first; figures measured for this project come last. */
export const POSTING_FILES = [
  'gorman-2010',
  'gorman-2011',
  'weiner-2011',
  'hansen-2013',
  'kim-2014',
  'real-kernel',
] as const;

/** Fetches the texts of all files, in order. */
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

/** Returns the allowed deviations of the lines that have their own; the files are those of the plan, in its order. */
export function withinOf(outline: Outline, postings: readonly string[]): Map<number, Within> {
  // A plan has one line for each figure of the files, in their order.
  const bounds = postings.flatMap((text) =>
    (JSON.parse(text) as { rows: { figures: { within?: Within }[] }[] }).rows.flatMap(
      ({ figures }) => figures.map(({ within }) => within),
    ),
  );
  return new Map(
    outline.lines.flatMap((_, line) => {
      const within = bounds[line];
      return within && bounds.length === outline.lines.length ? [[line, within] as const] : [];
    }),
  );
}

const KEY = 'reclaim-lab.results';

/** The part of the browser's storage that is used. */
export type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Kept {
  build: string;
  runs: Record<string, string>;
}

/** Two 32-bit hashes of the text, FNV-1a and a variant of it: a short name for a scenario. */
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
 * Stores the results of runs by scenario. Results of another build of the engine are dropped.
 *
 * Other tabs use the same place: each tab adds its own results to what is there, and adds them again if another tab
 * overwrites them.
 */
export class KeptRuns {
  readonly #build: string;
  readonly #storage: KeptStorage | null;
  /** All results that this tab knows. */
  #runs = new Map<string, string>();
  /** The results that this tab has computed. */
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

  /** Returns the result of a run; null if it is unknown. */
  get(document: string): string | null {
    return this.#runs.get(nameOf(document)) ?? null;
  }

  /** Stores the result of a run. */
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

  /** Handles a write by another tab: two tabs that write at the same time may overwrite each other's results. */
  changedElsewhere(): void {
    const kept = this.#read();
    if (!kept) {
      // The user has forgotten everything in another tab: a later write must not restore the results.
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

  /** Adds the results of this tab to those in storage. */
  #add(): void {
    const there = this.#read();
    if (there && there.build !== this.#build) {
      // A tab with a newer build has replaced the storage: the results of this tab last until the tab is closed.
      return;
    }
    const runs = { ...there?.runs, ...Object.fromEntries(this.#own) };
    const kept: Kept = { build: this.#build, runs };
    this.#guarded(() => this.#storage?.setItem(KEY, JSON.stringify(kept)));
  }

  /** Without storage, or if it is full, results last until the page is closed. */
  #guarded(action: () => void): void {
    try {
      action();
    } catch {
      // The results last until the page is closed.
    }
  }
}

/** Calls back when another tab writes or forgets results. */
export function watchOtherTabs(changed: () => void): void {
  window.addEventListener('storage', ({ key }) => {
    // Without a key, the whole storage was cleared.
    if (key === KEY || key === null) {
      changed();
    }
  });
}

/** Returns the browser's storage; null if it is disabled. */
export function browserStorage(): KeptStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
