/** The requests that devices served lately, bounded in time and number. */

/** Numbers of a request: device, start, end (nanoseconds), first block, length (4 KiB), state of the device's row. */
export const REQUEST_NUMBERS = 6;

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
    const all = this.#rows.flatMap((row) =>
      [...groups(row)].filter((group) => (group[2] ?? 0) > fromNs),
    );
    const kept = all.slice(-MOST);
    const numbers = new Float64Array(kept.length * REQUEST_NUMBERS);
    for (const [at, group] of kept.entries()) {
      numbers.set(group, at * REQUEST_NUMBERS);
    }
    return numbers;
  }
}

function* groups(row: Float64Array): Generator<Float64Array> {
  for (let at = 0; at < row.length; at += REQUEST_NUMBERS) {
    yield row.subarray(at, at + REQUEST_NUMBERS);
  }
}
