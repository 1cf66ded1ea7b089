/** Colours as the renderers want them. */
import type { MapColours } from './protocol.ts';
import { PAGE_STATES, type PageState } from './types.ts';

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
