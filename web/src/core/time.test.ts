import { expect, test } from 'vitest';

import { lockstepAt, nextTarget, ticks } from './time.ts';

test('the target is what the speed makes of the wall time, from the slower lane', () => {
  const state = nextTarget(lockstepAt(0, 1000), [5e9, 5e9 - 7], 20, 1016, 1);
  expect(state.targetNs).toBe(5e9 - 7 + 20 * 16e6);
  expect(state.issuedMs).toBe(1016);
});

test('a page that stood still does not make time jump', () => {
  const state = nextTarget(lockstepAt(0, 0), [0], 1, 60_000, 1);
  expect(state.targetNs).toBe(100e6);
});

test('slow motion still moves by a nanosecond at least', () => {
  expect(nextTarget(lockstepAt(0, 0), [40], 0.001, 0, 0).targetNs).toBe(41);
});

test('as fast as it goes, stretches grow until they take their time', () => {
  const start = lockstepAt(0, 0);
  const grown = nextTarget(start, [0], Infinity, 10, 2);
  expect(grown.stretchNs).toBe(start.stretchNs * 2);
  const kept = nextTarget(grown, [0], Infinity, 40, 25);
  expect(kept.stretchNs).toBe(grown.stretchNs);
  const halved = nextTarget(kept, [0], Infinity, 200, 90);
  expect(halved.stretchNs).toBe(kept.stretchNs / 2);
});

test('a page that draws slowly does not make the machines slow', () => {
  let state = lockstepAt(0, 0);
  for (let frame = 1; frame < 12; frame += 1) {
    state = nextTarget(state, [0], Infinity, frame * 200, 3);
  }
  expect(state.stretchNs).toBeGreaterThan(10e9);
});

test('clocks ring in different frames while a run plays, and in one frame when it stands', () => {
  const rung: string[] = [];
  const stops = (['text', 'figures', 'charts', 'tables'] as const).map((name) =>
    ticks.listen(name, () => rung.push(name)),
  );
  ticks.touch();
  expect(ticks.run(1000)).toBe(true);
  expect(rung).toHaveLength(1);
  ticks.touch();
  ticks.hurry();
  expect(ticks.run(1001)).toBe(false);
  expect(rung).toHaveLength(5);
  for (const stop of stops) {
    stop();
  }
});
