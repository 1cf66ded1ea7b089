/** What the colours of page frames mean. */
import type { LaneState } from '../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../core/lab/lanes.ts';
import { PAGE_STATES, type PageState } from '../engine/types.ts';

type Entry = readonly [state: PageState, label: string];

/** In the order in which they are shown. */
const LEGEND: readonly Entry[] = [
  ['free', 'free'],
  ['cleanInactive', 'clean, inactive'],
  ['cleanActive', 'clean, active'],
  ['dirty', 'dirty'],
  ['writeback', 'writeback'],
  ['anon', 'anon'],
  ['kernel', 'kernel'],
  ['isolated', 'isolated'],
];

/** The states that the pictures of some lanes have pages in. */
export function shownStates(
  lanes: { state: (lane: LaneId) => LaneState | null },
  which: readonly LaneId[] = LANES,
): Entry[] {
  const shown = which.reduce((bits, lane) => bits | (lanes.state(lane)?.shown ?? 0), 0);
  return LEGEND.filter(([state]) => (shown & (1 << PAGE_STATES.indexOf(state))) !== 0);
}

/** The label of a state. */
export function labelOf(state: PageState): string {
  return LEGEND.find(([name]) => name === state)?.[1] ?? state;
}
