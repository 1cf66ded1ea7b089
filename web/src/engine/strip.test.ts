import { expect, test } from 'vitest';

import { STATES, Strip, RequestWindow } from './strip.ts';
import { REQUEST_NUMBERS } from './types.ts';

test('a bin shows the state that took most of it', () => {
  const strip = new Strip(2, 4, 400);
  strip.add(Float64Array.of(0, 1, 0, 60, 0, 3, 60, 100, 1, 5, 100, 400));
  const frame = strip.frame(399);
  expect([...frame.states]).toEqual([1, 255, 255, 255, 255, 5, 5, 5]);
  expect([frame.fromNs, frame.toNs]).toEqual([0, 400]);
});

test('what is older than the strip is forgotten', () => {
  const strip = new Strip(1, 4, 400);
  strip.add(Float64Array.of(0, 1, 0, 400));
  strip.add(Float64Array.of(0, 2, 400, 600));
  expect([...strip.frame(599).states]).toEqual([1, 1, 2, 2]);
  expect([...strip.frame(5000).states]).toEqual([255, 255, 255, 255]);
});

test('one long stretch fills the strip without counting every bin since the start', () => {
  const strip = new Strip(1, 4, 4);
  strip.add(Float64Array.of(0, 6, 0, 1e12));
  expect([...strip.frame(1e12).states]).toEqual([6, 6, 6, 6]);
});

test('a new length starts over', () => {
  const strip = new Strip(1, 4, 400);
  strip.add(Float64Array.of(0, 1, 0, 400));
  strip.setLength(40, 400);
  strip.add(Float64Array.of(0, 2, 400, 410));
  expect([...strip.frame(410).states]).toEqual([255, 255, 255, 2]);
});

test('a strip goes on from its record, and has none of a range that it did not see', () => {
  const strip = new Strip(1, 4, 400);
  strip.add(Float64Array.of(0, 1, 0, 500));
  const record = strip.record(500);
  expect(record).not.toBeNull();
  strip.clear(900);
  expect(strip.record(1200)).toBeNull();
  strip.add(Float64Array.of(0, 3, 900, 1300));
  expect(strip.record(1300)).not.toBeNull();
  if (record) {
    strip.resume(record);
  }
  strip.add(Float64Array.of(0, 2, 500, 600));
  expect([...strip.frame(600).states]).toEqual([1, 1, 1, 2]);
});

test('rows and states that do not exist are passed over', () => {
  const strip = new Strip(1, 4, 400);
  strip.add(Float64Array.of(3, 1, 0, 100, 0, 9, 0, 100));
  expect([...strip.frame(0).states]).toEqual([255, 255, 255, 255]);
});

test('a state too short to show by itself is kept beside the longest of its bin', () => {
  const strip = new Strip(1, 4, 400);
  strip.add(Float64Array.of(0, 3, 0, 390, 0, 1, 390, 400));
  const frame = strip.frame(399);
  expect([...frame.minor]).toEqual([255, 255, 255, 1]);
  expect(frame.minorShares[3]).toBe(26);
  expect([frame.totals[1], frame.totals[3]]).toEqual([10, 390]);
});

test('time spent is told bin by bin, however long it has run', () => {
  const strip = new Strip(2, 4, 400);
  strip.add(Float64Array.of(0, 1, 0, 60, 0, 3, 60, 100, 1, 5, 500, 700));
  const spent = strip.spent(700);
  // Bins 3 to 6 are stored at their number modulo 4, so bin 4 comes first.
  expect([4, 5, 6, 3].map((bin) => spent[(4 + (bin % 4)) * STATES + 5])).toEqual([0, 100, 100, 0]);
  expect(spent.subarray(0, 4 * STATES).every((ns) => ns === 0)).toBe(true);
});

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
