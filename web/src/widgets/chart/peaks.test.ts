import { expect, test } from 'vitest';

import { peaksOf } from './peaks.ts';

test('each stretch above the scale has one mark, at its highest point', () => {
  const points = { x: [0, 20, 40, 60, 80, 100, 120], y: [1, 12, 15, 3, Number.NaN, 11, 10] };
  expect(peaksOf(points, 10)).toEqual([
    { x: 40, value: 15 },
    { x: 100, value: 11 },
  ]);
  expect(peaksOf(points, 20)).toEqual([]);
});

test('peaks whose marks would touch have one, for the higher', () => {
  expect(peaksOf({ x: [0, 2, 4], y: [12, 1, 14] }, 10)).toEqual([{ x: 4, value: 14 }]);
});
