/**
 * Copies of an engine's memory at moments of a run: going back puts one back, and the engine is again what it was, to
 * the byte. What did not change between two moments is kept once.
 */

/** Bytes that are compared and kept together. Smaller ones find more that stayed, and need longer lists of where they are. */
export const CHUNK = 256;

const WORDS = CHUNK / 4;

/** Chunks whose content is allocated together, a power of two. */
const BLOCK = 4096;

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
  /** The slot in which the content of each chunk is kept. */
  slots: Uint32Array;
}

/** The copies of one machine, oldest first. When they take too much, those go that leave the smallest gap. */
export class Snapshots {
  readonly #cap: number;
  #kept: Snapshot[] = [];
  #bytes = 0;
  /** Contents: each block has as many slots. */
  #blocks: Uint32Array[] = [];
  /** Slots that were in use, and how many there are in all. */
  #free: number[] = [];
  #slots = 0;

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
    const words = new Uint32Array(memory);
    const slots = new Uint32Array(words.length / WORDS);
    for (let chunk = 0; chunk < slots.length; chunk += 1) {
      const before = last?.slots[chunk];
      const same = before !== undefined && this.#holds(before, words, chunk * WORDS);
      slots[chunk] = same ? before : this.#put(words, chunk * WORDS);
    }
    this.#bytes += slots.byteLength;
    this.#kept.push({ ns, events, slots });
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
    const { slots } = found;
    for (let chunk = 0; chunk < slots.length;) {
      // Slots that follow one another are copied by one call.
      const first = slots[chunk] ?? 0;
      const end = BLOCK - (first % BLOCK);
      let run = 1;
      while (run < end && slots[chunk + run] === first + run) {
        run += 1;
      }
      const from = (first % BLOCK) * WORDS;
      const block = this.#blocks[Math.floor(first / BLOCK)];
      words.set(block?.subarray(from, from + run * WORDS) ?? [], chunk * WORDS);
      chunk += run;
    }
    return found.ns;
  }

  /** Forgets everything: the run is another one now. */
  clear(): void {
    this.#kept = [];
    this.#bytes = 0;
    this.#blocks = [];
    this.#free = [];
    this.#slots = 0;
  }

  /** Whether a slot has the content of the chunk that begins at a word. */
  #holds(slot: number, words: Uint32Array, at: number): boolean {
    const block = this.#blocks[Math.floor(slot / BLOCK)];
    if (!block) {
      return false;
    }
    let kept = (slot % BLOCK) * WORDS;
    const end = at + WORDS;
    for (let word = at; word < end; word += 1, kept += 1) {
      if (block[kept] !== words[word]) {
        return false;
      }
    }
    return true;
  }

  /** Keeps the chunk that begins at a word; the slot. */
  #put(words: Uint32Array, at: number): number {
    const slot = this.#free.pop() ?? this.#slots++;
    const block = (this.#blocks[Math.floor(slot / BLOCK)] ??= new Uint32Array(BLOCK * WORDS));
    block.set(words.subarray(at, at + WORDS), (slot % BLOCK) * WORDS);
    this.#bytes += CHUNK;
    return slot;
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
    this.#bytes -= dropped?.slots.byteLength ?? 0;
    for (const [chunk, slot] of dropped?.slots.entries() ?? []) {
      if (before?.slots[chunk] !== slot && after?.slots[chunk] !== slot) {
        this.#free.push(slot);
        this.#bytes -= CHUNK;
      }
    }
    this.#kept.splice(at, 1);
  }
}
