import { expect, test } from 'vitest';

import type { LanePair } from './lane-pair.ts';
import { endText, runEnd } from './run-end.ts';

const lanes = (
  nowNs: number,
  estimate: number | null,
  finished = false,
  reached = nowNs,
  ended: number | null = null,
) =>
  ({
    nowNs: () => nowNs,
    state: () => ({
      finished,
      estimateNs: () => estimate,
      reachedNs: reached,
      endedNs: finished ? nowNs : ended,
    }),
  }) as unknown as LanePair;

const text = (pair: LanePair, untilMs?: number) => endText(runEnd(pair, untilMs));

test('what is known of the end is said as far as it is known', () => {
  expect(text(lanes(0, null))).toBe('');
  expect(text(lanes(20e9, 571e9))).toBe('ends at about 600 s');
  expect(text(lanes(20e9, 36.2e9))).toBe('ends at about 40 s');
  expect(text(lanes(20e9, 2213e9))).toBe('ends at about 2,000 s');
  expect(text(lanes(20e9, 77_000e9))).toBe('ends at about 80,000 s');
  expect(text(lanes(20e9, 571e9), 300_000)).toBe('stops at 300 s');
  expect(text(lanes(573e9, 573e9, true))).toBe('done');
});

test('the timeline is never shorter than the run so far', () => {
  expect(runEnd(lanes(100e9, 90e9), null).ns).toBe(100e9);
  // And grows in steps.
  const length = (seconds: number) => runEnd(lanes(seconds * 1e9, null), null).ns / 1e9;
  expect([0, 30, 54, 55, 100, 300].map(length)).toEqual([60, 60, 60, 120, 120, 480]);
});

test('the end of one lane says nothing of the end of the other', () => {
  const states = {
    a: { finished: true, estimateNs: () => 50e9, reachedNs: 50e9, endedNs: 50e9 },
    b: { finished: false, estimateNs: () => null, reachedNs: 80e9, endedNs: null },
  };
  const pair = {
    nowNs: () => 80e9,
    state: (lane: 'a' | 'b') => states[lane],
  } as unknown as LanePair;
  expect(runEnd(pair, null)).toEqual({ ns: 120e9, known: 'nothing' });
});

test('going back does not make the run shorter', () => {
  expect(runEnd(lanes(10e9, 60e9, false, 400e9), null).ns).toBe(400e9);
  const ended = lanes(10e9, 60e9, false, 564e9, 564e9);
  expect(runEnd(ended, null)).toEqual({ ns: 564e9, known: 'ended' });
  expect(text(ended)).toBe('ends at 564.0 s');
});
