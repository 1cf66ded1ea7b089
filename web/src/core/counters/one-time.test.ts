import { expect, test } from 'vitest';

import { atOneTime } from './one-time.ts';
import { lane } from './testing.ts';

test('a lane that is ahead is shown as it was when the other came', () => {
  const a = { ...lane([0, 0, 0, 0, 0], [10, 10, 0, 0, 8], [30, 30, 0, 0, 9]), finished: false };
  const b = { ...lane([0, 0, 0, 0, 0], [5, 5, 0, 0, 7]), finished: false, nowNs: 1.5e9 };
  const pair = atOneTime({ a, b });
  expect([pair.a.nowNs, [...pair.a.now]]).toEqual([1.5e9, [20, 20, 0, 0, 9]]);
  expect(pair.b.now).toBe(b.now);
});

test('a lane that is done stays at its end', () => {
  const a = { ...lane([0, 0, 0, 0, 0], [10, 10, 0, 0, 8]), finished: true };
  const b = { ...lane([0, 0, 0, 0, 0], [1, 1, 0, 0, 0], [5, 5, 0, 0, 7]), finished: false };
  const pair = atOneTime({ a, b });
  expect([pair.a.nowNs, pair.b.nowNs]).toEqual([1e9, 2e9]);
  expect(atOneTime({ a, b: { ...b, finished: true } }).b.now).toBe(b.now);
});
