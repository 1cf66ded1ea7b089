/** Samples of a lane over the run, in bounded memory. */
import type { Description, FigureName } from '../../engine/types.ts';

/** Rows of samples by virtual time. When it is full, every second row is dropped and the minimum interval doubles. */
export class SampleHistory {
  readonly width: number;
  readonly #capacity: number;
  readonly #times: Float64Array;
  readonly #rows: Float64Array;
  /** Number of rows up to the lane's current time. After a seek back there are more rows, of the known future. */
  #length = 0;
  #known = 0;
  #intervalNs: number;

  constructor(width: number, capacity = 1024, intervalNs = 50e6) {
    this.width = width;
    this.#capacity = capacity;
    this.#intervalNs = intervalNs;
    this.#times = new Float64Array(capacity);
    this.#rows = new Float64Array(capacity * width);
  }

  /** Number of rows up to the lane's current time. */
  get length(): number {
    return this.#length;
  }

  /** Adds a sample if enough virtual time has passed since the last row. */
  add(timeNs: number, sample: Float64Array): void {
    const last = this.#known > 0 ? this.time(this.#known - 1) : -Infinity;
    if (timeNs < last + this.#intervalNs) {
      return;
    }
    if (this.#known === this.#capacity) {
      this.#thin();
    }
    this.#times[this.#known] = timeNs;
    this.#rows.set(sample.subarray(0, this.width), this.#known * this.width);
    this.#known += 1;
    this.#length = this.#known;
  }

  /** Sets the lane's current time: later rows are kept, but hidden. */
  stand(timeNs: number): void {
    this.#length = this.#rowAt(timeNs, this.#known) + 1;
  }

  /** Drops the rows after this time, because the run will differ from there on. */
  forgetAfter(timeNs: number): void {
    this.stand(timeNs);
    this.#known = this.#length;
  }

  #thin(): void {
    const kept = Math.floor(this.#capacity / 2);
    for (let row = 0; row < kept; row += 1) {
      const from = row * 2;
      this.#times[row] = this.#times[from] ?? 0;
      this.#rows.copyWithin(row * this.width, from * this.width, (from + 1) * this.width);
    }
    this.#known = kept;
    this.#length = Math.min(Math.ceil(this.#length / 2), kept);
    this.#intervalNs *= 2;
  }

  /** Virtual time of a row. */
  time(row: number): number {
    return this.#times[row] ?? 0;
  }

  /** A value of a row; throws if the position is out of range. */
  value(row: number, position: number): number {
    if (position < 0 || position >= this.width) {
      throw new Error(`A sample of ${this.width} figures has none at ${position}`);
    }
    return this.#rows[row * this.width + position] ?? 0;
  }

  /**
   * A value interpolated between two rows. After the last row it is the value of that row; before the first row it is
   * 0.
   */
  valueAt(timeNs: number, position: number): number {
    const row = this.rowAt(timeNs);
    if (row < 0) {
      return 0;
    }
    const before = this.value(row, position);
    if (row + 1 >= this.#length) {
      return before;
    }
    const [fromNs, toNs] = [this.time(row), this.time(row + 1)];
    const share = toNs > fromNs ? (timeNs - fromNs) / (toNs - fromNs) : 0;
    return before + (this.value(row + 1, position) - before) * share;
  }

  /** Index of the last row at or before a time; -1 if there is none. */
  rowAt(timeNs: number): number {
    return this.#rowAt(timeNs, this.#length);
  }

  #rowAt(timeNs: number, length: number): number {
    let low = 0;
    let high = length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.time(middle) <= timeNs) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /**
   * Time of the first row from `fromNs` to `toNs` in which a value is not 0, hidden rows included; null if there is
   * none.
   */
  firstWith(position: number, fromNs: number, toNs: number): number | null {
    for (let row = Math.max(0, this.#rowAt(fromNs, this.#known)); row < this.#known; row += 1) {
      const ns = this.time(row);
      if (ns > toNs) {
        return null;
      }
      if (ns >= fromNs && this.value(row, position) !== 0) {
        return ns;
      }
    }
    return null;
  }

  /** A row as a view, valid until the next `add`. */
  row(row: number): Float64Array {
    return this.#rows.subarray(row * this.width, (row + 1) * this.width);
  }
}

/**
 * Thrown for a figure that samples do not have. This is a bug of the page, and must not look like a figure that is 0.
 */
export class UnknownFigure extends Error {
  constructor(name: string, zone: string | null) {
    super(`Samples of this machine have no ${name}${zone === null ? '' : ` of the zone ${zone}`}`);
    this.name = 'UnknownFigure';
  }
}

/** Positions of gauges and counters in a sample; built once per machine. */
export class SampleIndex {
  readonly #positions = new Map<string, number>();

  constructor(sample: Description['sample']) {
    for (const [position, { name, zone }] of sample.entries()) {
      this.#positions.set(keyOf(name, zone), position);
    }
  }

  /** Whether the machine has a figure: it may lack a zone, or have the figure only for the whole machine. */
  has(name: FigureName, zone: string | null = null): boolean {
    return this.#positions.has(keyOf(name, zone));
  }

  /** Position of a figure; throws `UnknownFigure` if the machine does not have it. */
  position(name: FigureName, zone: string | null = null): number {
    const position = this.#positions.get(keyOf(name, zone));
    if (position === undefined) {
      throw new UnknownFigure(name, zone);
    }
    return position;
  }

  /** A figure in a sample, 0 if the sample is empty; throws like `position`. */
  value(sample: Float64Array, name: FigureName, zone: string | null = null): number {
    return sample[this.position(name, zone)] ?? 0;
  }
}

function keyOf(name: string, zone: string | null): string {
  return zone === null ? name : `${zone}/${name}`;
}
