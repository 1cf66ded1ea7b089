/** Page flags as the engine's frames carry them, and how a frame is named where it has a cell of its own. */
import {
  COLOUR_BITS,
  FLAG,
  FRAME,
  FRAME_WORDS,
  MAPPING_LIMIT,
  PAGE_STATES,
  type PageState,
} from './types.ts';

export { FLAG };

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

/** Reads the words of a frame. */
export function closeFrame(words: Uint32Array, at: number): CloseFrame {
  const word = words[at * FRAME_WORDS + FRAME.state] ?? 0;
  const mapping = words[at * FRAME_WORDS + FRAME.mapping] ?? 0;
  const index = words[at * FRAME_WORDS + FRAME.index] ?? 0;
  const state = PAGE_STATES[word & ((1 << COLOUR_BITS) - 1)] ?? 'free';
  const flags = word >>> COLOUR_BITS;
  const holds = state !== 'free' && state !== 'kernel';
  const marks = MARKS.filter(([flag]) => holds && (flags & flag) !== 0).map(([, mark]) => mark);
  const page = holds && mapping < MAPPING_LIMIT ? `${mapping}:${index}` : '';
  return { state, marks: marks.join(''), page };
}
