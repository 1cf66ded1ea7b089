import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import {
  BeforeChange,
  beforeWords,
  changedLanes,
  changeWords,
  deviceWords,
  earlierRun,
  keepEarlierRuns,
  type Run,
} from './BeforeChange.tsx';

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

test('a change on the way to another time is compared with what the lanes have reached', () => {
  const before = runOn();
  useLab.setState({ goalNs: 90e9 });
  lab.revise(of(2), 'writers 1 to 2');
  expect(earlierRun()?.lanes.a).toBe(before);
  useLab.setState({ goalNs: null });
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

// The words of the comparison.

const MIB = 2 ** 20;

/** A lane with this many MiB per second up to a time, at which it may have ended. Reclaim writes a page per 10 MiB. */
function lane(mibPerSecond: number, seconds: number, finished = false): LaneState {
  const value = (name: string, ns: number) => {
    const mebibytes = (ns / 1e9) * mibPerSecond;
    return name === 'bytes_done' ? mebibytes * MIB : Math.floor(mebibytes / 10);
  };
  const nowNs = seconds * 1e9;
  return {
    nowNs,
    reachedNs: nowNs,
    finished,
    endedNs: finished ? nowNs : null,
    value: (name: string) => value(name, nowNs),
    history: {
      valueAt: (ns: number, name: string) => value(name, ns),
      rowAt: (ns: number) => ns,
      time: (row: number) => row,
      value: (row: number, name: string) => value(name, row),
    },
    index: { position: (name: string) => name },
    description: { parts: ['transfer', 'overhead', 'copying'] },
    devices: null,
  } as unknown as LaneState;
}

const run = (a: LaneState, b: LaneState): Run => ({ a, b });

test('a run that was changed stands beside what has become of it, at the same moment', () => {
  const before = run(lane(10, 60), lane(20, 60));
  const now = (seconds: number) => run(lane(5, seconds), lane(20, seconds));
  expect(beforeWords(before, now(30), { nowNs: 30e9 })).toBe(
    ': at 30.0 s, A 300 MiB → 150 MiB, B 600 MiB. Pages written by reclaim: A 30 → 15, B 60. Press Play to compare up to 60.0 s.',
  );
  // The earlier run is only known up to 60 s.
  expect(beforeWords(before, now(70), { nowNs: 70e9 })).toBe(
    ': at 60.0 s, up to which the earlier run was computed, A 600 MiB → 300 MiB, B 1,200 MiB. Pages written by reclaim: A 60 → 30, B 120.',
  );
  // Long past that time, its figures would contradict the lanes.
  expect(beforeWords(before, now(90), { nowNs: 90e9 })).toBe(
    ': the earlier run was computed only up to 60.0 s.',
  );
  expect(beforeWords(before, now(0), { nowNs: 0 })).toBeNull();
});

test('of a run that was over, what it had done stays, and its times stand beside those of the next', () => {
  const before = run(lane(10, 60, true), lane(20, 30, true));
  expect(beforeWords(before, run(lane(5, 100), lane(5, 100)), { nowNs: 100e9 })).toBe(
    ': at 100.0 s, A 600 MiB → 500 MiB, B 600 MiB → 500 MiB. Pages written by reclaim: A 60 → 50, B 60 → 50. Press Play to compare the ends.',
  );
  const over = run(lane(5, 120, true), lane(5, 120, true));
  expect(beforeWords(before, over, { nowNs: 120e9 })).toBe(
    ': A takes 60.0 s → 120.0 s, B 30.0 s → 120.0 s.',
  );
  // The end of the earlier B is not known.
  expect(beforeWords(run(lane(10, 60, true), lane(20, 29)), over, { nowNs: 120e9 })).toBe(
    ': A takes 120.0 s, B takes 120.0 s. The earlier run was computed only up to 29.0 s.',
  );
  expect(beforeWords(run(lane(10, 60, true), lane(20, 110)), over, { nowNs: 120e9 })).toContain(
    ' The earlier run was computed only up to 110.0 s: A 600 MiB → 550 MiB, B 2,200 MiB → 550 MiB.',
  );
  // But other runs of it were computed in advance.
  const known = 'With seeds 1 to 3: 60 s in A, 30 s in B.';
  expect(beforeWords(run(lane(10, 60, true), lane(20, 29)), over, { nowNs: 120e9, known })).toBe(
    ': A takes 120.0 s, B takes 120.0 s. Before the change, with seeds 1 to 3: 60 s in A, 30 s in B.',
  );
});

test('only the lanes that a change concerns are compared', () => {
  const { kernel } = openingScenario;
  const before = { ...openingScenario, against: { kernel: '3.0-per-zone-dirty' } };
  expect(changedLanes(before, { ...before, against: { kernel: '2.6.32' } })).toEqual(['b']);
  expect(changedLanes(before, { ...before, seed: 7, title: 'changed' })).toEqual(['a', 'b']);
  expect(changedLanes(before, { ...before, kernel: '3.1', against: { kernel } })).toHaveLength(2);
  const runs = [run(lane(10, 60), lane(20, 60)), run(lane(10, 30), lane(5, 30))] as const;
  expect(beforeWords(...runs, { nowNs: 30e9, lanes: ['b'] })).toBe(
    ': at 30.0 s, B 600 MiB → 150 MiB. Pages written by reclaim: B 60 → 15. Press Play to compare up to 60.0 s.',
  );
  // The end of a lane that the change does not concern need not be known.
  const over = run(lane(10, 100, true), lane(5, 120, true));
  expect(
    beforeWords(run(lane(10, 20), lane(20, 60, true)), over, { nowNs: 120e9, lanes: ['b'] }),
  ).toBe(': B takes 60.0 s → 120.0 s.');
});

test('both runs are compared at a time of which both have a sample', () => {
  const sampled = (state: LaneState, everyNs: number) => {
    const rowAt = (ns: number) => Math.floor(ns / everyNs);
    const { history } = state;
    const value = (row: number, name: never) => history.value(row * everyNs, name);
    const time = (row: number) => row * everyNs;
    // Not interpolated, so that only the times of samples have true values.
    const valueAt = (ns: number, name: never) => value(rowAt(ns), name);
    return { ...state, history: { rowAt, time, value, valueAt } } as unknown as LaneState;
  };
  const before = run(sampled(lane(10, 200), 2e9), sampled(lane(10, 200), 2e9));
  const now = run(sampled(lane(5, 100.7), 0.5e9), sampled(lane(5, 100.7), 0.5e9));
  expect(beforeWords(before, now, { nowNs: 100.7e9 })).toContain(
    'at 100.0 s, A 1,000 MiB → 500 MiB',
  );
});

test('while the run plays, nothing asks for a press of Play', () => {
  const before = run(lane(10, 60, true), lane(20, 30, true));
  const now = run(lane(5, 100), lane(5, 100));
  expect(beforeWords(before, now, { nowNs: 100e9, plays: true })).not.toContain('Press Play');
});

test('a run that was changed after a seek back is compared up to where it had been', () => {
  const back = (a: LaneState) => ({ ...a, nowNs: 10e9 }) as LaneState;
  const before = run(back(lane(10, 60)), back(lane(20, 60)));
  expect(beforeWords(before, run(lane(5, 30), lane(20, 30)), { nowNs: 30e9 })).toContain(
    'at 30.0 s, A 300 MiB → 150 MiB, B 600 MiB.',
  );
});

test('pages written are those of the moment, however far the run had been computed before', () => {
  // The run was computed to 60 s with few samples, and then went back to 10 s, before reclaim wrote anything.
  const history = { valueAt: () => 2, rowAt: () => 0, time: () => 0, value: () => 0 };
  const before = (nowNs: number) => {
    const state = { ...lane(10, 60), nowNs, history, value: () => 0 } as unknown as LaneState;
    return run(state, state);
  };
  const now = run(lane(0, 10), lane(0, 10));
  expect(beforeWords(before(10e9), now, { nowNs: 10e9 })).not.toContain('Pages written by reclaim');
  expect(beforeWords(before(5e9), now, { nowNs: 10e9 })).not.toContain('Pages written by reclaim');
});

test('reclaim that wrote nothing before the change or after it is not spoken of', () => {
  const quiet = run(lane(1, 5), lane(1, 5));
  expect(beforeWords(quiet, quiet, { nowNs: 5e9 })).toBe(
    ': at 5.0 s, A 5 MiB, B 5 MiB, as before.',
  );
});

test('one change is named, and several are counted', () => {
  expect(changeWords(['dirty_ratio 20 % to 10 %'])).toBe('Your change (dirty_ratio 20 % to 10 %)');
  expect(changeWords(['RAM 3.7 GiB to 2.0 GiB', 'writers 1 to 2'])).toBe('Your last 2 changes');
});

test('what the devices spend more time on than before explains the change', () => {
  const busy = (transfer: number, copying: number, toNs = 60e9): LaneState =>
    ({
      ...lane(10, 60),
      strip: { toNs },
      devices: {
        totals: [Float64Array.of(0, 0, 0, 0), Float64Array.of(100, transfer, 1, copying)],
      },
    }) as LaneState;
  const before = run(busy(74, 25), busy(95, 4));
  expect(deviceWords(before, run(busy(64, 35), busy(93, 6)))).toBe(
    ' Share of the device’s time spent copying inside its flash: 25 → 35 % in A.',
  );
  expect(deviceWords(before, run(busy(50, 49), busy(80, 19)))).toMatch(
    /25 → 49 % in A, 4 → 19 % in B\.$/,
  );
  expect(deviceWords(before, run(busy(72, 27), busy(99, 0)))).toBe('');
  // Shares since the start are only comparable at the same time.
  expect(deviceWords(before, run(busy(50, 49, 90e9), busy(95, 4, 90e9)))).toBe('');
  expect(deviceWords(before, run(busy(50, 49), busy(80, 19)), ['b'])).toMatch(/ 4 → 19 % in B\.$/);
  expect(deviceWords(run(lane(1, 5), lane(1, 5)), run(lane(1, 5), lane(1, 5)))).toBe('');
});

test('a link to a changed scenario says what it changes, until the user changes something', () => {
  const title = `${openingScenario.title} (changed)`;
  lab.open({ ...of(3), title }, null, false);
  runOn();
  const { rerender } = render(<BeforeChange />);
  const line = screen.getByText(/^Changed from “Copying 8 GiB to a USB stick”:/).parentElement;
  expect(line?.textContent).toContain('seed 1 to 3.');
  lab.open(openingScenario, 'weiner-usb', false);
  rerender(<BeforeChange />);
  expect(screen.queryByText(/^Changed from/)).toBeNull();
});
