/** What slow motion shows and what the person has chosen in it. */
import { create } from 'zustand';

import type { LaneId } from '../../core/lab/lanes.ts';
import type { Scenario } from '../../engine/types.ts';
import type { Scene } from './director.ts';
import type { Answer, Extent } from './slow-lane.ts';

/** Seconds from one decision to the next, slowest first. */
export const PACES: readonly number[] = [2, 1, 0.5, 0.2];

/** State of slow motion. */
export interface SlowStore {
  /** Whether it covers the page. */
  shown: boolean;
  /** Why it cannot be shown, in a sentence. */
  failure: string | null;
  /** What its machines run. */
  scenario: Scenario | null;
  lane: LaneId;
  scenes: Record<LaneId, Scene | null>;
  /** Whether the person has gone anywhere yet: before that there are some words about what this is. */
  moved: boolean;
  playing: boolean;
  /** Seconds from one decision to the next. */
  pace: number;
  extent: Extent;
  largeType: boolean;
  /** Something that the person should know about the last key: that there is no scene further on. */
  remark: string;
  /** What the other lane's kernel does with the judged page, once it was asked for. */
  answer: Answer | null;
  /** What the person thought that it does. */
  guess: string | null;
  /** Whether the other kernel is asked about each page by itself. */
  alwaysAsk: boolean;
}

/** The store. */
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
