/** A copy of an engine's memory, to which it can be put back any number of times. */
import { CHUNK, isSame } from './snapshots.ts';

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
