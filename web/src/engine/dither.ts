/**
 * How a cell that stands for many frames shows their states: dots in the states' own colours, as many of each as its share
 * of the frames. An ordered dither: which dot shows what depends on the shares and on the place alone.
 */
import type { Grid } from './layout.ts';
import { PAGE_STATES } from './types.ts';

/** States whose shares one call of `draw_map` gives: one in each of red, green and blue. */
const CHANNELS = 3;

/** Calls of `draw_map` that give the shares of all states. */
export const SHARE_PASSES = Math.ceil(PAGE_STATES.length / CHANNELS);

/** Palettes with which the mean colour of a cell is the share of three states in its frames, in 255ths, rounded down. */
export const SHARE_PALETTES: readonly Uint32Array[] = Array.from(
  { length: SHARE_PASSES },
  (_, pass) =>
    Uint32Array.from(PAGE_STATES, (__, state) =>
      Math.floor(state / CHANNELS) === pass ? 255 << (8 * (state % CHANNELS)) : 0,
    ),
);

/** Bytes of a cell in the answer to one call. */
export const CELL_BYTES = 4;

/** Where the share of a state stands in the answers to all calls, one after the other. */
export function shareAt(cells: number, cell: number, state: number): number {
  const pass = Math.floor(state / CHANNELS);
  return (pass * cells + cell) * CELL_BYTES + (state % CHANNELS);
}

/** Dots of a cell lie so far apart at least, pixels of the device; and CSS pixels, so that they can be told apart. */
const DOT_DEVICE = 2;
const DOT_CSS = 1.5;

/** Dots along a side of a cell. Cells of one frame have one state: a dot. */
export function dotsOf(
  { cells, frames, cellWidth }: Grid & { frames: number },
  pixelRatio: number,
): number {
  const dot = Math.max(DOT_DEVICE, Math.round(DOT_CSS * pixelRatio));
  return cells === frames ? 1 : Math.max(1, Math.round((cellWidth * pixelRatio) / dot));
}

/** The dots of a cell are filled in steps of this: near the golden section of their number, and prime to it. */
export function stepOf(count: number): number {
  let step = Math.max(1, Math.round(count * 0.618));
  while (divisor(step, count) > 1) {
    step += 1;
  }
  return step;
}

function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}

/** Order of 4 × 4 neighbouring cells: a share too small for a dot in each has one in some of them. */
export const ORDER: readonly number[] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
