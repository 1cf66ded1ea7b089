/** What runs came to, kept in this browser's database, so that no run is computed twice. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** What is kept of a run. */
export interface KeptRun {
  /** The measures that were taken: one may have no value where there was nothing to measure. */
  measures: readonly string[];
  /** Digest and values, as JSON. */
  result: string;
  /** Wall time, milliseconds. */
  ms: number;
}

interface Schema extends DBSchema {
  runs: { key: string; value: KeptRun };
}

/** Name of the database. */
const DATABASE = 'reclaim-lab.studies';

/** Keys of a build begin with it and a space. */
const keyOf = (build: string, run: string) => `${build} ${run}`;

/** The character after the space: keys of builds that come later in the order begin at it. */
const AFTER = '!';

/**
 * Runs by their key, for one build of the engine: what another build computed is deleted. Where the database is
 * forbidden or full, runs are kept as long as the page, and that is told once.
 */
export class KeptRuns {
  readonly #build: string;
  readonly #tell: (sentence: string) => void;
  readonly #memory = new Map<string, KeptRun>();
  readonly #database: Promise<IDBPDatabase<Schema> | null>;
  #told = false;

  constructor(build: string, tell: (sentence: string) => void) {
    this.#build = build;
    this.#tell = tell;
    this.#database = this.#open();
  }

  /** What is kept of these runs; undefined for those of which nothing is. */
  async get(keys: readonly string[]): Promise<(KeptRun | undefined)[]> {
    const database = await this.#database;
    const own = keys.map((key) => this.#memory.get(key));
    if (!database) {
      return own;
    }
    try {
      const { store } = database.transaction('runs');
      const found = keys.map((key) => store.get(keyOf(this.#build, key)));
      return (await Promise.all(found)).map((run, at) => own[at] ?? checked(run));
    } catch {
      this.#tellOnce(UNREADABLE);
      return own;
    }
  }

  /** Keeps a run. */
  async put(key: string, run: KeptRun): Promise<void> {
    const database = await this.#database;
    try {
      if (!database) {
        throw new Error('There is no database');
      }
      const { store, done } = database.transaction('runs', 'readwrite', { durability: 'relaxed' });
      await Promise.all([store.put(run, keyOf(this.#build, key)), done]);
    } catch {
      this.#memory.set(key, run);
      this.#tellOnce(database ? FULL : FORBIDDEN);
    }
  }

  async #open(): Promise<IDBPDatabase<Schema> | null> {
    try {
      const database = await openDB<Schema>(DATABASE, 1, {
        upgrade: (fresh) => {
          fresh.createObjectStore('runs');
        },
      });
      const build = `${this.#build} `;
      await database.delete('runs', IDBKeyRange.upperBound(build, true));
      await database.delete('runs', IDBKeyRange.lowerBound(this.#build + AFTER));
      return database;
    } catch {
      return null;
    }
  }

  #tellOnce(sentence: string): void {
    if (!this.#told) {
      this.#told = true;
      this.#tell(sentence);
    }
  }
}

const FULL =
  'This browser has no room for more results: those of further runs are lost when the page is closed. Save the result as a file.';
const FORBIDDEN =
  'This browser forbids the page its database: results are lost when the page is closed. Save the result as a file.';
const UNREADABLE =
  'Results that were kept in this browser could not be read. The runs are carried out again.';

/** A record as it must be: another program may have written in this browser's database. */
function checked(run: unknown): KeptRun | undefined {
  if (typeof run !== 'object' || run === null) {
    return undefined;
  }
  const { measures, result, ms } = run as Partial<KeptRun>;
  const sound = Array.isArray(measures) && typeof result === 'string' && typeof ms === 'number';
  return sound ? { measures, result, ms } : undefined;
}
