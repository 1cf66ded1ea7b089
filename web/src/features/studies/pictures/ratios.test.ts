import { expect, test } from 'vitest';

import { medianInterval } from './bootstrap.ts';
import { measureOf } from './measures.ts';
import { canShow, ratioOf, withRatio } from './ratios.ts';
import { FACTORS, resultOf } from './testing.ts';
import { versusSentence } from './versus.ts';

const NAME = 'ratio:elapsed_seconds';
const LANES = ['elapsed_seconds', 'b:elapsed_seconds'];

/** Lane A takes 10 s in each seed; lane B as said, by RAM. */
function study(measures: string[], ...b: (number | null)[][]) {
  return resultOf({
    factors: [FACTORS.ram(512, 1024, 2048, 4096)],
    measures,
    points: b.map((list, at) => ({
      levels: [at],
      a: { elapsed_seconds: list.map(() => 10) },
      b: { elapsed_seconds: list },
    })),
  });
}

test('a study of both lanes has their ratio by pairs of one seed, as if it had asked for it', () => {
  const seconds = [[8, 12, 9], [10, null, 5]]; // prettier-ignore
  const asked = study([...LANES, NAME], ...seconds);
  const derived = withRatio(study(LANES, ...seconds), NAME);
  expect(derived.points).toEqual(asked.points);
  expect(withRatio(asked, NAME)).toBe(asked);
});

test('there is a ratio of what both lanes measure, and none in an ablation', () => {
  const { study: both } = study([...LANES, 'counter:allocstall'], [1]);
  expect(ratioOf(both, 'b:elapsed_seconds')).toBe(NAME);
  expect(ratioOf(both, 'counter:allocstall')).toBeNull();
  expect([canShow(both, NAME), canShow(both, 'ratio:counter:allocstall')]).toEqual([true, false]);
  const ablation = { ...both, design: { kind: 'ablation', orders: 20 } as const };
  expect(ratioOf(ablation, 'elapsed_seconds')).toBeNull();
});

test('the interval of a median is inside the range, and near the ranks that a table has', () => {
  const values = Array.from({ length: 30 }, (_, at) => at + 1);
  const [low, high] = medianInterval(values);
  // Ranks 10 and 21 of 30 for the sign test.
  expect(Math.abs(low - 10.5)).toBeLessThan(1.5);
  expect(Math.abs(high - 20.5)).toBeLessThan(1.5);
  expect(medianInterval([3, 3, 3, 3, 3, 3])).toEqual([3, 3]);
});

test('the sentence says where B wins, where it loses, and where the seeds disagree', () => {
  const result = study([NAME], [8, 9, 7], [11, 12, 13], [9, 11, 10], [10, 10, 10]);
  expect(versusSentence(result, measureOf(NAME))).toBe(
    'B takes less time in every seed with RAM 512 MiB; B takes more time in every seed with RAM 1024 MiB; ' +
      'A and B are equal with RAM 4096 MiB; the seeds disagree with RAM 2048 MiB.',
  );
  expect(versusSentence(study([NAME], [8, 9], [7, 7]), measureOf(NAME))).toBe(
    'B takes less time in every seed in all 2 combinations.',
  );
});
