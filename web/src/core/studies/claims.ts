/** What a text claims of a study's result, as conditions that a test checks. */
import type { StudyResult } from '../../engine/generated/scenario.ts';
import { figureOf, isNumber, seedsOf } from './figures.ts';

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '=': (a, b) => a === b,
};

const EACH_SEED = 'in each seed: ';

/**
 * Whether a condition such as `elapsed_seconds at 3 < 0.9 * elapsed_seconds at 0` holds. After `in each seed:` it must hold
 * in each pair of runs with the same seed. What the result does not have, holds nothing.
 */
export function holds(condition: string, result: StudyResult): boolean {
  const bySeed = condition.startsWith(EACH_SEED);
  const parts = (bySeed ? condition.slice(EACH_SEED.length) : condition).split(/ (<=|>=|<|>|=) /);
  const [left, sign, right] = parts;
  const compare = COMPARISONS[sign ?? ''];
  if (left === undefined || right === undefined || parts.length !== 3 || !compare) {
    return false;
  }
  if (!bySeed) {
    const [a, b] = [left, right].map((side) => sideOf(side, (of) => figureOf(of, result).value));
    return isNumber(a) && isNumber(b) && compare(a, b);
  }
  const seeds = Array.from({ length: result.study.seeds }, (_, seed) => seed);
  return seeds.every((seed) => {
    const [a, b] = [left, right].map((side) =>
      sideOf(side, (of) => seedsOf(of, result)[seed] ?? null),
    );
    return isNumber(a) && isNumber(b) && compare(a, b);
  });
}

/** A number, a figure, or a number times a figure. */
function sideOf(side: string, value: (reference: string) => number | null): number | null {
  const { factor, rest } =
    /^(?:(?<factor>-?[\d.]+)(?: \* )?)?(?<rest>.*)$/.exec(side)?.groups ?? {};
  const times = factor === undefined ? 1 : Number(factor);
  if (rest === undefined || rest === '') {
    return factor === undefined ? null : times;
  }
  const of = value(rest);
  return of === null ? null : times * of;
}
