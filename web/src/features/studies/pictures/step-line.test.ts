import { expect, test } from 'vitest';

import { kindOf, stepLine } from './step-line.ts';

test('the line runs along the edges between cells of different kinds', () => {
  const kinds = [
    [0, -1, -1],
    [0, 0, -1],
  ];
  expect(stepLine(kinds)).toEqual([
    { x1: 1, y1: 0, x2: 1, y2: 1 },
    { x1: 2, y1: 1, x2: 2, y2: 2 },
    { x1: 1, y1: 1, x2: 2, y2: 1 },
  ]);
});

test('parts in one direction are one stretch, and equal cells have no line', () => {
  expect(stepLine([[0, 1], [0, 1], [0, 1]])).toEqual([{ x1: 1, y1: 0, x2: 1, y2: 3 }]); // prettier-ignore
  expect(stepLine([[1, 1], [1, 1]])).toEqual([]); // prettier-ignore
});

test('lower beside higher has a line too; a missing cell has none', () => {
  expect(stepLine([[-1, 1]])).toHaveLength(1);
  expect(stepLine([[-1, null, 1]])).toEqual([]);
});

test('a change matters from the threshold on, in either direction', () => {
  expect([-0.03, -0.02, -0.019, 0, 0.019, 0.02].map((change) => kindOf(change, 0.02))).toEqual([
    -1, -1, 0, 0, 0, 1,
  ]);
});
