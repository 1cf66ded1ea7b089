/**
 * Copies of an engine's memory at moments of a run: going back puts one back, and the engine is again what it was, to
 * the byte. What did not change between two moments is kept once.
 */

/** Bytes that are compared and kept together. Smaller ones find more that stayed, at the cost of many small arrays. */
export const CHUNK = 4096;

/** What the copies of a lane may take, bytes. */
export const SNAPSHOT_BYTES = 256 * 2 ** 20;

/**
 * Where to begin on the way to `toNs`, so that all from `fromNs` on is computed: a kept moment, or `here`, at `nowNs`,
 * where the machine knows what was before; null where neither will do.
 */
export function seekStart(
  moments: readonly number[],
  nowNs: number,
  fromNs: number,
  toNs: number,
): number | 'here' | null {
  const known = moments.findLast((ns) => ns <= fromNs) ?? moments.find((ns) => ns <= toNs) ?? null;
  return nowNs <= toNs && (known === null || known <= nowNs) ? 'here' : known;
}

interface Snapshot {
  ns: number;
  /** Events of the run up to there: what computing it again takes. */
  events: number;
  chunks: Uint32Array[];
}

/** The copies of one machine, oldest first. When they take too much, those go that leave the smallest gap. */
export class Snapshots {
  readonly #cap: number;
  #kept: Snapshot[] = [];
  #bytes = 0;

  constructor(cap = SNAPSHOT_BYTES) {
    this.#cap = cap;
  }

  /** What the copies take. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The moments that there are, virtual nanoseconds. */
  get moments(): number[] {
    return this.#kept.map(({ ns }) => ns);
  }

  /**
   * Keeps the memory of a moment after so many events; nothing where a later one is known, since the run comes there
   * again.
   */
  take(ns: number, events: number, memory: ArrayBuffer): void {
    const last = this.#kept.at(-1);
    if (last && last.ns >= ns) {
      return;
    }
    const chunks: Uint32Array[] = [];
    for (let at = 0; at < memory.byteLength; at += CHUNK) {
      const now = new Uint32Array(memory, at, CHUNK / 4);
      const before = last?.chunks[chunks.length];
      if (before && isSame(before, now)) {
        chunks.push(before);
      } else {
        chunks.push(now.slice());
        this.#bytes += CHUNK;
      }
    }
    this.#kept.push({ ns, events, chunks });
    while (this.#bytes > this.#cap && this.#kept.length > 2) {
      this.#drop(this.#leastMissed());
    }
  }

  /** Puts back the last moment at or before a time; which it was, or null if there is none. */
  restore(ns: number, memory: ArrayBuffer): number | null {
    const found = this.#kept.findLast((snapshot) => snapshot.ns <= ns);
    if (!found) {
      return null;
    }
    const words = new Uint32Array(memory);
    for (const [at, chunk] of found.chunks.entries()) {
      words.set(chunk, (at * CHUNK) / 4);
    }
    return found.ns;
  }

  /** Forgets everything: the run is another one now. */
  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
  }

  /** Neither the start nor the newest: the one between whose neighbours there is least to compute. */
  #leastMissed(): number {
    let best = 1;
    let least = Infinity;
    for (let at = 1; at + 1 < this.#kept.length; at += 1) {
      const gap = (this.#kept[at + 1]?.events ?? 0) - (this.#kept[at - 1]?.events ?? 0);
      if (gap < least) {
        least = gap;
        best = at;
      }
    }
    return best;
  }

  #drop(at: number): void {
    const [before, dropped, after] = this.#kept.slice(at - 1, at + 2);
    for (const [index, chunk] of dropped?.chunks.entries() ?? []) {
      if (before?.chunks[index] !== chunk && after?.chunks[index] !== chunk) {
        this.#bytes -= CHUNK;
      }
    }
    this.#kept.splice(at, 1);
  }
}

/** Whether two arrays of the same length have the same content. */
export function isSame(a: Uint32Array, b: Uint32Array): boolean {
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) {
      return false;
    }
  }
  return true;
}
