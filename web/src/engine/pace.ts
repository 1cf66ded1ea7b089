/**
 * When a lane's costly work is due: drawings never more often than takes their share of the time, samples at even
 * distances of virtual time.
 */

/** One unit of work out of this many units of time. */
const SHARE = 6;

/** The pace of one kind of drawing. */
export class Pace {
  #atNs = -1;
  #dueMs = -Infinity;

  /** Whether it is to be done now: always when forced, else when virtual time has moved and the pace allows. */
  isDue(nowNs: number, wallMs: number, forced: boolean): boolean {
    return forced || (nowNs !== this.#atNs && wallMs >= this.#dueMs);
  }

  /** It was done, in this stretch of wall time. */
  done(nowNs: number, beganMs: number, endedMs: number): void {
    this.#atNs = nowNs;
    this.#dueMs = beganMs + (endedMs - beganMs) * SHARE;
  }
}

/** A number of samples after which the distance doubles: as many as a history on the page keeps. */
const PER_DISTANCE = 1024;
const FIRST_DISTANCE_NS = 50e6;

/** When samples are due, and those that nobody has fetched yet. */
export class Recorder {
  #distanceNs = FIRST_DISTANCE_NS;
  #count = 0;
  #dueNs = 0;
  #pending: Float64Array[] = [];

  /** Virtual time of the next sample. */
  get dueNs(): number {
    return this.#dueNs;
  }

  /** Takes a sample that was due. */
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

  /** Time went back to `nowNs`: samples are due again from there. */
  rewind(nowNs: number): void {
    this.#pending = [];
    this.#count = Math.floor(nowNs / this.#distanceNs);
    this.#dueNs = nowNs;
  }

  /** The samples since the last call, one after the other. */
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
