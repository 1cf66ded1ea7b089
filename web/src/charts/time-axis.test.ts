import { expect, test } from 'vitest';

import { timeScale, timeTicks } from './time-axis.ts';

test('labels keep their distance, however narrow the chart', () => {
  for (const width of [60, 110, 140, 260, 300, 700]) {
    for (const seconds of [5, 36, 99, 226, 571, 2000]) {
      const x = timeScale(seconds * 1e9, width);
      const places = timeTicks(x, width).map(x);
      const gaps = places.slice(1).map((place, index) => place - (places[index] ?? 0));
      expect(Math.min(...gaps, 99)).toBeGreaterThan(39);
      expect(places.length).toBeGreaterThan(0);
    }
  }
});
