/** Whether the run that a link brought here is the one that its sender saw. */
import { create } from 'zustand';

import { LANES, type LaneId } from '../lab/lanes.ts';
import type { Digests } from './state.ts';

/** What comparing digests came to. */
export interface Verdict {
  /** Moment of the comparison, virtual nanoseconds. */
  atNs: number;
  /** Lanes whose digest is another than the link's. */
  differing: LaneId[];
}

/** The verdict on the scenario that is open; null where its link had no digests, or it was changed since. */
export const useVerdict = create<{ verdict: Verdict | null }>()(() => ({ verdict: null }));

/** Compares the digests of a link with those that the engine came to here. */
export function compareDigests(atNs: number, sent: Digests, here: Digests): Verdict {
  return { atNs, differing: LANES.filter((lane) => sent[lane] !== here[lane]) };
}
