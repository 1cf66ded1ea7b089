import { expect, test } from 'vitest';

import { Recorder } from './recorder.ts';

test('gives every sample once, with its time', () => {
  const recorder = new Recorder();
  recorder.take(0, Float64Array.of(1, 2));
  recorder.take(recorder.dueNs, Float64Array.of(3, 4));
  expect([...recorder.fetch()]).toEqual([0, 1, 2, 50e6, 3, 4]);
  expect(recorder.fetch().length).toBe(0);
});

test('a long run is sampled less densely', () => {
  const recorder = new Recorder();
  let count = 0;
  while (recorder.dueNs < 900e9) {
    recorder.take(recorder.dueNs, Float64Array.of(0));
    count += 1;
  }
  expect(count).toBeLessThan(6 * 1024);
});
