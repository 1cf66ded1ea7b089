import { expect, test } from 'vitest';

import { placeMarks } from './marks.ts';

const mark = (name: string, seconds: number) => ({ name, text: name, at_ns: seconds * 1e9 });

test('marks of both lanes in the order of time', () => {
  const placed = placeMarks({ a: [mark('x', 50)], b: [mark('y', 20)] }, 100e9);
  expect(placed.map(({ lane, share }) => [lane, share])).toEqual([
    ['b', 0.2],
    ['a', 0.5],
  ]);
});

test('labels do not run into each other or over the end', () => {
  const a = [mark('one', 10), mark('two', 12), mark('three', 40), mark('four', 95)];
  const placed = placeMarks({ a, b: [] }, 100e9);
  expect(placed.map(({ labelled }) => labelled)).toEqual([true, false, true, false]);
});
