/** What the colours of page frames mean. */
import type { PageState } from '../engine/types.ts';

/** In the order in which they are shown. */
export const LEGEND: readonly (readonly [PageState, string])[] = [
  ['free', 'free'],
  ['cleanInactive', 'clean, inactive'],
  ['cleanActive', 'clean, active'],
  ['dirty', 'dirty'],
  ['writeback', 'writeback'],
  ['anon', 'anon'],
  ['kernel', 'kernel'],
];
