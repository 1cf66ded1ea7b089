// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';

import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import { ticks } from '../../core/time.ts';
import { catalogue } from '../../engine/catalogue.ts';
import type { Decision } from '../../engine/types.ts';
import { differenceOf, differenceWords } from './difference.ts';
import { explainPinned, leaveWhy, showFirst, showWhy, useWhy } from './why.ts';

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

test('it is left for another moment and a run that goes on, but not without its page', () => {
  useLab.setState({ goalNs: 84.6e9 });
  const visited = useWhy.getState().why;
  expect(visited).not.toBeNull();
  useLab.setState({ goalNs: 20e9 });
  expect(useWhy.getState().why).toBeNull();

  showWhy(84.6e9);
  useLab.setState({ goalNs: null });
  const later = vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(84.7e9);
  ticks.touch();
  [0, 1, 2, 3].forEach((later) => ticks.run(1e6 + later));
  expect(useWhy.getState().why).toBeNull();
  later.mockRestore();

  showWhy(84.6e9);
  const write = { at_ns: 9e9, zone: 'Normal', frame: 7, reason: 'Written', text: 'It wrote.' };
  useLab.setState({ goalNs: null, decisions: { a: [write as Decision], b: [] } });
  expect(useLab.getState().pin).not.toBeNull();
  useLab.setState({ pin: null });
  expect(useWhy.getState().why?.text).toMatch(/It wrote\..*(?<!The ring.*)$/);
  expect(useLab.getState().pin).toBeNull();
});

test('the first difference has an explanation and a page of its own', () => {
  const text = 'dd read or wrote a file page into this frame.';
  const into = (pfn: number, zone: string, frame: number) =>
    ({ at_ns: 2e9, pfn, zone, frame, reason: 'EntersCache', text }) as Decision;
  const [a, b] = [into(0x2851f, 'DMA32', 0x2751f), into(0x111228, 'Normal', 0x11228)];
  useLab.setState({ catalogue, divergence: { status: 'found', atNs: 2e9, same: 9, a, b } });
  const from = useWhy.getState().why?.from;
  showFirst();
  useLab.setState({ goalNs: 2.001e9 });
  useLab.setState({ goalNs: null });
  expect(useWhy.getState().why).toMatchObject({ first: true, from });
  expect(useWhy.getState().why?.text).toBe(
    'A and B first differ at 2.000 s. dd read or wrote a file page into this frame: pfn 0x2851F of DMA32 in A, pfn 0x111228 of Normal in B. DMA32 has more dirty pages than its limit, so B skips it. Normal is below its low watermark, so no zone passes the first attempt. B wakes kswapd and then takes a page of Normal, which is still above its min watermark.',
  );
  expect(useLab.getState().pin).toEqual({ lane: 'a', zone: 'DMA32', frame: 0x2751f });
  useLab.setState({ divergence: { status: 'unknown' } });
});

test.each([
  [0, 'The ring marks it; nr_vmscan_write is 0 until ->writepage returns.'],
  [1, 'The ring on the map shows it.'],
])('a write is explained beside a counter of %i', (counted, end) => {
  const write = { at_ns: 9e9, zone: 'DMA', frame: 1, reason: 'Written', text: 'It wrote.' };
  const state = {
    index: { has: () => false },
    value: (name: string) => (name === 'nr_vmscan_write' ? counted : Number.NaN),
    nowNs: 0,
  };
  const spy = vi.spyOn(lab.lanes, 'state').mockReturnValue(state as unknown as LaneState);
  useLab.setState({ goalNs: null, decisions: { a: [write as Decision], b: [] } });
  expect(useWhy.getState().why?.text.endsWith(end)).toBe(true);
  spy.mockRestore();
});

/** A lane that has gained some of one counter per second for four seconds, and perhaps ended then. */
function counting(counter: string, perSecond: number, endedNs: number | null = null): LaneState {
  const rows = [0, 1, 2, 3, 4].map((seconds) => seconds * perSecond);
  const names = ['nothing', counter];
  const has = (position: number) => names[position] === counter;
  return {
    nowNs: 4e9,
    endedNs,
    value: (name: string) => (name === counter ? 4 * perSecond : 0),
    index: { position: (name: string) => Math.max(0, names.indexOf(name)) },
    history: {
      length: rows.length,
      time: (row: number) => row * 1e9,
      value: (row: number, position: number) => (has(position) ? rows[row] : 0),
      valueAt: (ns: number, position: number) => (has(position) ? (ns / 1e9) * perSecond : 0),
    },
  } as unknown as LaneState;
}

test.each([
  [
    'allocstall',
    'By 2.0 s, programs have reclaimed memory themselves 120 times in A and 10 times in B.',
  ],
  ['nr_vmscan_write', 'By 2.0 s, reclaim has written 120 pages in A and 10 in B.'],
])(
  'without an event of its own, a run is shown where %s of one lane outnumbers the other’s',
  (counter, words) => {
    const spy = vi
      .spyOn(lab.lanes, 'state')
      .mockImplementation((id) => counting(counter, id === 'a' ? 60 : 5));
    useLab.setState({ marks: { a: [], b: [] } });
    const state = useLab.getState();
    expect(differenceOf(state)).toBe(2e9);
    expect(differenceWords(state)).toBe(words);
    spy.mockRestore();
  },
);

test('an event of the faster lane does not explain why the other lost time', () => {
  const stall = { name: 'first_direct_reclaim' as const, at_ns: 1e9, text: 'first direct reclaim' };
  useLab.setState({ marks: { a: [], b: [stall] } });
  const spy = vi.spyOn(lab.lanes, 'state');
  const ends = (a: number, b: number) => {
    spy.mockImplementation((id) =>
      counting('nr_vmscan_write', id === 'a' ? 60 : 5, id === 'a' ? a : b),
    );
    return differenceWords(useLab.getState());
  };
  expect(ends(9e9, 6e9)).toContain('reclaim has written 120 pages in A');
  expect(ends(6e9, 9e9)).toContain('in B only: first direct reclaim');
  expect(ends(6e9, 6.1e9)).toContain('in B only: first direct reclaim');
  spy.mockRestore();
});

test('a page that a link has pinned is explained if it is the one of this moment', () => {
  leaveWhy();
  const mark = { name: 'first_reclaim_write' as const, at_ns: 9e9, text: 'first write' };
  const write = { at_ns: 9e9, zone: 'DMA', frame: 1, reason: 'Written', text: 'It wrote.' };
  const pin = { lane: 'a' as const, zone: 'DMA', frame: 1 };
  useLab.setState({
    marks: { a: [mark], b: [] },
    decisions: { a: [write as Decision], b: [] },
    pin: { ...pin, frame: 2 },
    goalNs: null,
    playing: false,
  });
  const now = vi.spyOn(lab.lanes, 'nowNs').mockReturnValue(differenceOf(useLab.getState()) ?? 0);
  explainPinned();
  expect(useWhy.getState().why).toBeNull();
  useLab.setState({ pin });
  explainPinned();
  expect(useWhy.getState().why?.text).toContain('in A only: It wrote.');
  expect(useLab.getState().pin).toEqual(pin);
  now.mockRestore();
  leaveWhy();
});
