import { expect, test } from 'vitest';

import type { LaneState } from '../../core/lab/lane-state.ts';
import { beforeWords, type Run } from './BeforeChange.tsx';

const MIB = 2 ** 20;

/** A lane that has done so many MiB a second up to a time, and ended there or not. */
function lane(mibPerSecond: number, seconds: number, finished = false): LaneState {
  const done = (ns: number) => (ns / 1e9) * mibPerSecond * MIB;
  const nowNs = seconds * 1e9;
  return {
    nowNs,
    finished,
    endedNs: finished ? nowNs : null,
    value: () => done(nowNs),
    // A sample each second.
    history: { rowAt: (ns: number) => Math.floor(ns / 1e9), row: (row: number) => row },
    index: { value: (row: number) => done(row * 1e9) },
  } as unknown as LaneState;
}

const run = (a: LaneState, b: LaneState): Run => ({ a, b });

test('a run that was changed stands beside what has become of it, at the same moment', () => {
  const before = run(lane(10, 60), lane(20, 60));
  const now = (seconds: number) => run(lane(5, seconds), lane(4, seconds));
  expect(beforeWords(before, now(30), 30e9)).toBe(
    'Done by 30.0 s: A 300 MiB, B 600 MiB before the change; A 150 MiB, B 120 MiB after it.',
  );
  // It was not seen further.
  expect(beforeWords(before, now(90), 90e9)).toBe(
    'Done by 60.0 s: A 600 MiB, B 1,200 MiB before the change; A 300 MiB, B 240 MiB after it.',
  );
  expect(beforeWords(before, now(0), 0)).toBeNull();
});

test('of a run that was over, what it had done stays, and its times stand beside those of the next', () => {
  const before = run(lane(10, 60, true), lane(20, 30, true));
  expect(beforeWords(before, run(lane(5, 100), lane(5, 100)), 100e9)).toBe(
    'Done by 100.0 s: A 600 MiB, B 600 MiB before the change; A 500 MiB, B 500 MiB after it.',
  );
  const over = run(lane(5, 120, true), lane(5, 120, true));
  expect(beforeWords(before, over, 120e9)).toBe('Before the change: A took 60.0 s, B 30.0 s.');
  expect(beforeWords(run(lane(10, 60, true), lane(20, 29)), over, 120e9)).toBeNull();
});
