import { expect, test } from 'vitest';

import { timeScale, timeTicks } from './time-axis.ts';

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

test('a stretch in the middle of the run has ticks inside it', () => {
  const x = timeScale({ fromNs: 31.2e9, toNs: 31.9e9 }, 260);
  const ticks = timeTicks(x, 260);
  expect(ticks.length).toBeGreaterThan(1);
  for (const ns of ticks) {
    expect(ns).toBeGreaterThanOrEqual(31.2e9);
    expect(ns).toBeLessThanOrEqual(31.9e9);
  }
});
