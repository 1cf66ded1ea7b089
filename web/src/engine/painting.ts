/** The map and the ribbons pixel by pixel, as the shaders of `gl-programs.ts` paint them: fetched where there is no WebGL2. */
import { ORDER, shareAt, stepOf } from './dither.ts';
import type { Grid } from './layout.ts';
import { barOf, type Bar } from './ribbon.ts';
import { LIST_BIN_NUMBERS, PAGE_STATES, type PageState } from './types.ts';

/** What share of a cell lies before a dot, 0 to 1. */
function thresholdOf(column: number, row: number, dot: number, dots: number): number {
  const count = dots * dots;
  const rank = (dot * stepOf(count)) % count;
  const offset = ((ORDER[(row % 4) * 4 + (column % 4)] ?? 0) + 0.5) / ORDER.length;
  return (rank + offset) / count;
}

/** The state that a cell shows at a threshold. */
function stateAt(shares: Uint8Array, cells: number, cell: number, threshold: number): number {
  let total = 0;
  for (let state = 0; state < PAGE_STATES.length; state += 1) {
    total += shares[shareAt(cells, cell, state)] ?? 0;
  }
  // Shares are rounded down: what is missing in their sum belongs to all.
  let left = threshold * total;
  for (let state = 0; state < PAGE_STATES.length; state += 1) {
    left -= shares[shareAt(cells, cell, state)] ?? 0;
    if (left < 0) {
      return state;
    }
  }
  return 0;
}

/** Paints a map, a pixel a dot, in rows of `columns` × `dots`; beside the cells it is transparent. */
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

/** What stands in a bar at a height, 0 (its foot) to 1; null where the list has no pages. */
function partAt({ filled, writeback, dirty }: Bar, height: number): PageState | null {
  if (!filled) {
    return null;
  }
  if (height < writeback) {
    return 'writeback';
  }
  return height < writeback + dirty ? 'dirty' : 'cleanInactive';
}

/** Paints a ribbon, a column of pixels for each bar and `rows` of them. */
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
