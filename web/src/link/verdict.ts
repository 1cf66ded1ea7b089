/** Whether the run that a link brought here is the one that its sender saw. */
import { create } from 'zustand';

import { formatSeconds } from '../lab/format.ts';
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

/** The verdict in a few words. */
export function verdictText({ differing }: Verdict): string {
  return differing.length === 0 ? 'Reproduced exactly' : 'This engine differs';
}

/** What the verdict means, in sentences. */
export function verdictExplanation({ atNs, differing }: Verdict, engineVersion: string): string {
  const moment = formatSeconds(atNs);
  if (differing.length === 0) {
    return `At ${moment} both machines have the digests that the link carries: this is the run that its sender saw, to the byte.`;
  }
  const lanes = differing.map((lane) => lane.toUpperCase()).join(' and ');
  const whose = differing.length === 1 ? `lane ${lanes} has` : `lanes ${lanes} have`;
  return (
    `At ${moment} ${whose} another digest than the link carries. It was made with another version of the engine ` +
    `than this one (${engineVersion}); the scenario is the same, but figures may differ.`
  );
}
