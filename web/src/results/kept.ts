/** What runs came to, kept by this browser, so that an hour of computing outlives the page. */

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

/** The values of runs by their scenarios. What another build of the engine computed is dropped. */
export class KeptRuns {
  readonly #build: string;
  readonly #storage: KeptStorage | null;
  #runs: Map<string, string>;

  constructor(build: string, storage: KeptStorage | null) {
    this.#build = build;
    this.#storage = storage;
    this.#runs = new Map(Object.entries(this.#read()));
  }

  /** What a run came to, if it is known. */
  get(document: string): string | null {
    return this.#runs.get(nameOf(document)) ?? null;
  }

  /** Keeps what a run came to. */
  set(document: string, values: string): void {
    this.#runs.set(nameOf(document), values);
    this.#write();
  }

  /** Forgets everything. */
  clear(): void {
    this.#runs = new Map();
    this.#guarded(() => this.#storage?.removeItem(KEY));
  }

  #read(): Record<string, string> {
    let runs: Record<string, string> = {};
    this.#guarded(() => {
      const kept = JSON.parse(this.#storage?.getItem(KEY) ?? 'null') as Partial<Kept> | null;
      if (kept?.build === this.#build && typeof kept.runs === 'object') {
        runs = kept.runs;
      }
    });
    return runs;
  }

  #write(): void {
    const kept: Kept = { build: this.#build, runs: Object.fromEntries(this.#runs) };
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

/** The browser's storage; none where it is forbidden. */
export function browserStorage(): KeptStorage | null {
  try {
    return window.localStorage;
  } catch {
    return null;
  }
}
