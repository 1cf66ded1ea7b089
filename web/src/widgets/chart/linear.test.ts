import { expect, test } from 'vitest';

import { linearScale, niceEnds } from './linear.ts';

test('the ends of the domain are at the ends of the range, and all is in proportion', () => {
  const scale = linearScale([10, 20], [100, 0]);
  expect([10, 15, 20].map(scale)).toEqual([100, 50, 0]);
  expect([100, 50, 0].map(scale.invert)).toEqual([10, 15, 20]);
});

test('ticks are round and inside', () => {
  expect(linearScale([0.3, 5.2], [0, 1]).ticks(5)).toEqual([1, 2, 3, 4, 5]);
});

test('an axis ends at a round number', () => {
  expect(niceEnds([0, 87], 2)).toEqual([0, 100]);
});
