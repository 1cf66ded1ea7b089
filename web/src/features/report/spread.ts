/** How a measure lies over several seeds. */
import { compareAt } from '../../core/figures/compare.ts';
import type { LaneSeries, Metric } from '../../core/figures/metrics.ts';
import type { LaneId } from '../../core/lab/lanes.ts';

/** In words: “200 [180, 230]” of each lane, and in how many seeds B is below or above A. */
export interface Spread {
  a: string;
  b: string;
  change: string;
}

/** The spread over these runs; empty words where no run has a value. */
export function spreadOf(metric: Metric, runs: readonly Record<LaneId, LaneSeries>[]): Spread {
  const values = runs.map(({ a, b }) => compareAt(metric, a, b, null));
  const words = (lane: LaneId) => {
    const known = values.map((value) => value[lane]).filter((value) => !Number.isNaN(value));
    const sorted = known.toSorted((one, other) => one - other);
    const [least, most] = [sorted[0], sorted.at(-1)];
    return least === undefined || most === undefined
      ? ''
      : `${metric.format(medianOf(sorted))} [${metric.format(least)}, ${metric.format(most)}]`;
  };
  return { a: words('a'), b: words('b'), change: signWords(metric, values) };
}

/** The middle one; between two in the middle, their mean. `sorted` has at least one. */
function medianOf(sorted: readonly number[]): number {
  const half = sorted.length / 2;
  const [below = Number.NaN, above = Number.NaN] = [
    sorted[Math.ceil(half) - 1],
    sorted[Math.floor(half)],
  ];
  return (below + above) / 2;
}

/** What is shown as equal counts as equal. */
function signWords(metric: Metric, values: readonly { a: number; b: number }[]): string {
  const both = values.filter(({ a, b }) => !Number.isNaN(a) && !Number.isNaN(b));
  const differ = both.filter(({ a, b }) => metric.format(a) !== metric.format(b));
  const less = differ.filter(({ a, b }) => b < a).length;
  const counts = [
    ['less', less],
    ['more', differ.length - less],
    ['equal', both.length - differ.length],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word} in ${count} of ${both.length}`)
    .join(', ');
}
