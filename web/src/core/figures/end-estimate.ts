/** When a workload will be done, as far as its pace tells: an estimate that stays until it is clearly wrong. */

/** Virtual time before which a pace says nothing. */
const LEAST_NS = 15e9;
/** The farthest end that is told, as a multiple of the time that was seen. */
const FARTHEST = 30;
/** How far the pace of late may be from that of the time before for either to be believed. */
const PACES_AGREE = 1.5;
/** Share by which a new estimate must differ to take the place of the one that was told. */
const CLEARLY = 0.2;

/** What is known of a run. */
export interface Progress {
  nowNs: number;
  /** Bytes of the workload that are still to do. */
  left: number;
  /**
   * Bytes that were done for good by a time up to now: without those that only wait in memory, which takes them faster
   * than any device.
   */
  doneAt: (ns: number) => number;
}

/** The estimate of one run. */
export class EndEstimate {
  #ns: number | null = null;
  #seenNs = 0;

  /** Virtual time of the end; null while it cannot be known. */
  get ns(): number | null {
    return this.#ns;
  }

  /** Takes how far the run is; a time that was seen before says nothing new. */
  take(progress: Progress): void {
    const { nowNs } = progress;
    if (nowNs <= this.#seenNs) {
      return;
    }
    this.#seenNs = nowNs;
    const next = endOf(progress);
    const told = this.#ns;
    if (told !== null && told <= nowNs) {
      this.#ns = next;
    } else if (next !== null && (told === null || Math.abs(next - told) > told * CLEARLY)) {
      this.#ns = next;
    }
  }

  /** The time after `nowNs` will be another one. */
  forgetAfter(nowNs: number): void {
    this.#seenNs = nowNs;
    this.#ns = null;
  }
}

/** By the pace of the last half, if that of the last quarter is like it. */
function endOf({ nowNs, left, doneAt }: Progress): number | null {
  const paceSince = (ns: number) => (doneAt(nowNs) - doneAt(ns)) / (nowNs - ns);
  const half = paceSince(nowNs / 2);
  const quarter = paceSince((nowNs * 3) / 4);
  const agree = half < quarter * PACES_AGREE && quarter < half * PACES_AGREE;
  if (nowNs < LEAST_NS || left < 0 || half <= 0 || !agree) {
    return null;
  }
  const endNs = nowNs + left / half;
  return endNs <= nowNs * FARTHEST ? endNs : null;
}
