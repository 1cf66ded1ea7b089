/** Colours as the engine and the renderers want them. */
import { PAGE_STATES, type PageState } from './types.ts';

/** Splits `#rrggbb` into bytes, and `#rgb`, which builds make of it where they can. */
export function bytesOf(colour: string): [number, number, number] {
  const digits = colour.slice(1);
  const full = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  const value = Number.parseInt(full, 16);
  return [(value >> 16) & 0xff, (value >> 8) & 0xff, value & 0xff];
}

/** One word whose bytes in memory are red, green, blue, opaque. */
export function rgbaWord(colour: string): number {
  const [red, green, blue] = bytesOf(colour);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** The palette of `draw_map`. */
export function mapPalette(pages: Record<PageState, string>): Uint32Array {
  return Uint32Array.from(PAGE_STATES, (state) => rgbaWord(pages[state]));
}
