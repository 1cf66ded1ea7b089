/**
 * The common part of the renderers for WebGL2 and Canvas2D: their interface, the bars of a ribbon, colours as bytes,
 * and the dither with which a cell shows the states of many frames. A cell consists of dots; the number of dots in the
 * colour of a state is proportional to its share of the frames. The dither is ordered: the state of a dot depends only
 * on the position of the dot and on the shares.
 */
import type { Grid } from './layout.ts';
import type { LaneView, RendererKind, MapColours } from './protocol.ts';
import { LIST_BIN, LIST_BIN_NUMBERS, type PageState, PAGE_STATES } from './types.ts';

/**
 * The shares of all states in the cells of a zone, three states per plane, four bytes per cell: a view on the engine's
 * memory.
 */
export interface MapShares {
  zone: number;
  /** The planes of `draw_map`, one after another. */
  shares: Uint8Array;
}

/** A list from head to tail: for each bin, the number of all, dirty, writeback and referenced pages. */
export interface RibbonProfile {
  zone: number;
  /** Groups of four: pages, dirty, writeback, referenced. */
  profile: Float64Array;
}

/** Draws page maps and ribbons. */
export interface Renderer {
  readonly kind: RendererKind;
  /** Sets layout, size and colours. */
  setView(view: LaneView): void;
  /** Stores the cells of a zone; `map` is a view on the engine's memory, and is read before this function returns. */
  putMap(map: MapShares): void;
  /** Sets the highlighted state; null for none. */
  light(state: PageState | null): void;
  /** Stores a ribbon. */
  putRibbon(ribbon: RibbonProfile): void;
  /** Draws everything that was stored. */
  draw(): void;
}

/** The parts of a bar from the bottom, in shares of its height. */
export interface Bar {
  /** Whether there are any pages. */
  filled: boolean;
  writeback: number;
  dirty: number;
}

/** Returns the bar of a bin. `profile`: groups of `LIST_BIN_NUMBERS`. */
export function barOf(profile: Float64Array, bin: number): Bar {
  const number = (name: keyof typeof LIST_BIN) =>
    profile[bin * LIST_BIN_NUMBERS + LIST_BIN[name]] ?? 0;
  const pages = number('pages');
  const share = (part: number) => (pages > 0 ? Math.min(1, part / pages) : 0);
  const writeback = share(number('writeback'));
  return { filled: pages > 0, writeback, dirty: Math.min(share(number('dirty')), 1 - writeback) };
}

export type Bytes = readonly [red: number, green: number, blue: number];

/** Splits a colour into bytes. The colour is `#rrggbb`, or `#rgb` where the build has shortened it. */
export function bytesOf(colour: string): [number, number, number] {
  const digits = colour.slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const value = Number.parseInt(full, 16);
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

/** The share of its own colour that a state keeps while another state is highlighted. */
const DIMMED = 0.3;

/** Fades a colour that is not highlighted towards another one. */
function fade(own: Bytes, towards: Bytes): Bytes {
  const mixed = (channel: 0 | 1 | 2) =>
    Math.round(own[channel] * DIMMED + towards[channel] * (1 - DIMMED));
  return [mixed(0), mixed(1), mixed(2)];
}

/** Fades a colour written as `#rrggbb`. */
export function faded(own: string, towards: string): string {
  const bytes = fade(bytesOf(own), bytesOf(towards));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the colour of a state while the state `lit` is highlighted; null: no state is highlighted. */
export function shownColour(colours: MapColours, state: PageState, lit: PageState | null): Bytes {
  const own = bytesOf(colours.pages[state]);
  if (lit === null || lit === state) {
    // The colour of free frames is close to the background, so they are darker while they are highlighted.
    return lit === 'free' ? bytesOf(colours.shade) : own;
  }
  return fade(own, bytesOf(colours.frame));
}

/** Number of states per plane of `draw_map`: one each in red, green and blue, in 255ths of a cell's frames. */
const CHANNELS = 3;

/** Number of planes for the shares of all states. */
export const SHARE_PLANES = Math.ceil(PAGE_STATES.length / CHANNELS);

/** Bytes per cell and plane. */
export const CELL_BYTES = 4;

/** Returns the index of a state's share in the planes. */
export function shareAt(cells: number, cell: number, state: number): number {
  const plane = Math.floor(state / CHANNELS);
  return (plane * cells + cell) * CELL_BYTES + (state % CHANNELS);
}

/** Minimum distance of the dots of a cell: in device pixels, and in CSS pixels, so that they are distinguishable. */
const DOT_DEVICE = 2;
const DOT_CSS = 1.5;

/** Returns the number of dots along a side of a cell. A cell of a single frame has a single state: one dot. */
export function dotsOf(
  { cells, frames, cellWidth }: Grid & { frames: number },
  pixelRatio: number,
): number {
  const dot = Math.max(DOT_DEVICE, Math.round(DOT_CSS * pixelRatio));
  return cells === frames ? 1 : Math.max(1, Math.round((cellWidth * pixelRatio) / dot));
}

/**
 * Returns the step in which the dots of a cell are filled: near the golden section of the number of dots, and coprime
 * to this number.
 */
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

/** Fill order of 4 × 4 neighbouring cells: if a share is too small for a dot in each cell, some cells have one. */
export const ORDER: readonly number[] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5];
