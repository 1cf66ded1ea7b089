/**
 * Records the recent activity of tasks and devices, and returns for each bin the two states that took the longest time.
 * Also keeps the recent requests of devices, limited in number.
 */
import type { StripFrame, DeviceFrame } from './protocol.ts';
import {
  DEVICE_STATES,
  REQUEST_HEAD,
  REQUEST_NUMBERS,
  STRETCH,
  STRETCH_NUMBERS,
  TASK_STATES,
  REQUEST,
  type Machine,
} from './types.ts';

/**
 * Maximum number of states of a row. A row is a task, a device, or the parts of a device's time. State 0 of tasks and
 * devices is idle.
 */
export const STATES = Math.max(
  TASK_STATES.length,
  DEVICE_STATES.length,
  REQUEST_NUMBERS - REQUEST_HEAD,
);

/** A copy of a strip's bins. Nanoseconds are rounded to single precision; the error is too small to be visible. */
export interface StripRecord {
  binNs: number;
  head: number;
  spent: Float32Array;
}

/** A ring of bins per row; its cost depends on the number of bins, not of events. */
export class Strip {
  readonly rows: number;
  readonly bins: number;
  #binNs: number;
  /** Time spent: row, bin, state. */
  readonly #spent: Float64Array;
  /** Number of the newest bin, counted from time 0. */
  #head = 0;
  /** Time since which everything is recorded. */
  #sinceNs = 0;

  constructor(rows: number, bins: number, lengthNs: number) {
    this.rows = rows;
    this.bins = bins;
    this.#binNs = lengthNs / bins;
    this.#spent = new Float64Array(rows * bins * STATES);
  }

  /** Changes the length of the range; records of the old length are dropped. */
  setLength(lengthNs: number, nowNs: number): void {
    const binNs = lengthNs / this.bins;
    if (binNs !== this.#binNs) {
      this.#binNs = binNs;
      this.clear(nowNs);
    }
  }

  /** Drops all records, and starts again at `nowNs`. */
  clear(nowNs: number): void {
    this.#spent.fill(0);
    this.#head = this.#binBefore(nowNs);
    this.#sinceNs = nowNs;
  }

  /** Returns a copy of the range that ends at `nowNs`; null if a part of it was not recorded. */
  record(nowNs: number): StripRecord | null {
    if (this.#sinceNs > Math.max(0, nowNs - this.#binNs * this.bins)) {
      return null;
    }
    return { binNs: this.#binNs, head: this.#head, spent: new Float32Array(this.#spent) };
  }

  /** Continues from a record, with the length of its range. */
  resume({ binNs, head, spent }: StripRecord): void {
    this.#binNs = binNs;
    this.#head = head;
    this.#spent.set(spent);
    this.#sinceNs = 0;
  }

  /** Adds intervals of the timeline. */
  add(events: Float64Array): void {
    for (let at = 0; at + STRETCH_NUMBERS <= events.length; at += STRETCH_NUMBERS) {
      const number = (column: keyof typeof STRETCH) => events[at + STRETCH[column]] ?? 0;
      this.addOne(number('row'), number('state'), number('start'), number('end'));
    }
  }

  /** Adds one interval of a row. */
  addOne(row: number, state: number, start: number, end: number): void {
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

  /** Returns the number of the bin that contains the moment just before a time. */
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

  /**
   * Returns the nanoseconds spent up to `nowNs`: row, bin, state; the index of a bin is its number since time 0, modulo
   * `bins`.
   */
  spent(nowNs: number): Float32Array {
    this.#advance(this.#binBefore(nowNs));
    return Float32Array.from(this.#spent);
  }

  /** Returns the strip of the range that ends at `nowNs`; 255 means unknown. */
  frame(nowNs: number): StripFrame {
    this.#advance(this.#binBefore(nowNs));
    const size = this.rows * this.bins;
    const frame = {
      states: new Uint8Array(size).fill(255),
      minor: new Uint8Array(size).fill(255),
      minorShares: new Uint8Array(size),
      totals: new Float64Array(this.rows * STATES),
    };
    const oldest = this.#head - this.bins + 1;
    for (let row = 0; row < this.rows; row += 1) {
      for (let index = Math.max(0, -oldest); index < this.bins; index += 1) {
        this.#fill(frame, row, index, (oldest + index) % this.bins);
      }
    }
    const toNs = (this.#head + 1) * this.#binNs;
    return {
      rows: this.rows,
      bins: this.bins,
      fromNs: toNs - this.bins * this.#binNs,
      toNs,
      ...frame,
    };
  }

  /** Fills one bin: the state that took the most time, and the second one, which is never idle. */
  #fill(frame: Picture, row: number, index: number, bin: number): void {
    const slot = (row * this.bins + bin) * STATES;
    let best = 255;
    let most = 0;
    let sum = 0;
    for (let state = 0; state < STATES; state += 1) {
      const spent = this.#spent[slot + state] ?? 0;
      const total = row * STATES + state;
      frame.totals[total] = (frame.totals[total] ?? 0) + spent;
      sum += spent;
      if (spent > most) {
        most = spent;
        best = state;
      }
    }
    let next = 255;
    let nextMost = 0;
    for (let state = 1; state < STATES; state += 1) {
      const spent = this.#spent[slot + state] ?? 0;
      if (state !== best && spent > nextMost) {
        nextMost = spent;
        next = state;
      }
    }
    const at = row * this.bins + index;
    frame.states[at] = best;
    frame.minor[at] = next;
    frame.minorShares[at] = sum > 0 ? Math.ceil((nextMost / sum) * 255) : 0;
  }
}

type Picture = Pick<StripFrame, 'states' | 'minor' | 'minorShares' | 'totals'>;

/** Maximum number of requests: as many as a chart of the page can distinguish. */
const MOST = 1200;

/** Keeps the newest requests. */
export class RequestWindow {
  #rows: Float64Array[] = [];
  #count = 0;

  /** Adds requests from the engine: groups of `REQUEST_NUMBERS`. */
  add(requests: Float64Array): void {
    if (requests.length === 0) {
      return;
    }
    const most = MOST * REQUEST_NUMBERS;
    this.#rows.push(requests.length > most ? requests.slice(-most) : requests);
    this.#count += requests.length / REQUEST_NUMBERS;
    while (this.#rows.length > 1 && this.#count - this.#lengthOf(0) >= MOST) {
      this.#count -= this.#lengthOf(0);
      this.#rows.shift();
    }
  }

  #lengthOf(row: number): number {
    return (this.#rows[row]?.length ?? 0) / REQUEST_NUMBERS;
  }

  /** Drops all requests, because a seek or a step back has changed the time. */
  clear(): void {
    this.#rows = [];
    this.#count = 0;
  }

  /** Returns the requests that ended after a time, oldest first. */
  since(fromNs: number): Float64Array {
    const kept = new Float64Array(MOST * REQUEST_NUMBERS);
    let end = kept.length;
    // From the newest backwards, until there is no room or they are too old.
    for (const row of this.#rows.toReversed()) {
      let at = row.length;
      while (at > 0 && end > 0 && (row[at - REQUEST_NUMBERS + REQUEST.end] ?? 0) > fromNs) {
        at -= REQUEST_NUMBERS;
        end -= REQUEST_NUMBERS;
      }
      kept.set(row.subarray(at), end);
      if (at > 0) {
        break;
      }
    }
    return kept.slice(end);
  }
}

/** The activity of devices in the same bins as that of tasks; the states are the parts of a request's time. */
export class DeviceTime extends Strip {
  /** Adds requests; their parts follow each other in the engine's order. */
  serve(requests: Float64Array): void {
    for (let at = 0; at < requests.length; at += REQUEST_NUMBERS) {
      let start = requests[at + REQUEST.start] ?? 0;
      for (let part = REQUEST_HEAD; part < REQUEST_NUMBERS; part += 1) {
        const ns = requests[at + part] ?? 0;
        const device = requests[at + REQUEST.device] ?? 0;
        this.addOne(device, part - REQUEST_HEAD, start, (start += ns));
      }
    }
  }

  /** Returns the activity in the range that ends at `nowNs`, and the current state of the devices. */
  told(machine: Machine, nowNs: number): DeviceFrame {
    const totals = [];
    const units = [];
    for (let device = 0; device < this.rows; device += 1) {
      totals.push(machine.device_time(device));
      units.push(machine.open_units(device));
    }
    return { spent: this.spent(nowNs), totals, units };
  }
}
