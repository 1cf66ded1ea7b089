/** The shares of mechanisms seed by seed: how far they differ, which the medians do not say. */
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import type { Measure } from './measures.ts';

/** As of the engine (`engine-wasm/study/src/design.rs`): with more mechanisms, shares are estimated from random orders. */
const EXACT_UP_TO = 10;

/** Least and most of a share over the seeds. */
export type ShareRange = readonly [least: number, most: number];

/** By mechanism; null where one seed alone has all it takes, or where shares are estimated. */
export function shareRanges(result: StudyResult, measure: Measure): (ShareRange | null)[] {
  const { factors, points, study } = result;
  const count = factors.length;
  const none = factors.map(() => null);
  if (count > EXACT_UP_TO || study.seeds < 2) {
    return none;
  }
  const sets = points.map(({ levels }) => setOf(levels));
  const sources = sourcesOf(sets, count);
  const bySeed = Array.from({ length: study.seeds }, (_, seed) => {
    const values = new Map<number, number>();
    for (const [at, point] of points.entries()) {
      const value = point.values[measure.name]?.[seed] ?? null;
      if (value === null) {
        return null;
      }
      values.set(sets[at] ?? 0, value);
    }
    return shapley((set) => values.get(sources[set] ?? 0) ?? 0, count);
  }).filter((shares) => shares !== null);
  return bySeed.length < 2
    ? none
    : factors.map((_, mechanism) => {
        const shares = bySeed.map((of) => of[mechanism] ?? 0);
        return [Math.min(...shares), Math.max(...shares)];
      });
}

function setOf(levels: readonly number[]): number {
  return levels.reduce((set, on, at) => set | (on << at), 0);
}

/** By set: the one that was run for it, which is the largest inside it; of equally large ones the lowest. */
function sourcesOf(known: readonly number[], count: number): number[] {
  const sorted = known.toSorted((one, other) => sizeOf(other) - sizeOf(one) || one - other);
  return Array.from(
    { length: 1 << count },
    (_, set) => sorted.find((of) => (of & ~set) === 0) ?? 0,
  );
}

function sizeOf(set: number): number {
  let size = 0;
  for (let left = set; left !== 0; left &= left - 1) {
    size += 1;
  }
  return size;
}

/** What each mechanism adds, averaged over all orders. */
function shapley(value: (set: number) => number, count: number): number[] {
  const weights = Array.from({ length: count }, (_, before) => {
    let choose = 1;
    for (let at = 0; at < before; at += 1) {
      choose = (choose * (count - 1 - at)) / (at + 1);
    }
    return 1 / (choose * count);
  });
  return Array.from({ length: count }, (_, mechanism) => {
    const bit = 1 << mechanism;
    let sum = 0;
    for (let set = 0; set < 1 << count; set += 1) {
      if ((set & bit) === 0) {
        sum += (value(set | bit) - value(set)) * (weights[sizeOf(set)] ?? 0);
      }
    }
    return sum;
  });
}
