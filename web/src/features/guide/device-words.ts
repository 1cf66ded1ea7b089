/**
 * Describes how a change altered the time that devices spend on each part of their work. This explains most changes of
 * throughput.
 */
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import type { PartName } from '../../engine/types.ts';
import type { Run } from './earlier-run.ts';

/** What a device does in each part of its time; null for transfers and for the overhead of commands. */
const DOES: Readonly<Record<PartName, string | null>> = {
  transfer: null,
  overhead: null,
  seek: 'moving its head',
  rotation: 'waiting for the platter',
  copying: 'copying in its flash',
  flush: 'writing back its cache',
  stall: 'stalled',
};

/** Minimum change that is worth a sentence, percent of the device’s time. */
const WORTH = 5;

/**
 * Returns a sentence about the part of the devices' time that changed most; an empty string if none changed much. The
 * shares are of the time in which the busiest device of each lane had a request, since the start.
 */
export function deviceWords(earlier: Run, now: Run): string {
  const names = now.a.description.parts;
  const changes = names.flatMap((name, part) => {
    const does = DOES[name];
    const shares = LANES.map((lane) => {
      const [before, after] = [percentOf(earlier[lane], part), percentOf(now[lane], part)];
      return { lane, before, after, by: Math.abs(after - before) };
    });
    return does === null ? [] : [{ does, shares, by: Math.max(...shares.map(({ by }) => by)) }];
  });
  const [most] = changes.sort((one, other) => other.by - one.by);
  if (most === undefined || most.by < WORTH) {
    return '';
  }
  const each = most.shares
    .filter(({ by }) => by >= WORTH)
    .map(({ lane, before, after }) => `${before} → ${after} % in ${nameOf(lane)}`);
  return ` Share of the device’s time spent ${most.does}: ${each.join(', ')}.`;
}

function nameOf(lane: LaneId): string {
  return lane.toUpperCase();
}

/** The share of a part in the busy time of the lane's busiest device, in whole percent. */
function percentOf({ devices }: LaneState, part: number): number {
  const [busiest] = (devices?.totals ?? []).toSorted(([one = 0], [other = 0]) => other - one);
  const [busyNs = 0] = busiest ?? [];
  return busyNs > 0 ? Math.round((100 * (busiest?.[part + 1] ?? 0)) / busyNs) : 0;
}
