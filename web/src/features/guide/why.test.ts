// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import type { Decision } from '../../engine/types.ts';
import { leaveWhy, showWhy, useWhy } from './why.ts';

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
  // These decisions are from the previous time.
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
  [0, 'The ring marks it; nr_vmscan_write follows.'],
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
