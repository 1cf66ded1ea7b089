/** A copy of an engine's memory, to which it can be put back any number of times. */

/** Bytes that are compared and kept together. */
const CHUNK = 4096;

/** What did not change since an earlier copy is shared with it. */
export class MemoryCopy {
  readonly #chunks: Uint32Array[] = [];

  constructor(memory: ArrayBuffer, earlier: MemoryCopy | null) {
    const known = earlier ? earlier.#chunks : [];
    for (let at = 0; at < memory.byteLength; at += CHUNK) {
      const now = new Uint32Array(memory, at, CHUNK / 4);
      const before = known[this.#chunks.length];
      this.#chunks.push(before && isSame(before, now) ? before : now.slice());
    }
  }

  /** Puts the memory back, which may have grown since: an engine does not use what it has not been given. */
  restore(memory: ArrayBuffer): void {
    const words = new Uint32Array(memory);
    for (const [at, chunk] of this.#chunks.entries()) {
      words.set(chunk, (at * CHUNK) / 4);
    }
  }
}

/** Whether two arrays of the same length have the same content. */
function isSame(a: Uint32Array, b: Uint32Array): boolean {
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) {
      return false;
    }
  }
  return true;
}
