import { expect, test } from 'vitest';

import { Pace } from './pace.ts';

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
