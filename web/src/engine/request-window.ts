/** The requests that devices served lately, bounded in time and number. */
import { REQUEST, REQUEST_HEAD, REQUEST_NUMBERS } from './types.ts';

export { REQUEST, REQUEST_HEAD, REQUEST_NUMBERS };

/** As many as a chart of the page can tell apart. */
const MOST = 1200;

/** Keeps the newest requests. */
export class RequestWindow {
  #rows: Float64Array[] = [];
  #count = 0;

  /** Takes what the engine tells: groups of `REQUEST_NUMBERS`. */
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

  /** Forgets everything: time went elsewhere. */
  clear(): void {
    this.#rows = [];
    this.#count = 0;
  }

  /** Those that ended after a time, oldest first. */
  since(fromNs: number): Float64Array {
    const kept = new Float64Array(MOST * REQUEST_NUMBERS);
    let end = kept.length;
    // From the newest back, until there is no room or they are too old.
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
