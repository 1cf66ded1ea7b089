/** What a ribbon shows of each stretch of a list: stacked bars, writeback at the foot, dirty above it, clean to the top. */
import { LIST_BIN, LIST_BIN_NUMBERS, type PageState } from './types.ts';

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

/** What stands in a bar at a height, 0 (its foot) to 1; null where the list has no pages. */
export function partAt({ filled, writeback, dirty }: Bar, height: number): PageState | null {
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
