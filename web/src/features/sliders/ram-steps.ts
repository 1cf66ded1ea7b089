/** Sizes of RAM to choose from. Pages are of 4 KiB. */
import { formatCount } from '../../base/format.ts';
import { PAGES_OF_MIB } from '../../core/machine/ram.ts';

/** Sizes that machines have, MiB. */
const SIZES = [
  64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 12_288, 16_384,
];

/** Sizes closer than this to one that must be there are left out: nobody could tell them apart. */
const APART = 1.06;

interface RamStepsOptions {
  /** What the machine has now, and had when the scenario was opened. */
  pages: number;
  opened: number;
  /** What it may have. */
  least: number;
  most: number;
}

/** Sizes from small to large: what there is now, what there was, half and twice of that, and round ones between them. */
export function ramSteps({ pages, opened, least, most }: RamStepsOptions): number[] {
  const own = new Set([pages, opened, Math.round(opened / 2), opened * 2]);
  const far = (size: number) =>
    [...own].every((other) => size / other > APART || other / size > APART);
  const round = SIZES.map((size) => size * PAGES_OF_MIB).filter(far);
  return [...own, ...round]
    .filter((size) => size === pages || (size >= least && size <= most))
    .toSorted((one, other) => one - other);
}

/** RAM in words. */
export function pagesText(pages: number): string {
  const mebibytes = pages / PAGES_OF_MIB;
  if (mebibytes >= 1024) {
    return `${(mebibytes / 1024).toFixed(1)} GiB`;
  }
  return mebibytes >= 10 ? `${formatCount(mebibytes)} MiB` : `${mebibytes.toFixed(1)} MiB`;
}
