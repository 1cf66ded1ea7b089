// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Decision } from '../../engine/types.ts';
import { differenceOf, differenceWords, leaveWhy, showWhy, useWhy } from './why.ts';

beforeEach(() => {
  vi.spyOn(lab, 'goTo').mockImplementation(() => undefined);
  const mark = { name: 'kswapd_wakes' as const, at_ns: 9e9, text: 'kswapd wakes' };
  useLab.setState({ scenario: openingScenario, marks: { a: [mark], b: [] }, pin: null });
  showWhy(84.6e9);
});

test('the way stays while its run does', () => {
  const { marks } = useLab.getState();
  useLab.setState({ goalNs: 84.6e9, marks: { ...marks, b: marks.a } });
  expect(useWhy.getState().why?.run).toBe(openingScenario);
});

test('it is left where the same scenario begins again', () => {
  useLab.setState({ marks: { a: [], b: [] } });
  expect(useWhy.getState().why).toBeNull();
});

test('a reset does not bring it back', () => {
  useLab.setState({ scenario: { ...openingScenario, seed: 2 } });
  useLab.setState({ scenario: openingScenario });
  expect(useWhy.getState().why).toBeNull();
});

test('the page that was written is pinned and named, and unpinned on leaving', () => {
  const write = {
    at_ns: 9e9,
    pfn: 0x1160cc,
    zone: 'Normal',
    frame: 90_316,
    reason: 'Written',
    text: 'kswapd0 wrote this dirty page alone (priority 12).',
  } as Decision;
  // This decision is from the time before the seek, so it must not be pinned.
  useLab.setState({ goalNs: null, decisions: { a: [{ ...write, at_ns: 8e9 }], b: [] } });
  expect(useLab.getState().pin).toBeNull();
  useLab.setState({ decisions: { a: [write], b: [] } });
  expect(useLab.getState().pin).toEqual({ lane: 'a', zone: 'Normal', frame: 90_316 });
  expect(useWhy.getState().why?.text).toBe(
    'At 9.0 s, in A only: kswapd0 wrote this dirty page alone. The flusher had not reached it yet. The ring on the map shows it.',
  );
  leaveWhy();
  expect(useLab.getState().pin).toBeNull();
});

test.each([
  [0, 'The ring marks it; nr_vmscan_write will count it.'],
  [1, 'The ring on the map shows it.'],
])('a write is explained beside a counter of %i', (counted, end) => {
  const write = { at_ns: 9e9, zone: 'DMA', frame: 1, reason: 'Written', text: 'It wrote.' };
  const state = {
    index: { has: () => false },
    value: (name: string) => (name === 'nr_vmscan_write' ? counted : Number.NaN),
  };
  const spy = vi.spyOn(lab.lanes, 'state').mockReturnValue(state as unknown as LaneState);
  useLab.setState({ goalNs: null, decisions: { a: [write as Decision], b: [] } });
  expect(useWhy.getState().why?.text.endsWith(end)).toBe(true);
  spy.mockRestore();
});

test('without an event of its own, a run is shown where direct reclaims of one lane outnumber the others', () => {
  const lane = (perSecond: number) => {
    const rows = [0, 1, 2, 3, 4].map((seconds) => seconds * perSecond);
    return {
      nowNs: 4e9,
      value: () => 4 * perSecond,
      index: { position: () => 0 },
      history: {
        length: rows.length,
        time: (row: number) => row * 1e9,
        value: (row: number) => rows[row],
        valueAt: (ns: number) => (ns / 1e9) * perSecond,
      },
    } as unknown as LaneState;
  };
  const spy = vi
    .spyOn(lab.lanes, 'state')
    .mockImplementation((id) => (id === 'a' ? lane(60) : lane(5)));
  useLab.setState({ marks: { a: [], b: [] } });
  const state = useLab.getState();
  expect(differenceOf(state)).toBe(2e9);
  expect(differenceWords(state)).toBe(
    'By 2.0 s, programs have reclaimed memory themselves 120 times in A and 10 times in B.',
  );
  spy.mockRestore();
});
