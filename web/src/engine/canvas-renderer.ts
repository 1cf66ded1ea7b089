/** Draws a lane with Canvas2D, in browsers without WebGL2 in workers. */
import {
  type Bytes,
  shownColour,
  bytesOf,
  CELL_BYTES,
  ORDER,
  SHARE_PLANES,
  dotsOf,
  shareAt,
  stepOf,
  barOf,
  type Bar,
  type MapShares,
  type Renderer,
  type RibbonProfile,
} from './renderer.ts';
import type { Grid, MapLayout, Rect } from './layout.ts';
import type { LaneView, MapColours } from './protocol.ts';
import { LIST_BIN_NUMBERS, PAGE_STATES, type PageState } from './types.ts';

/** Returns a word whose bytes in memory are red, green, blue and 255. */
export function rgbaWord([red, green, blue]: Bytes): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Returns the colours of all states in the engine's order, one word each. */
export function mapPalette(colours: MapColours, lit: PageState | null): Uint32Array {
  return Uint32Array.from(PAGE_STATES, (state) => rgbaWord(shownColour(colours, state, lit)));
}

/** A small image that is drawn enlarged, without smoothing. */
interface Picture {
  canvas: OffscreenCanvas;
  image: ImageData;
  /** The same pixels as 32-bit words. */
  words: Uint32Array;
}

interface MapImage extends Picture {
  layout: MapLayout;
  dots: number;
  shares: Uint8Array;
}

/** Draws with putImageData and nearest-neighbour scaling. */
export class CanvasRenderer implements Renderer {
  readonly kind = 'canvas2d';
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  #view: LaneView | null = null;
  #lit: PageState | null = null;
  #maps: MapImage[] = [];
  #ribbons = new Map<number, Float64Array>();
  #bars: Picture | null = null;

  constructor(canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D) {
    this.#canvas = canvas;
    this.#context = context;
  }

  setView(view: LaneView): void {
    this.#view = view;
    this.#canvas.width = Math.max(1, Math.round(view.layout.width * view.pixelRatio));
    this.#canvas.height = Math.max(1, Math.round(view.layout.height * view.pixelRatio));
    this.#maps = view.layout.maps.map((layout) => {
      const dots = dotsOf(layout, view.pixelRatio);
      const shares = new Uint8Array(SHARE_PLANES * layout.cells * CELL_BYTES);
      return { layout, dots, shares, ...newPicture(layout.columns * dots, layout.rows * dots) };
    });
  }

  putMap({ zone, shares }: MapShares): void {
    this.#maps.find(({ layout }) => layout.zone === zone)?.shares.set(shares);
  }

  light(state: PageState | null): void {
    this.#lit = state;
  }

  putRibbon(ribbon: RibbonProfile): void {
    this.#ribbons.set(ribbon.zone, ribbon.profile);
  }

  draw(): void {
    const view = this.#view;
    if (!view) {
      return;
    }
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.scale(view.pixelRatio, view.pixelRatio);
    context.imageSmoothingEnabled = false;
    const palette = mapPalette(view.colours, this.#lit);
    for (const map of this.#maps) {
      const { layout, dots, shares, words } = map;
      paintMap(shares, layout, dots, palette, words);
      const width = layout.columns * layout.cellWidth;
      const height = layout.rows * layout.cellHeight;
      this.#place(map, { x: layout.x, y: layout.y, width, height });
    }
    const colourOf = (part: PageState | null) =>
      rgbaWord(part ? shownColour(view.colours, part, this.#lit) : bytesOf(view.colours.ground));
    for (const ribbon of view.layout.ribbons) {
      const profile = this.#ribbons.get(ribbon.zone);
      if (profile) {
        const rows = Math.max(1, Math.round(ribbon.height * view.pixelRatio));
        const bars = this.#barsOf(profile.length / LIST_BIN_NUMBERS, rows);
        paintRibbon(profile, rows, colourOf, bars.words);
        this.#place(bars, ribbon);
      }
    }
  }

  #barsOf(bins: number, rows: number): Picture {
    if (this.#bars?.image.width !== bins || this.#bars.image.height !== rows) {
      this.#bars = newPicture(bins, rows);
    }
    return this.#bars;
  }

  #place({ canvas, image }: Picture, { x, y, width, height }: Rect): void {
    canvas.getContext('2d')?.putImageData(image, 0, 0);
    this.#context.drawImage(canvas, x, y, width, height);
  }
}

function newPicture(width: number, height: number): Picture {
  const image = new ImageData(width, height);
  const words = new Uint32Array(image.data.buffer);
  return { canvas: new OffscreenCanvas(width, height), image, words };
}

// Paints the map and the ribbons pixel by pixel, like the shaders of `gl-renderer.ts`. Loaded only without WebGL2.

/** Returns the position of a dot in the fill order of its cell, 0 to 1. */
function thresholdOf(column: number, row: number, dot: number, dots: number): number {
  const count = dots * dots;
  const rank = (dot * stepOf(count)) % count;
  const offset = ((ORDER[(row % 4) * 4 + (column % 4)] ?? 0) + 0.5) / ORDER.length;
  return (rank + offset) / count;
}

/** Returns the state that a cell shows at this position: each state takes an interval as long as its share. */
function stateAt(shares: Uint8Array, cells: number, cell: number, threshold: number): number {
  let total = 0;
  for (let state = 0; state < PAGE_STATES.length; state += 1) {
    total += shares[shareAt(cells, cell, state)] ?? 0;
  }
  // Shares are rounded down and add up to less than the whole, so scale by their sum.
  let left = threshold * total;
  for (let state = 0; state < PAGE_STATES.length; state += 1) {
    left -= shares[shareAt(cells, cell, state)] ?? 0;
    if (left < 0) {
      return state;
    }
  }
  return 0;
}

/** Paints a map with one pixel per dot, in rows of `columns` × `dots`; transparent outside the cells. */
export function paintMap(
  shares: Uint8Array,
  { columns, rows, cells }: Grid,
  dots: number,
  palette: Uint32Array,
  out: Uint32Array,
): void {
  const width = columns * dots;
  out.fill(0);
  for (let dot = 0; dot < dots * dots; dot += 1) {
    const down = Math.floor(dot / dots);
    for (let cell = 0; cell < cells; cell += 1) {
      const column = cell % columns;
      const row = Math.min(Math.floor(cell / columns), rows - 1);
      const state = stateAt(shares, cells, cell, thresholdOf(column, row, dot, dots));
      out[(row * dots + down) * width + column * dots + (dot % dots)] = palette[state] ?? 0;
    }
  }
}

/** Returns the state of a bar at a height from 0 (the bottom) to 1; null if the list has no pages. */
function partAt({ filled, writeback, dirty }: Bar, height: number): PageState | null {
  if (!filled) {
    return null;
  }
  if (height < writeback) {
    return 'writeback';
  }
  return height < writeback + dirty ? 'dirty' : 'cleanInactive';
}

/** Paints a ribbon with one column of pixels per bar and `rows` rows. */
export function paintRibbon(
  profile: Float64Array,
  rows: number,
  colourOf: (part: PageState | null) => number,
  out: Uint32Array,
): void {
  const bins = profile.length / LIST_BIN_NUMBERS;
  for (let bin = 0; bin < bins; bin += 1) {
    const bar = barOf(profile, bin);
    for (let row = 0; row < rows; row += 1) {
      out[row * bins + bin] = colourOf(partAt(bar, 1 - (row + 0.5) / rows));
    }
  }
}
