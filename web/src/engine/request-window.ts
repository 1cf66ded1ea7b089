/** The requests that devices served lately, bounded in time and number. */
import { REQUEST, REQUEST_HEAD, REQUEST_NUMBERS, type Machine } from './types.ts';
import type { DeviceFrame } from './protocol.ts';
import { Strip } from './strip.ts';

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

/** The bins of the strip of tasks once more, with parts for states. */
export class DeviceTime extends Strip {
  /** Takes requests: their parts are drawn one after the other, in the engine's order. */
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

  /** The stretch that ends at `nowNs`, and the state of the devices now. */
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
