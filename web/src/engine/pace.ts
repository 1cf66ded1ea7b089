/** How often something costly is done: never so often that it takes more than its share of the time. */

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
