// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import { ticks } from '../../core/time.ts';
import { forgetEnds, knownEnds, knownNs, watchEnds } from './outcome.ts';

let wallMs = 0;

/** Lets all subscribers of the ticks look. */
function tick(): void {
  ticks.touch();
  wallMs += 1e6;
  for (let later = 0; later < 4; later += 1) {
    ticks.run(wallMs + later);
  }
}

/** Both lanes at this time, with machines that are new. */
function lanes(seconds: number, finished: boolean): Record<'a' | 'b', LaneState> {
  const state = () =>
    ({
      nowNs: seconds * 1e9,
      reachedNs: seconds * 1e9,
      endedNs: finished ? seconds * 1e9 : null,
      finished,
      value: () => 7,
      history: { length: 1, time: () => seconds * 1e9 },
    }) as unknown as LaneState;
  const states = { a: state(), b: state() };
  vi.spyOn(lab.lanes, 'state').mockImplementation((lane) => states[lane]);
  tick();
  return states;
}

const mark = { name: 'first_reclaim_write' as const, at_ns: 9e9, text: 'first write from reclaim' };
const other = { ...openingScenario, seed: 2 };

beforeEach(() => {
  forgetEnds();
  useLab.setState({ scenario: openingScenario, marks: { a: [mark], b: [] } });
});

test('a run that comes back knows its end, its result and its marks before it is computed', () => {
  const stop = watchEnds();
  lanes(819.8, true);
  expect(knownEnds()?.map(({ nowNs }) => nowNs)).toEqual([819.8e9, 819.8e9]);
  useLab.setState({ scenario: other, marks: { a: [], b: [] } });
  expect(lanes(30, false).a.endedNs).toBeNull();
  expect(knownEnds()).toBeNull();
  useLab.setState({ scenario: { ...openingScenario }, marks: { a: [], b: [] } });
  const { a } = lanes(30, false);
  expect(a.endedNs).toBe(819.8e9);
  expect(knownEnds()?.[0]).toMatchObject({ nowNs: 819.8e9, bytes: 7 });
  expect(useLab.getState().marks).toEqual({ a: [mark], b: [] });
  // Its figures are known only up to the time that was computed again.
  expect(knownNs(a)).toBe(30e9);
  stop();
});

test('a run whose future was changed by a switch does not get its former end back', () => {
  const stop = watchEnds();
  lanes(819.8, true);
  const { a } = lanes(30, false);
  a.endedNs = null;
  tick();
  expect(a.endedNs).toBeNull();
  expect(knownEnds()).toBeNull();
  stop();
});
