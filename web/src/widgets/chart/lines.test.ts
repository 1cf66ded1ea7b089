import { expect, test } from 'vitest';

import { areasBetween, decimate, peaksOf, valueAtX } from './lines.ts';

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

test('an area ends where the lines cross, and the next begins there', () => {
  const rising = { x: [0, 10], y: [0, 10] };
  const level = { x: [0, 10], y: [4, 4] };
  expect(areasBetween(rising, level)).toEqual([
    { above: 'second', x: [0, 4], first: [0, 4], second: [4, 4] },
    { above: 'first', x: [4, 10], first: [4, 10], second: [4, 4] },
  ]);
});

test('lines are held against each other at the same places, whichever samples they have', () => {
  const [area, ...more] = areasBetween({ x: [0, 4, 8], y: [8, 8, 8] }, { x: [2, 6], y: [2, 6] });
  expect(more).toEqual([]);
  expect(area).toEqual({ above: 'first', x: [2, 4, 6], first: [8, 8, 8], second: [2, 4, 6] });
});

test('where a line has no value, or both have the same, there is no area', () => {
  const same = { x: [0, 1, 2], y: [3, 3, 3] };
  expect(areasBetween(same, same)).toEqual([]);
  const gap = { x: [0, 1, 2, 3, 4], y: [5, 5, Number.NaN, 5, 5] };
  const areas = areasBetween(gap, { x: [0, 4], y: [1, 1] });
  expect(areas.map(({ x }) => x)).toEqual([
    [0, 1],
    [3, 4],
  ]);
  expect(areasBetween({ x: [0, 1], y: [1, 1] }, { x: [], y: [] })).toEqual([]);
});

test('lines that part after they were the same begin their area there', () => {
  const areas = areasBetween({ x: [0, 1, 2], y: [0, 0, 4] }, { x: [0, 1, 2], y: [0, 0, 0] });
  expect(areas).toEqual([{ above: 'first', x: [1, 2], first: [0, 4], second: [0, 0] }]);
});

test('a line has a value between its points only', () => {
  const line = { x: [0, 10], y: [0, 5] };
  expect([0, 4, 10].map((x) => valueAtX(line, x))).toEqual([0, 2, 5]);
  expect(valueAtX(line, 11)).toBeNaN();
});
