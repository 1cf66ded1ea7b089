import { expect, test } from 'vitest';

import { REQUEST_NUMBERS } from '../../engine/types.ts';
import { summarise } from './device-chart.ts';

test('tells how large requests were and how far the head went between them', () => {
  const requests = Float64Array.from(
    [
      [0, 0, 1, 100, 8, 1],
      [1, 0, 1, 9_000, 1, 1],
      [0, 1, 2, 108, 24, 1],
      [0, 2, 3, 1_132, 16, 2],
    ].flatMap((head) => [...head, ...Array<number>(REQUEST_NUMBERS - head.length).fill(0)]),
  );
  expect(summarise(requests, 0)).toEqual({ count: 3, meanKb: 64, medianSeek: 1000 });
  expect(summarise(requests, 1)).toEqual({ count: 1, meanKb: 4, medianSeek: 0 });
  expect(summarise(requests, 2)).toBeNull();
});
