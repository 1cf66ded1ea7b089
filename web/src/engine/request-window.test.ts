import { expect, test } from 'vitest';

import { REQUEST_NUMBERS, RequestWindow } from './request-window.ts';

const served = (from: number, count: number) =>
  Float64Array.from({ length: count * REQUEST_NUMBERS }, (_, at) => {
    const n = from + Math.floor(at / REQUEST_NUMBERS);
    return [0, n, n + 1, 100 + n, 2, 1][at % REQUEST_NUMBERS] ?? 0;
  });

test('keeps the newest requests and gives those after a time, oldest first', () => {
  const requests = new RequestWindow();
  requests.add(served(0, 10));
  requests.add(served(10, 10));
  expect([...requests.since(17)].filter((_, at) => at % REQUEST_NUMBERS === 3)).toEqual([
    117, 118, 119,
  ]);
  requests.clear();
  expect(requests.since(0)).toHaveLength(0);
});

test('stays bounded however many there are', () => {
  const requests = new RequestWindow();
  for (let round = 0; round < 50; round += 1) {
    requests.add(served(round * 100, 100));
  }
  requests.add(served(5000, 5000));
  const kept = requests.since(0);
  expect(kept.length / REQUEST_NUMBERS).toBe(1200);
  expect(kept.at(-1 - REQUEST_NUMBERS + 3 + 1)).toBe(100 + 9999);
});
