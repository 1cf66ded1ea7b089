/** Keeps where the time of devices went over the last stretch: per bin the time of each part of their requests. */
import type { DeviceFrame } from './protocol.ts';
import { REQUEST_HEAD, REQUEST_NUMBERS } from './request-window.ts';
import { Strip } from './strip.ts';
import type { Description, Machine } from './types.ts';

/** The same bins as those of tasks, with parts for states. */
export class DeviceTime {
  readonly #machine: Machine;
  readonly #strip: Strip;

  constructor(machine: Machine, { devices }: Description, bins: number, lengthNs: number) {
    this.#machine = machine;
    this.#strip = new Strip(devices.length, bins, lengthNs);
  }

  /** Takes requests: their parts are drawn one after the other, in the engine's order. */
  add(requests: Float64Array): void {
    for (let at = 0; at < requests.length; at += REQUEST_NUMBERS) {
      let start = requests[at + 1] ?? 0;
      for (let part = REQUEST_HEAD; part < REQUEST_NUMBERS; part += 1) {
        const ns = requests[at + part] ?? 0;
        this.#strip.addOne(requests[at] ?? 0, part - REQUEST_HEAD, start, start + ns);
        start += ns;
      }
    }
  }

  /** Changes the stretch that is kept. */
  setLength(lengthNs: number, nowNs: number): void {
    this.#strip.setLength(lengthNs, nowNs);
  }

  /** Forgets everything: time went to `nowNs`. */
  clear(nowNs: number): void {
    this.#strip.clear(nowNs);
  }

  /** The picture of the stretch that ends at `nowNs`, and the state of the devices now. */
  frame(nowNs: number): DeviceFrame {
    const devices = Array.from({ length: this.#strip.rows }, (_, device) => device);
    return {
      spent: this.#strip.spent(nowNs),
      totals: devices.map((device) => this.#machine.device_time(device)),
      units: devices.map((device) => this.#machine.open_units(device)),
    };
  }
}
