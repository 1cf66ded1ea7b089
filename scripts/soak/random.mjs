/** Random numbers from a seed, the same on every machine: what a soak did can be done again. */
export class Random {
  #state;

  /** @param {number} seed a whole number */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1: mulberry32, by Tommy Ettinger. */
  share() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let word = this.#state;
    word = Math.imul(word ^ (word >>> 15), word | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number from 0 to below `count`. @param {number} count */
  below(count) {
    return Math.floor(this.share() * count);
  }

  /**
   * One of a list.
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  of(list) {
    return /** @type {T} */ (list[this.below(list.length)]);
  }
}
