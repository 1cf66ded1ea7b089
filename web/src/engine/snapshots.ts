/**
 * Checkpoints: copies of an engine's memory at moments of a run. Restoring one returns the engine to the same state, to
 * the byte. Chunks that do not change between two checkpoints are stored once. A checkpoint may also have a record of
 * data that the page shows and the engine's memory does not contain.
 */

/** Bytes that are compared and stored as a unit. Smaller chunks share more, but need longer lists of slots. */
export const CHUNK = 128;

const WORDS = CHUNK / 4;

/** Number of chunks that are allocated together, a power of two. */
const BLOCK = 4096;

/** Maximum memory of a lane's checkpoints, bytes. */
export const SNAPSHOT_BYTES = 256 * 2 ** 20;

/**
 * Returns the start of a seek to `toNs`, if possible early enough to compute everything from `fromNs` on: the time of a
 * checkpoint; `here` if the run from `nowNs` is shorter or there is no checkpoint; null if neither is possible.
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

/** The time of a checkpoint, and its record. */
export interface Checkpoint<T> {
  readonly ns: number;
  readonly record: T | null;
}

interface Snapshot<T> extends Checkpoint<T> {
  /** Number of events up to the checkpoint: the cost of computing its state again. */
  events: number;
  /** For each chunk, the slot that stores its content. */
  slots: Uint32Array;
}

/**
 * The checkpoints of one machine, oldest first. If their memory exceeds the limit, `take` drops those that leave the
 * smallest gap.
 */
export class Snapshots<T extends { bytes: number }> {
  readonly #cap: number;
  #kept: Snapshot<T>[] = [];
  #bytes = 0;
  /** Contents of the slots; each block has `BLOCK` slots. */
  #blocks: Uint32Array[] = [];
  /** Slots that can be reused, and the total number of slots. */
  #free: number[] = [];
  #slots = 0;

  constructor(cap = SNAPSHOT_BYTES) {
    this.#cap = cap;
  }

  /** Memory of the checkpoints, bytes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Times of the checkpoints, virtual nanoseconds. */
  get moments(): number[] {
    return this.#kept.map(({ ns }) => ns);
  }

  /**
   * Adds a checkpoint of the memory after this many events; does nothing if there is a later one, because the run
   * passes the same states again.
   */
  take(ns: number, events: number, memory: ArrayBuffer, record: T | null = null): void {
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
    this.#bytes += slots.byteLength + (record?.bytes ?? 0);
    this.#kept.push({ ns, record, events, slots });
    while (this.#bytes > this.#cap && this.#kept.length > 2) {
      this.#drop(this.#leastMissed());
    }
  }

  /** Returns the last checkpoint at or before a time; undefined if there is none. */
  at(ns: number): Checkpoint<T> | undefined {
    return this.#kept.findLast((snapshot) => snapshot.ns <= ns);
  }

  /** Restores the last checkpoint at or before a time and returns it; undefined if there is none. */
  restore(ns: number, memory: ArrayBuffer): Checkpoint<T> | undefined {
    const found = this.#kept.findLast((snapshot) => snapshot.ns <= ns);
    if (!found) {
      return found;
    }
    const words = new Uint32Array(memory);
    const { slots } = found;
    for (let chunk = 0; chunk < slots.length;) {
      // Copy consecutive slots with one call.
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
    return found;
  }

  /** Drops all checkpoints, because the run is a different one now. */
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

  /** Stores the chunk that begins at a word; returns its slot. */
  #put(words: Uint32Array, at: number): number {
    const slot = this.#free.pop() ?? this.#slots++;
    const block = (this.#blocks[Math.floor(slot / BLOCK)] ??= new Uint32Array(BLOCK * WORDS));
    block.set(words.subarray(at, at + WORDS), (slot % BLOCK) * WORDS);
    this.#bytes += CHUNK;
    return slot;
  }

  /**
   * Returns the checkpoint that costs least to lose: the one with the fewest events between its neighbours, except the
   * first and the newest.
   */
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
    this.#bytes -= (dropped?.slots.byteLength ?? 0) + (dropped?.record?.bytes ?? 0);
    for (const [chunk, slot] of dropped?.slots.entries() ?? []) {
      if (before?.slots[chunk] !== slot && after?.slots[chunk] !== slot) {
        this.#free.push(slot);
        this.#bytes -= CHUNK;
      }
    }
    this.#kept.splice(at, 1);
  }
}
