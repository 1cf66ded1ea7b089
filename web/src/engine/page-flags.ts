/** Page flags as the engine's frames carry them, and how a frame is named where it has a cell of its own. */
import { PAGE_STATES, type PageState } from './types.ts';

/** Bits of the page flags as the engine hands them out (mm/page.rs). */
export const FLAG = {
  locked: 1 << 0,
  dirty: 1 << 1,
  writeback: 1 << 2,
  reclaim: 1 << 3,
  referenced: 1 << 4,
  active: 1 << 5,
  swapcache: 1 << 6,
  swapbacked: 1 << 7,
  lru: 1 << 8,
  mapped: 1 << 11,
  young: 1 << 12,
} as const;

/** Mappings from here up are none: free frames, the kernel's, the swap cache. */
const MAPPING_LIMIT = 65_528;

/** A frame in its own cell. */
export interface CloseFrame {
  state: PageState;
  /** A letter for each state that matters to reclaim: d dirty, w writeback, r referenced, a active, R PG_reclaim. */
  marks: string;
  /** Which page it holds, such as `3:120` for page 120 of file 3; empty for free frames and the kernel's. */
  page: string;
}

const MARKS: readonly (readonly [number, string])[] = [
  [FLAG.dirty, 'd'],
  [FLAG.writeback, 'w'],
  [FLAG.active, 'a'],
  [FLAG.referenced, 'r'],
  [FLAG.reclaim, 'R'],
  [FLAG.locked, 'l'],
];

/** Reads the three words of a frame. */
export function closeFrame(words: Uint32Array, at: number): CloseFrame {
  const word = words[at * 3] ?? 0;
  const mapping = words[at * 3 + 1] ?? 0;
  const state = PAGE_STATES[word & 0xff] ?? 'free';
  const flags = word >>> 8;
  const holds = state !== 'free' && state !== 'kernel';
  const marks = MARKS.filter(([flag]) => holds && (flags & flag) !== 0).map(([, mark]) => mark);
  const page = holds && mapping < MAPPING_LIMIT ? `${mapping}:${words[at * 3 + 2] ?? 0}` : '';
  return { state, marks: marks.join(''), page };
}
