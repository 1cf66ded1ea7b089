import { expect, test } from 'vitest';

import { decimate, peaksOf } from './decimate.ts';

test('few points stay as they are', () => {
  const values = [3, 1, 2];
  const points = decimate(
    3,
    (row) => row * 10,
    (row) => values[row] ?? 0,
    100,
  );
  expect(points).toEqual({ x: [0, 10, 20], y: [3, 1, 2] });
});

test('the cost follows the pixels, and no peak is lost', () => {
  const rows = 100_000;
  const points = decimate(
    rows,
    (row) => (row * 100) / rows,
    (row) => (row === 31_415 ? 99 : row === 27_182 ? -99 : Math.sin(row)),
    100,
  );
  expect(points.x.length).toBeLessThanOrEqual(400);
  expect(Math.max(...points.y)).toBe(99);
  expect(Math.min(...points.y)).toBe(-99);
});

test('x never goes back', () => {
  const points = decimate(
    5000,
    (row) => Math.sqrt(row),
    (row) => row % 7,
    70,
  );
  expect(points.x).toEqual([...points.x].sort((a, b) => a - b));
});

test('gaps stay gaps', () => {
  const points = decimate(
    1000,
    (row) => row / 10,
    (row) => (row < 500 ? Number.NaN : 1),
    100,
  );
  expect(Number.isNaN(points.y[0])).toBe(true);
  expect(points.y.at(-1)).toBe(1);
});

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
