/**
 * What both renderers of a lane's canvas share, the one for WebGL2 and the one for Canvas2D: their functions, the bars of a
 * ribbon, colours as bytes, and how a cell that stands for many frames shows their states: dots in the states' own colours, as
 * many of each as its share of the frames. An ordered dither: which dot shows what depends on the shares and on the place alone.
 */
import type { Grid } from './layout.ts';
import type { LaneView, RendererKind, MapColours } from './protocol.ts';
import { LIST_BIN, LIST_BIN_NUMBERS, type PageState, PAGE_STATES } from './types.ts';

/** The shares of three states in a zone's cells, four bytes a cell, in a view on the engine's memory. */
export interface MapShares {
  zone: number;
  /** Which three. */
  pass: number;
  shares: Uint8Array;
}

/** A list from head to tail: per bin the share of dirty and of writeback pages, 0 to 1. */
export interface RibbonProfile {
  zone: number;
  /** Groups of four: pages, dirty, writeback, referenced. */
  profile: Float64Array;
}

/** Draws page maps and ribbons. */
export interface Renderer {
  readonly kind: RendererKind;
  /** Takes a new layout, size and colours. */
  setView(view: LaneView): void;
  /** Stores a zone's cells; the view is read before this returns. */
  putMap(map: MapShares): void;
  /** Which state stands out from now on; all alike where there is none. */
  light(state: PageState | null): void;
  /** Stores a ribbon. */
  putRibbon(ribbon: RibbonProfile): void;
  /** Draws what was stored. */
  draw(): void;
}

/** Parts of a bar from its foot, in shares of its height. */
export interface Bar {
  /** Whether there are pages at all. */
  filled: boolean;
  writeback: number;
  dirty: number;
}

/** The bar of a stretch. `profile`: groups of `LIST_BIN_NUMBERS`. */
export function barOf(profile: Float64Array, bin: number): Bar {
  const number = (name: keyof typeof LIST_BIN) =>
    profile[bin * LIST_BIN_NUMBERS + LIST_BIN[name]] ?? 0;
  const pages = number('pages');
  const share = (part: number) => (pages > 0 ? Math.min(1, part / pages) : 0);
  const writeback = share(number('writeback'));
  return { filled: pages > 0, writeback, dirty: Math.min(share(number('dirty')), 1 - writeback) };
}

type Bytes = readonly [red: number, green: number, blue: number];

/** Splits `#rrggbb` into bytes, and `#rgb`, which builds make of it where they can. */
export function bytesOf(colour: string): [number, number, number] {
  const digits = colour.slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const value = Number.parseInt(full, 16);
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

/** One word whose bytes in memory are red, green, blue, opaque. */
export function rgbaWord([red, green, blue]: Bytes): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** What is left of a colour that is not the one that is lit. */
const DIMMED = 0.16;

/** A colour that does not stand out, mixed with what it fades to. */
function fade(own: Bytes, towards: Bytes): Bytes {
  const mixed = (channel: 0 | 1 | 2) =>
    Math.round(own[channel] * DIMMED + towards[channel] * (1 - DIMMED));
  return [mixed(0), mixed(1), mixed(2)];
}

/** The same of colours as `#rrggbb`. */
export function faded(own: string, towards: string): string {
  const bytes = fade(bytesOf(own), bytesOf(towards));
  return `#${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** The colour of a state while another one is lit, or none. */
export function shownColour(colours: MapColours, state: PageState, lit: PageState | null): Bytes {
  const own = bytesOf(colours.pages[state]);
  if (lit === null || lit === state) {
    return own;
  }
  // The colour of free frames is next to the ground's: beside it the others go the other way.
  return fade(own, bytesOf(lit === 'free' ? colours.shade : colours.frame));
}

/** The colours of all states in the engine's order, a word each. */
export function mapPalette(colours: MapColours, lit: PageState | null): Uint32Array {
  return Uint32Array.from(PAGE_STATES, (state) => rgbaWord(shownColour(colours, state, lit)));
}

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
