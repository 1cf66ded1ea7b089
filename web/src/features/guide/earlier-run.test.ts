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

test('steps of the same value are compared with the run before the first one, however slow', () => {
  const before = runOn();
  lab.revise(of(2), 'dirty_ratio 20 % to 10 %');
  wallMs += 60_000;
  runOn();
  lab.revise(of(3), 'dirty_ratio 10 % to 5 %');
  expect(earlierRun()).toMatchObject({
    lanes: { a: before },
    changes: ['dirty_ratio 20 % to 5 %'],
    steps: 2,
  });
  wallMs += 60_000;
  const after = runOn();
  lab.revise(of(4), 'RAM 3.7 GiB to 1.8 GiB');
  expect(earlierRun()).toMatchObject({ lanes: { a: after }, changes: ['RAM 3.7 GiB to 1.8 GiB'] });
});

test('edits of a scenario with a “to” in its title are not steps of one value', () => {
  runOn();
  lab.revise(of(2), 'edit of “Copying 8 GiB to a stick”');
  wallMs += 60_000;
  const after = runOn();
  lab.revise(of(3), 'edit of “Copying 8 GiB to a stick”');
  expect(earlierRun()).toMatchObject({ lanes: { a: after }, steps: 1 });
});

test('steps in quick succession are compared with the run before the first one', () => {
  const before = runOn();
  lab.revise(of(2), 'seed 1 to 2');
  runOn();
  wallMs += 4000;
  lab.revise(of(3), 'writers 1 to 2');
  expect(earlierRun()?.lanes.a).toBe(before);
  expect(earlierRun()?.changes).toEqual(['seed 1 to 2', 'writers 1 to 2']);
  const after = runOn();
  wallMs += 60_000;
  lab.revise(of(4), 'kernel 3.1 in A');
  expect(earlierRun()?.lanes.a).toBe(after);
  expect(earlierRun()?.changes).toEqual(['kernel 3.1 in A']);
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
