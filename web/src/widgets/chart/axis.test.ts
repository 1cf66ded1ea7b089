import { expect, test } from 'vitest';

import { linearScale, niceEnds, timeScale, timeTicks } from './axis.ts';

test('the ends of the domain are at the ends of the range, and all is in proportion', () => {
  const scale = linearScale([10, 20], [100, 0]);
  expect([10, 15, 20].map(scale)).toEqual([100, 50, 0]);
  expect([100, 50, 0].map(scale.invert)).toEqual([10, 15, 20]);
});

test('ticks are round and inside', () => {
  expect(linearScale([0.3, 5.2], [0, 1]).ticks(5)).toEqual([1, 2, 3, 4, 5]);
});

test('an axis ends at a round number', () => {
  expect(niceEnds([0, 87], 2)).toEqual([0, 100]);
});

test('labels keep their distance, however narrow the chart', () => {
  for (const width of [60, 110, 140, 260, 300, 700]) {
    for (const seconds of [5, 36, 99, 226, 571, 2000]) {
      const x = timeScale({ fromNs: 0, toNs: seconds * 1e9 }, width);
      const places = timeTicks(x, width).map(x);
      const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
      expect(Math.min(...gaps, 99)).toBeGreaterThan(39);
      expect(places.length).toBeGreaterThan(0);
    }
  }
});

test('an axis never shows only one time if there is room for two', () => {
  for (const width of [96, 118, 140]) {
    for (let seconds = 5; seconds < 1000; seconds += 1) {
      const x = timeScale({ fromNs: 0, toNs: seconds * 1e9 }, width);
      const times = timeTicks(x, width);
      expect(times.length).toBeGreaterThan(1);
      expect(times.at(-1)).toBeLessThanOrEqual(seconds * 1e9);
    }
  }
  const x = timeScale({ fromNs: 0, toNs: 190.34e9 }, 118);
  expect(timeTicks(x, 118)).toEqual([0, 190e9]);
});

test('a stretch in the middle of the run has ticks inside it', () => {
  const x = timeScale({ fromNs: 31.2e9, toNs: 31.9e9 }, 260);
  const ticks = timeTicks(x, 260);
  expect(ticks.length).toBeGreaterThan(1);
  for (const ns of ticks) {
    expect(ns).toBeGreaterThanOrEqual(31.2e9);
    expect(ns).toBeLessThanOrEqual(31.9e9);
  }
});
