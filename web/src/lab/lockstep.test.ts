import { expect, test } from 'vitest';

import { lockstepAt, nextTarget } from './lockstep.ts';

test('the target is what the speed makes of the wall time, from the slower lane', () => {
  const state = nextTarget(lockstepAt(0, 1000), [5e9, 5e9 - 7], 20, 1016);
  expect(state.targetNs).toBe(5e9 - 7 + 20 * 16e6);
  expect(state.issuedMs).toBe(1016);
});

test('a page that stood still does not make time jump', () => {
  const state = nextTarget(lockstepAt(0, 0), [0], 1, 60_000);
  expect(state.targetNs).toBe(100e6);
});

test('slow motion still moves by a nanosecond at least', () => {
  expect(nextTarget(lockstepAt(0, 0), [40], 0.001, 0).targetNs).toBe(41);
});

test('as fast as it goes, stretches grow until they take their time', () => {
  let state = lockstepAt(0, 0);
  const first = state.stretchNs;
  state = nextTarget(state, [0], Infinity, 10);
  expect(state.stretchNs).toBe(first * 2);
  const kept = nextTarget(state, [0], Infinity, 40);
  expect(kept.stretchNs).toBe(state.stretchNs);
  const halved = nextTarget(kept, [0], Infinity, 200);
  expect(halved.stretchNs).toBe(kept.stretchNs / 2);
});
