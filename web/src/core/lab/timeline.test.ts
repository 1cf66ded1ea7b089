import { expect, test, vi } from 'vitest';

import type { Catalogue, Scenario } from '../../engine/types.ts';
import { SampleHistory, SampleIndex } from '../figures/history.ts';
import type { LanePair } from './lane-pair.ts';
import { endText, foreseen, goalOf, markNear, marksOf, placeMarks, runEnd } from './timeline.ts';

const mark = (name: string, seconds: number) => ({
  name,
  text: name,
  at_ns: seconds * 1e9,
  kind: 'moment' as const,
});

test('marks of both lanes in the order of time', () => {
  const placed = placeMarks({ a: [mark('x', 50)], b: [mark('y', 20)] }, 100e9, 400);
  expect(placed.map(({ lane, share }) => [lane, share])).toEqual([
    ['b', 0.2],
    ['a', 0.5],
  ]);
});

test('labels do not run into each other or over the end', () => {
  const a = [mark('one', 10), mark('two', 12), mark('three', 40), mark('four', 95)];
  const labels = (width: number) =>
    placeMarks({ a, b: [] }, 100e9, width).map(({ labelled }) => labelled);
  expect(labels(400)).toEqual([true, false, true, false]);
  // At half the width, the third label would overlap the first.
  expect(labels(150)).toEqual([true, false, false, false]);
});

test('what nearly every run has gives way to the first write from reclaim', () => {
  const a = [mark('kswapd_wakes', 10), mark('first_reclaim_write', 12)];
  const placed = placeMarks({ a, b: [] }, 100e9, 400);
  expect(placed.map(({ labelled }) => labelled)).toEqual([false, true]);
});

test('switches that were recorded are marks of their lane', () => {
  const scenario = {
    kernel: '3.0',
    against: { kernel: '3.0', interventions: [{ at_ns: 7, mechanism: 'limits', on: true }] },
  } as unknown as Scenario;
  const catalogue = { mechanisms: [{ id: 'limits', title: 'Limits' }] } as unknown as Catalogue;
  const { a, b } = marksOf({ a: [], b: [] }, scenario, catalogue);
  expect(a).toEqual([]);
  expect(b).toEqual([{ name: 'switch-0', at_ns: 7, text: 'Limits on', kind: 'switch' }]);
});

test('one mark stands for both lanes where they come to a point together', () => {
  const a = [mark('wakes', 20), mark('writes', 40)];
  const b = [mark('wakes', 20.1), mark('writes', 60)];
  const placed = placeMarks({ a, b }, 100e9, 1000);
  expect(placed.map(({ name, lane, both }) => [name, lane, both])).toEqual([
    ['wakes', 'a', true],
    ['writes', 'a', false],
    ['writes', 'b', false],
  ]);
});

test('a mark leads to where its counter has what was noticed, and a switch to before it', () => {
  const index = new SampleIndex([{ name: 'nr_vmscan_write', zone: null, kind: 'counter' }]);
  const history = new SampleHistory(1);
  [0, 0, 0, 529].forEach((pages, at) => history.add(120e9 + at * 1e8, Float64Array.of(pages)));
  // After the run has gone back, the history of the later time is still known.
  history.stand(120e9);
  const first = { name: 'first_reclaim_write', atNs: 120.05e9, kind: 'moment' as const };
  expect(goalOf(first, { index, history })).toBe(120.3e9);
  expect(goalOf(first, null)).toBe(120.051e9);
  expect(goalOf({ name: 'switch-0', atNs: 120e9, kind: 'switch' }, null)).toBe(120e9);
  expect(goalOf({ name: 'divergence', atNs: 120e9, kind: 'divergence' }, null)).toBe(120.001e9);
});

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
  expect(text(lanes(20e9, 571e9))).toBe('at this pace, ends by about 580 s');
  expect(text(lanes(20e9, 36.2e9))).toBe('at this pace, ends by about 37 s');
  expect(text(lanes(901e9, 903e9))).toBe('at this pace, ends by about 910 s');
  expect(text(lanes(20e9, 2213e9))).toBe('at this pace, ends by about 2,300 s');
  expect(text(lanes(20e9, 77_000e9))).toBe('at this pace, ends by about 77,000 s');
  expect(text(lanes(20e9, 571e9), 300_000)).toBe('stops at 300 s');
  expect(text(lanes(2e9, 571e9), 3500)).toBe('stops at 3.5 s');
  expect(text(lanes(573e9, 573e9, true))).toBe('done');
});

test('an end that was computed in advance replaces the estimate, unless the run is over before it', () => {
  vi.spyOn(foreseen, 'end').mockImplementation((fromNs, toNs) =>
    fromNs < 820e9 && toNs > 820e9 ? { ns: 820e9, known: 'estimate', text: 'ends at 820 s' } : null,
  );
  expect(text(lanes(20e9, 571e9))).toBe('ends at 820 s');
  expect(runEnd(lanes(20e9, 571e9), null).ns).toBe(820e9);
  expect(text(lanes(20e9, 571e9), 300_000)).toBe('stops at 300 s');
  expect(text(lanes(830e9, 850e9))).toContain('at this pace');
  expect(text(lanes(573e9, 573e9, true))).toBe('done');
});

test('the timeline is never shorter than the run so far', () => {
  expect(runEnd(lanes(100e9, 90e9), null).ns).toBe(100e9);
  // The timeline grows in steps.
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

test('a time means the nearest mark, if one is near', () => {
  const placed = placeMarks({ a: [mark('x', 50)], b: [mark('y', 53)] }, 100e9, 400);
  expect(markNear(placed, 52e9, 2e9)?.name).toBe('y');
  expect(markNear(placed, 48.5e9, 2e9)?.name).toBe('x');
  expect(markNear(placed, 47e9, 2e9)).toBeNull();
});
