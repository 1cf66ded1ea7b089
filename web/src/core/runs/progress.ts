/** How long the rest of the runs will take, from those that are done. */

/** Runs of one press of a button. */
export class Progress {
  readonly #all: number;
  readonly #workers: number;
  readonly #started = new Map<number, number>();
  #tookMs = 0;
  #done = 0;

  constructor(all: number, workers: number) {
    this.#all = all;
    this.#workers = workers;
  }

  /** A run has begun; of several that share a machine one at a time counts as begun. */
  begin(run: number, wallMs: number): void {
    this.#started.set(run, wallMs);
  }

  /** A run has ended, well or not. */
  end(run: number, wallMs: number): void {
    this.#tookMs += wallMs - (this.#started.get(run) ?? wallMs);
    this.#started.delete(run);
    this.#done += 1;
  }

  /** Runs that have ended. */
  get done(): number {
    return this.#done;
  }

  /** Wall time left; unknown before the first run has ended. */
  leftMs(wallMs: number): number | null {
    if (this.#done === 0) {
      return null;
    }
    const mean = this.#tookMs / this.#done;
    const waiting = this.#all - this.#done - this.#started.size;
    const underWay = [...this.#started.values()].map((begun) =>
      Math.max(0, mean - (wallMs - begun)),
    );
    const work = waiting * mean + underWay.reduce((sum, left) => sum + left, 0);
    return work / Math.max(1, Math.min(this.#workers, this.#all - this.#done));
  }
}

/** A stretch of time as one would say it. */
export function formatLeft(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 10) {
    return 'a few seconds left';
  }
  if (seconds < 90) {
    return `about ${Math.round(seconds / 10) * 10} s left`;
  }
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}
