/** The order in which the runs of a study are carried out. */
import type { PointResult, Study, StudyResult } from '../../../engine/generated/scenario.ts';

/**
 * Orders runs by seed: all combinations run with the first seed first, so that a first answer comes early. The results
 * do not depend on the order.
 */
export function orderOf({ points, runs, study }: StudyResult): number[] {
  const inOrder = coarseFirst(points, study);
  const bySeed = Array.from({ length: study.seeds ?? 1 }, (_, seed) =>
    inOrder.flatMap(({ runs_a: a, runs_b: b }) => [a[seed], b[seed]]),
  );
  const planned = bySeed.flat().filter((run) => run !== undefined);
  // Runs that no combination names come last.
  return [...new Set([...planned, ...runs.keys()])];
}

/**
 * Orders the combinations of a single numeric factor: first the smallest and the largest value, then the middle of each
 * gap. After a few runs the shape of the curve is known, and where the lanes begin to differ. The combinations of other
 * studies keep their order.
 */
function coarseFirst(points: readonly PointResult[], { factors = [] }: Study): PointResult[] {
  const [factor, ...others] = factors;
  const numberOf = ({ levels: [level = 0] }: PointResult): unknown => {
    switch (factor?.vary) {
      case 'ram':
        return factor.values_mib[level];
      case 'range':
        return level;
      case 'field':
        return factor.values[level];
      default:
        return null;
    }
  };
  const placed = points.flatMap((point) => {
    const value = numberOf(point);
    return typeof value === 'number' ? [{ point, value }] : [];
  });
  if (others.length > 0 || placed.length < points.length) {
    return [...points];
  }
  const ascending = placed.toSorted((one, other) => one.value - other.value);
  const gaps = [{ from: 0, to: ascending.length - 1 }];
  const order = new Set([0, ascending.length - 1]);
  // The list grows in this loop: each gap is divided in two.
  for (const { from, to } of gaps) {
    const middle = Math.floor((from + to) / 2);
    if (middle > from) {
      order.add(middle);
      gaps.push({ from, to: middle }, { from: middle, to });
    }
  }
  return [...order].flatMap((at) => ascending[at]?.point ?? []);
}
