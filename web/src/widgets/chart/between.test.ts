import { expect, test } from 'vitest';

import { areasBetween, valueAtX } from './between.ts';

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
