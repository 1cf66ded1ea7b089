/** State of slow motion, and the user's choices. */
import { create } from 'zustand';

import type { LaneId } from '../../core/lab/lanes.ts';
import type { Scenario } from '../../engine/types.ts';
import type { Scene } from './director.ts';
import type { Answer, Extent } from './slow-lane.ts';

/** Seconds per decision, slowest first. */
export const PACES: readonly number[] = [2, 1, 0.5, 0.2];

export interface SlowStore {
  /** Whether slow motion covers the page. */
  shown: boolean;
  /** A sentence that says why slow motion cannot be shown. */
  failure: string | null;
  /** The scenario of its machines. */
  scenario: Scenario | null;
  lane: LaneId;
  scenes: Record<LaneId, Scene | null>;
  /** Whether the user has moved to another scene yet: until then there is an introduction. */
  moved: boolean;
  playing: boolean;
  /** Seconds per decision. */
  pace: number;
  extent: Extent;
  largeType: boolean;
  /** A message about the last key, for example that there is no further scene. */
  remark: string;
  /** What the other lane's kernel does with the judged page; null until it is computed. */
  answer: Answer | null;
  /** The user's guess about this answer. */
  guess: string | null;
  /** Whether the answer is computed for each page automatically. */
  alwaysAsk: boolean;
}

/** The store of slow motion. */
export const useSlow = create<SlowStore>()(() => ({
  shown: false,
  failure: null,
  scenario: null,
  lane: 'a',
  scenes: { a: null, b: null },
  moved: false,
  playing: false,
  pace: 1,
  extent: 'reclaim',
  largeType: false,
  remark: '',
  answer: null,
  guess: null,
  alwaysAsk: false,
}));
