/** The functions that both renderers of a lane's canvas have: the one for WebGL2 and the one for Canvas2D. */
import type { LaneView, RendererKind } from './protocol.ts';
import type { PageState } from './types.ts';

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
