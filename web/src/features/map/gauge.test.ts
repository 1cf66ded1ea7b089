import { expect, test } from 'vitest';

import { gaugeHeight, gaugeState } from './ZoneGauges.tsx';

test('rises with free memory and stays inside', () => {
  const heights = [0, 100, 300, 301, 5_000, 100_000, 200_000].map((free) =>
    gaugeHeight(free, 100, 100_000),
  );
  expect(heights).toEqual([...heights].sort((a, b) => a - b));
  expect(heights[0]).toBe(0);
  expect(heights[1]).toBeCloseTo(0.25);
  expect(heights.at(-1)).toBe(1);
});

test('a zone without watermarks does not break it', () => {
  expect(gaugeHeight(0, 0, 0)).toBe(0);
  expect(gaugeHeight(5, 0, 10)).toBeLessThanOrEqual(1);
});

test('the state is the kernel’s comparison', () => {
  const marks = { min: 10, low: 12, high: 15 };
  expect([10, 12, 15, 16].map((free) => gaugeState(free, marks))).toEqual([
    'min',
    'low',
    'high',
    'ample',
  ]);
});
