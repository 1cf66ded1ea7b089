import { expect, test } from 'vitest';

import { versusSentence } from './draw.ts';
import { canShow, measureOf, ratioOf, withRatio } from './measures.ts';
import { FACTORS, resultOf } from './testing.ts';

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

test('a ratio that the study has not asked for is shown among its measures', () => {
  const both = study(LANES, [8, 12, 9]);
  expect(withRatio(both, NAME).study.measures).toEqual([...LANES, NAME]);
  expect(withRatio(both, NAME).points[0]?.spread[NAME]?.median).toBe(0.9);
  expect(withRatio(both, 'ratio:counter:allocstall')).toBe(both);
});

test('there is a ratio of what both lanes measure, and none in an ablation', () => {
  const { study: both } = study([...LANES, 'counter:allocstall'], [1]);
  expect(ratioOf(both, 'b:elapsed_seconds')).toBe(NAME);
  expect(ratioOf(both, 'counter:allocstall')).toBeNull();
  expect([canShow(both, NAME), canShow(both, 'ratio:counter:allocstall')]).toEqual([true, false]);
  const ablation = { ...both, design: { kind: 'ablation', orders: 20 } as const };
  expect(ratioOf(ablation, 'elapsed_seconds')).toBeNull();
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
