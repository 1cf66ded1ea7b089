/** Keeps where the time of devices went over the last stretch: per bin the time of each part of their requests. */
import type { DeviceFrame } from './protocol.ts';
import { REQUEST, REQUEST_HEAD, REQUEST_NUMBERS } from './request-window.ts';
import { Strip } from './strip.ts';
import type { Machine } from './types.ts';

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
