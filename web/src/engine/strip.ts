/** Keeps the last stretch of what tasks and devices did, as one dominant state a bin. */
import type { StripFrame } from './protocol.ts';

const STATES = 8;

/** A ring of bins per row; cost follows bins, not events. */
export class Strip {
  readonly rows: number;
  readonly bins: number;
  #binNs: number;
  /** Time spent: row, bin, state. */
  readonly #spent: Float64Array;
  /** Number of the newest bin since time 0. */
  #head = 0;

  constructor(rows: number, bins: number, lengthNs: number) {
    this.rows = rows;
    this.bins = bins;
    this.#binNs = lengthNs / bins;
    this.#spent = new Float64Array(rows * bins * STATES);
  }

  /** Changes the stretch that is kept; what was recorded at the old length is dropped. */
  setLength(lengthNs: number, nowNs: number): void {
    const binNs = lengthNs / this.bins;
    if (binNs !== this.#binNs) {
      this.#binNs = binNs;
      this.#spent.fill(0);
      this.#head = this.#binBefore(nowNs);
    }
  }

  /** Takes groups of four: row, state, start, end. */
  add(events: Float64Array): void {
    for (let at = 0; at + 3 < events.length; at += 4) {
      this.#addOne(events[at] ?? 0, events[at + 1] ?? 0, events[at + 2] ?? 0, events[at + 3] ?? 0);
    }
  }

  #addOne(row: number, state: number, start: number, end: number): void {
    if (row >= this.rows || state >= STATES || end <= start) {
      return;
    }
    const last = this.#binBefore(end);
    this.#advance(last);
    const oldest = this.#head - this.bins + 1;
    const first = Math.max(Math.floor(start / this.#binNs), oldest);
    for (let bin = first; bin <= last; bin += 1) {
      const from = Math.max(start, bin * this.#binNs);
      const to = Math.min(end, (bin + 1) * this.#binNs);
      if (bin >= 0 && to > from) {
        const slot = (row * this.bins + (bin % this.bins)) * STATES + state;
        this.#spent[slot] = (this.#spent[slot] ?? 0) + (to - from);
      }
    }
  }

  /** The bin that ends at a time or holds the moment before it. */
  #binBefore(ns: number): number {
    return Math.max(0, Math.ceil(ns / this.#binNs) - 1);
  }

  #advance(bin: number): void {
    if (bin <= this.#head) {
      return;
    }
    const from = Math.max(this.#head + 1, bin - this.bins + 1);
    for (let fresh = from; fresh <= bin; fresh += 1) {
      for (let row = 0; row < this.rows; row += 1) {
        const slot = (row * this.bins + (fresh % this.bins)) * STATES;
        this.#spent.fill(0, slot, slot + STATES);
      }
    }
    this.#head = bin;
  }

  /** The picture of the stretch that ends at `nowNs`; 255 where nothing is known. */
  frame(nowNs: number): StripFrame {
    this.#advance(this.#binBefore(nowNs));
    const states = new Uint8Array(this.rows * this.bins);
    const oldest = this.#head - this.bins + 1;
    for (let row = 0; row < this.rows; row += 1) {
      for (let index = 0; index < this.bins; index += 1) {
        const bin = oldest + index;
        states[row * this.bins + index] = bin < 0 ? 255 : this.#dominant(row, bin % this.bins);
      }
    }
    const toNs = (this.#head + 1) * this.#binNs;
    return {
      rows: this.rows,
      bins: this.bins,
      fromNs: toNs - this.bins * this.#binNs,
      toNs,
      states,
    };
  }

  #dominant(row: number, bin: number): number {
    const slot = (row * this.bins + bin) * STATES;
    let best = 255;
    let most = 0;
    for (let state = 0; state < STATES; state += 1) {
      const spent = this.#spent[slot + state] ?? 0;
      if (spent > most) {
        most = spent;
        best = state;
      }
    }
    return best;
  }
}
