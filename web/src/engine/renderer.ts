/**
 * The functions that both renderers of a lane's canvas have, the one for WebGL2 and the one for Canvas2D, and the
 * bars of a ribbon.
 */
import type { LaneView, RendererKind } from './protocol.ts';
import { LIST_BIN, LIST_BIN_NUMBERS, type PageState } from './types.ts';

/** The shares of three states in a zone's cells, four bytes a cell, in a view on the engine's memory. See `dither.ts`. */
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
