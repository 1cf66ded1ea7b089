/** Figures as the tables show them. */

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const long = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });

/** A figure: whole numbers with their thousands apart, others with three digits that count or two after the point. */
export function formatFigure(value: number | null): string {
  if (value === null) {
    return '–';
  }
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e8) {
    text = long.format(value);
  } else if (Number.isInteger(value) || size >= 1000) {
    text = whole.format(value);
  } else if (size >= 1) {
    text = value.toFixed(size >= 100 ? 1 : 2);
  } else {
    text = String(Number(value.toPrecision(2)));
  }
  return text.replace('-', '−');
}

/** old → new, or the one that there is. */
export function formatPair(old: number | null, now: number | null, paired: boolean): string {
  return paired ? `${formatFigure(old)} → ${formatFigure(now)}` : formatFigure(old ?? now);
}

/** new / old; nothing where that has no meaning. */
export function ratioOf(old: number | null, now: number | null): number | null {
  return old === null || now === null || old === 0 ? null : now / old;
}

/** A ratio with as many digits as it takes to see a change of half a percent, two of a small one; a change of sign has none. */
export function formatRatio(ratio: number | null): string {
  if (ratio === null || ratio < 0) {
    return '–';
  }
  if (ratio === 0 || ratio >= 100) {
    return `×${whole.format(ratio)}`;
  }
  if (ratio < 0.01) {
    return `×${Number(ratio.toPrecision(2))}`;
  }
  return `×${ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(3)}`;
}

/** How a figure lies over the seeds. */
interface OverSeeds {
  least: number;
  median: number;
  most: number;
}

/** The range of a figure over the seeds; nothing where they agree. */
export function formatRange(seeds: OverSeeds | null): string | null {
  return seeds === null || seeds.least === seeds.most
    ? null
    : `(${formatFigure(seeds.least)}–${formatFigure(seeds.most)})`;
}

/** The least and the greatest ratio of a seed, where they differ. */
export function formatSpread(least: number | null, most: number | null): string | null {
  return least === null || most === null || least === most
    ? null
    : `${formatRatio(least)} … ${formatRatio(most)}`;
}
