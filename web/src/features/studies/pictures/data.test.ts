import { expect, test } from 'vitest';

import { intervalOf, isApart, isBeside, seenIn, spreadNote } from './data.ts';
import { extremes } from './draw.ts';
import { measureOf } from '../measures.ts';
import { pointTable } from './table.ts';
import { FACTORS, resultOf } from '../testing.ts';

const spread = (count: number, least: number, most: number) => ({
  count,
  median: (least + most) / 2,
  least,
  most,
  // As in the engine: an interval needs six values.
  low: count < 6 ? null : least + 1,
  high: count < 6 ? null : most - 1,
});

test('five seeds have a range and no interval, six have one', () => {
  expect(intervalOf(spread(5, 0, 10))).toBeNull();
  expect(intervalOf(spread(6, 0, 10))).toEqual([1, 9]);
  expect(spreadNote([spread(5, 0, 10)])).toContain('the highest value of 5 seeds; a 95 % interval');
  expect(spreadNote([spread(6, 0, 10)])).toContain('percentile bootstrap over the seeds');
  expect(spreadNote([spread(1, 3, 3)])).toContain('not known');
});

test('a value is beside a reference with its whole range, or its whole interval', () => {
  expect([isBeside(spread(5, 2, 9), 2), isBeside(spread(6, 2, 9), 2)]).toEqual([false, true]);
  expect(isApart(spread(5, 0, 3), spread(5, 3, 9))).toBe(false);
  expect(isApart(spread(5, 0, 3), spread(5, 4, 9))).toBe(true);
});

test('what happens in some seeds only is counted, which its median hides', () => {
  expect(seenIn([0, 0, 2, null, 1])).toEqual({ some: 2, all: 4 });
  expect([seenIn([0, 0]), seenIn([1, 2])]).toEqual([null, null]);
  const name = 'counter:oom_kill';
  const result = resultOf({
    factors: [FACTORS.ratio(5, 20, 40)],
    measures: [name],
    points: [[0, 0, 0, 0], [1, 0, 0, 0], [0, 0, 3, 1]].map((list, at) => ({ levels: [at], a: { [name]: list } })), // prettier-ignore
  });
  expect(extremes(result, [measureOf(name)])).toBe(
    'It is not 0 in 3 of 12 runs, most often with vm.dirty_ratio 40 %: in 2 of 4 seeds.',
  );
  const table = pointTable(result, name);
  const at = table.columns.findIndex(({ title }) => title === 'not 0 in');
  expect(table.rows.map(({ cells }) => cells[at]?.text)).toEqual(['0 of 4', '1 of 4', '2 of 4']);
});
