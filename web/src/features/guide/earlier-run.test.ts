// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import { earlierRun, keepEarlierRuns } from './earlier-run.ts';

const of = (seed: number) => ({ ...openingScenario, seed });
let wallMs = 0;

/** Gives both lanes another run, which has reached 60 s. */
function runOn(): LaneState {
  const state = {
    nowNs: 60e9,
    reachedNs: 60e9,
    finished: false,
    forgetFuture: () => undefined,
    history: { stand: () => undefined },
  };
  vi.spyOn(lab.lanes, 'state').mockReturnValue(state as unknown as LaneState);
  useLab.setState({ goalNs: null });
  return state as unknown as LaneState;
}

beforeEach(() => {
  keepEarlierRuns();
  wallMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => wallMs);
  lab.changes.put({ past: [], future: [] });
  lab.open(openingScenario, 'weiner-usb', false);
});

afterEach(() => {
  vi.restoreAllMocks();
});

test('the run before a change stays for comparison, with the name of the change', () => {
  const before = runOn();
  lab.revise(of(2), 'seed 1 to 2');
  expect(earlierRun()?.lanes).toEqual({ a: before, b: before });
  expect(earlierRun()?.changes).toEqual(['seed 1 to 2']);
});

test('steps in quick succession are compared with the run before the first one', () => {
  const before = runOn();
  lab.revise(of(2), 'seed 1 to 2');
  runOn();
  wallMs += 4000;
  lab.revise(of(3), 'seed 2 to 3');
  expect(earlierRun()?.lanes.a).toBe(before);
  expect(earlierRun()?.changes).toEqual(['seed 1 to 2', 'seed 2 to 3']);
  const after = runOn();
  wallMs += 60_000;
  lab.revise(of(4), 'seed 3 to 4');
  expect(earlierRun()?.lanes.a).toBe(after);
  expect(earlierRun()?.changes).toEqual(['seed 3 to 4']);
});

test('an undo, a reset and a switch during the run are not compared', () => {
  const change = () => {
    wallMs += 60_000;
    runOn();
    lab.revise(of(2), 'seed 1 to 2');
    expect(earlierRun()).not.toBeNull();
  };
  change();
  lab.changes.undo();
  expect(earlierRun()).toBeNull();
  change();
  lab.reset();
  expect(earlierRun()).toBeNull();
  change();
  runOn();
  lab.switchMechanisms('a', [{ mechanism: 'no_fs_writeback_direct', on: true }]);
  expect(earlierRun()).toBeNull();
});
