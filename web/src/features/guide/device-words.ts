/** Says on what the devices of a run spent their time, and what a change has cost or saved of it. */
import { formatSeconds } from '../../base/format.ts';
import type { PartName } from '../../engine/types.ts';

/** What is needed of a lane's results: its time, and how long its devices were busy with each part of their requests. */
interface DeviceTimes {
  nowNs: number;
  deviceNs?: Partial<Record<PartName, number>>;
}

/** Minimum difference between two times that is explained, as a share of the longer one. */
const LEAST = 0.03;

/** What a device does in each part of the time of a request. */
export const ACTIVITIES: Readonly<Record<PartName, string>> = {
  seek: 'moving its head',
  rotation: 'waiting for its platter to turn',
  transfer: 'transferring data',
  copying: 'copying inside its flash',
  flush: 'writing its cache to the medium',
  stall: 'pausing',
  overhead: 'handling commands',
};

/** Parts of a device's time whose share says nothing about what slows it down. */
export const ORDINARY: readonly PartName[] = ['transfer', 'overhead'];

/** Minimum share of a part of a device's time that is worth a sentence. */
const MUCH = 0.2;

/** Says on what a device spent much of its time: “spent 46 % of its busy time copying inside its flash”. Or empty. */
export function deviceShare({ deviceNs = {} }: DeviceTimes): string {
  const parts = Object.entries(deviceNs) as [PartName, number][];
  const all = parts.reduce((sum, [, ns]) => sum + ns, 0);
  const [most] = parts
    .filter(([part]) => !ORDINARY.includes(part))
    .toSorted(([, one], [, other]) => other - one);
  const share = most && all > 0 ? most[1] / all : 0;
  return most && share >= MUCH
    ? `spent ${Math.round(share * 100)} % of its busy time ${ACTIVITIES[most[0]]}`
    : '';
}

/** Names the part of the devices' time that makes up most of the difference between the lanes; empty if there is none. */
export function deviceDifference(a: DeviceTimes, b: DeviceTimes): string {
  const [slow, fast, name] = a.nowNs > b.nowNs ? ([a, b, 'A'] as const) : ([b, a, 'B'] as const);
  const more = deviceChange(fast, slow);
  return more === '' ? '' : ` The device of ${name} ${more}.`;
}

/**
 * Says in which part of its time a device explains at least half of the difference between two runs: “spent 113.2 s more
 * copying inside its flash”. Empty if there is no such part, or if the runs take nearly the same time.
 */
export function deviceChange(before: DeviceTimes, after: DeviceTimes): string {
  const byNs = after.nowNs - before.nowNs;
  if (Math.abs(byNs) < Math.max(before.nowNs, after.nowNs) * LEAST) {
    return '';
  }
  const sign = Math.sign(byNs);
  const parts = Object.keys(ACTIVITIES) as PartName[];
  const [most] = parts
    .map((part) => ({
      part,
      ns: sign * ((after.deviceNs?.[part] ?? 0) - (before.deviceNs?.[part] ?? 0)),
    }))
    .toSorted((one, other) => other.ns - one.ns);
  return most && most.ns >= Math.abs(byNs) / 2
    ? `spent ${formatSeconds(most.ns)} ${sign > 0 ? 'more' : 'less'} ${ACTIVITIES[most.part]}`
    : '';
}
