import { expect, test } from 'vitest';

import { Pace, Recorder } from './pace.ts';

test('what is cheap is done whenever time has moved', () => {
  const pace = new Pace();
  pace.done(5, 100, 100.1);
  expect(pace.isDue(5, 116, false)).toBe(false);
  expect(pace.isDue(6, 116, false)).toBe(true);
});

test('what is costly waits for its share of the time', () => {
  const pace = new Pace();
  pace.done(5, 100, 120);
  expect(pace.isDue(6, 200, false)).toBe(false);
  expect(pace.isDue(6, 221, false)).toBe(true);
});

test('it is done when it must be', () => {
  const pace = new Pace();
  pace.done(5, 100, 120);
  expect(pace.isDue(5, 101, true)).toBe(true);
});

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
