// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { FACTORS, resultOf } from '../pictures/testing.ts';
import { closerOf } from './LookCloser.tsx';

const RATIO = 'ratio:elapsed_seconds';

/** A study of dirty ratios; by value: how long A and B take. */
function study(times: Record<number, [number, number]>) {
  const values = Object.keys(times).map(Number);
  return resultOf({
    factors: [FACTORS.ratio(...values)],
    measures: ['elapsed_seconds', RATIO],
    points: Object.values(times).map(([a, b], level) => ({
      levels: [level],
      a: { elapsed_seconds: [a] },
      b: { elapsed_seconds: [b] },
    })),
  });
}

test('a ratio is looked at where it leaves 1, even if it falls faster later', () => {
  const closer = closerOf(
    study({ 5: [10, 10], 10: [10, 9.99], 15: [10, 9.2], 20: [10, 7] }),
    RATIO,
  );
  expect(closer).toMatchObject({ from: 10, to: 15 });
  expect(closer?.study.factors).toEqual([FACTORS.ratio(5, 10, 11, 12, 13, 14, 15, 20)]);
});

test('a figure of one lane is looked at where it changes most; of many values between, four are added', () => {
  const closer = closerOf(study({ 10: [10, 9], 20: [12, 9], 60: [50, 9] }), 'elapsed_seconds');
  expect(closer?.study.factors).toEqual([FACTORS.ratio(10, 20, 28, 36, 44, 52, 60)]);
});

test('where nothing changes, or no whole number lies between, there is nothing to look at', () => {
  expect(closerOf(study({ 5: [10, 9], 10: [10, 9] }), 'elapsed_seconds')).toBeNull();
  expect(closerOf(study({ 5: [10, 10], 10: [10, 9.99] }), RATIO)).toBeNull();
  expect(closerOf(study({ 5: [10, 10], 6: [10, 5] }), RATIO)).toBeNull();
  const kernels = resultOf({
    factors: [FACTORS.kernel('3.0', '3.3')],
    points: [1, 2].map((time, level) => ({ levels: [level], a: { elapsed_seconds: [time] } })),
  });
  expect(closerOf(kernels, 'elapsed_seconds')).toBeNull();
});
