import { expect, test } from 'vitest';

import { picturesOf } from './draw.ts';
import { FACTORS, lanePair, resultOf, type ResultInput } from '../testing.ts';

const first = (input: Partial<ResultInput>) => picturesOf(resultOf({ points: [], ...input }))[0];
const { ratio, ram, kernel } = FACTORS;

test('the picture follows from the design and from what varies', () => {
  const line = [0, 1].map((level) => ({ levels: [level], ...lanePair(2, 1) }));
  const square = [0, 1, 2, 3].map((at) => ({ levels: [at >> 1, at & 1], ...lanePair(2, 1) }));
  expect(first({ points: [lanePair(2, 1)] })).toBe('seeds');
  expect(first({ factors: [ratio(5, 20)], points: line })).toBe('line');
  expect(first({ factors: [ram(512, 1024)], points: line })).toBe('line');
  expect(first({ factors: [kernel('3.0', '3.3')], points: line })).toBe('dots');
  expect(first({ factors: [ratio(5, 20), ram(512, 1024)], points: square })).toBe('heat');
  const design = (kind: 'one_at_a_time' | 'latin_hypercube' | 'ablation') =>
    first({
      factors: [ratio(5, 20), ram(512, 1024)],
      points: square,
      design: { kind, orders: 20, points: 4, seed: 0 },
    });
  expect(design('one_at_a_time')).toBe('tornado');
  expect(design('latin_hypercube')).toBe('scatter');
  expect(design('ablation')).toBe('shares');
});

test('a factor that never changes does not count', () => {
  const points = [0, 1].map((level) => ({ levels: [level, 0], ...lanePair(2, 1) }));
  expect(first({ factors: [ratio(5, 20), kernel('3.0')], points })).toBe('line');
});

test('a row for every combination is offered only where there are few', () => {
  const many = (count: number) =>
    resultOf({
      factors: [ratio(...Array.from({ length: count }, (_, at) => at))],
      points: Array.from({ length: count }, (_, level) => ({ levels: [level], ...lanePair(2, 1) })),
    });
  expect(picturesOf(many(20))).toEqual(['line', 'dots']);
  expect(picturesOf(many(200))).toEqual(['line']);
});
