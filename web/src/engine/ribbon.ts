/** What a ribbon shows of each stretch of a list: stacked bars, writeback at the foot, dirty above it, clean to the top. */
import { LIST_BIN, LIST_BIN_NUMBERS } from './types.ts';

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
