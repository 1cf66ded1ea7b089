/**
 * When a lane's expensive work is due: drawing may take only a certain share of the time, and samples are due at equal
 * intervals of virtual time.
 */

/** Drawing may take at most 1 / `SHARE` of the time. */
const SHARE = 6;

/** The pace of one kind of drawing. */
export class Pace {
  #atNs = -1;
  #dueMs = -Infinity;

  /** Whether drawing is due: always if forced; otherwise if virtual time has moved and the pace allows it. */
  isDue(nowNs: number, wallMs: number, forced: boolean): boolean {
    return forced || (nowNs !== this.#atNs && wallMs >= this.#dueMs);
  }

  /** Records a drawing, and the wall time that it took. */
  done(nowNs: number, beganMs: number, endedMs: number): void {
    this.#atNs = nowNs;
    this.#dueMs = beganMs + (endedMs - beganMs) * SHARE;
  }
}

/** Number of samples after which the interval doubles: the capacity of a history on the page. */
const PER_DISTANCE = 1024;
const FIRST_DISTANCE_NS = 50e6;

/** When samples are due, and the samples not fetched yet. */
export class Recorder {
  #distanceNs = FIRST_DISTANCE_NS;
  #count = 0;
  #dueNs = 0;
  #pending: Float64Array[] = [];

  /** Virtual time of the next sample. */
  get dueNs(): number {
    return this.#dueNs;
  }

  /** Stores a sample that was due. */
  take(nowNs: number, sample: Float64Array): void {
    const row = new Float64Array(sample.length + 1);
    row[0] = nowNs;
    row.set(sample, 1);
    this.#pending.push(row);
    this.#count += 1;
    if (this.#count === PER_DISTANCE) {
      this.#count /= 2;
      this.#distanceNs *= 2;
    }
    this.#dueNs = nowNs + this.#distanceNs;
  }

  /** Goes back to `nowNs`: samples are due again from there. */
  rewind(nowNs: number): void {
    this.#pending = [];
    this.#count = Math.floor(nowNs / this.#distanceNs);
    this.#dueNs = nowNs;
  }

  /** Returns the samples since the last call, one after another. */
  fetch(): Float64Array {
    const width = this.#pending[0]?.length ?? 0;
    const rows = new Float64Array(width * this.#pending.length);
    for (const [at, row] of this.#pending.entries()) {
      rows.set(row, at * width);
    }
    this.#pending = [];
    return rows;
  }
}
