/** A generator of random numbers from a seed, the same on every machine, so that a soak can be repeated. */
export class Random {
  #state;

  /** @param {number} seed an integer */
  constructor(seed) {
    this.#state = seed >>> 0;
  }

  /** Returns a number in [0, 1): mulberry32, by Tommy Ettinger. */
  share() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let word = this.#state;
    word = Math.imul(word ^ (word >>> 15), word | 1);
    word ^= word + Math.imul(word ^ (word >>> 7), word | 61);
    return ((word ^ (word >>> 14)) >>> 0) / 2 ** 32;
  }

  /** Returns an integer from 0 to below `count`. @param {number} count */
  below(count) {
    return Math.floor(this.share() * count);
  }

  /**
   * Returns one item of a list.
   * @template T
   * @param {readonly T[]} list
   * @returns {T}
   */
  of(list) {
    return /** @type {T} */ (list[this.below(list.length)]);
  }
}
