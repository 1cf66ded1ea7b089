import { afterEach, expect, test, vi } from 'vitest';
import { act, cleanup, render } from '@testing-library/react';

import { testSamples } from '../../core/figures/sample-testing.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useLab } from '../../core/lab/store.ts';
import type { StripFrame } from '../../engine/protocol.ts';
import { STATES } from '../../engine/strip.ts';
import { TASK_STATES, type TaskState } from '../../engine/types.ts';
import {
  HOLD_MS,
  HeldText,
  captionOf,
  kswapdNaps,
  throttledTask,
  type CaptionInput,
  CaptionLine,
} from './CaptionLine.tsx';

const ZONES = ['DMA32', 'Normal'];
const NAMES = [
  'bytes_done',
  'allocstall',
  'pgscan_kswapd',
  'pgscan_direct',
  'pgsteal',
  'pswpout',
  'mm_vmscan_writepage_kswapd',
  'mm_vmscan_writepage_direct',
  'nr_dirty',
  'nr_writeback',
  'nr_dirty_threshold',
  'nr_dirty_background_threshold',
  'nr_free_pages',
  'nr_inactive_file',
  'nr_active_file',
  'nr_inactive_anon',
  'nr_active_anon',
  'nr_unevictable',
  'nr_isolated',
] as const;
const { index, sample } = testSamples(ZONES, NAMES);

function caption(now: Record<string, number>, more: Partial<CaptionInput> = {}): string {
  return captionOf({
    index,
    now: sample(now),
    before: sample({}),
    nowNs: 100e9,
    spanNs: 2e9,
    zones: ZONES,
    workers: ['dd'],
    finished: false,
    ...more,
  });
}

/** In Normal, 60 of 100 pages are dirty; in DMA32, 10. */
const DIRTY_NORMAL = {
  'Normal/nr_dirty': 60,
  'Normal/nr_inactive_file': 100,
  'DMA32/nr_dirty': 10,
  'DMA32/nr_inactive_file': 100,
};

test('before reclaim memory fills, and the program goes on', () => {
  expect(caption({ bytes_done: 4096 })).toBe('Memory fills up: no reclaim yet; dd makes progress.');
});

test('writes of kswapd come before all that it scans, with the zone that is dirty', () => {
  const now = { ...DIRTY_NORMAL, pgscan_kswapd: 100, pgsteal: 40, mm_vmscan_writepage_kswapd: 3 };
  expect(caption(now)).toBe(
    'kswapd writes dirty file pages of Normal itself, one by one; dd makes no progress.',
  );
});

test('direct reclaim is told from kswapd', () => {
  const now = { pgscan_direct: 100, mm_vmscan_writepage_direct: 3 };
  expect(caption(now)).toContain('Direct reclaim passes dirty file pages to the filesystem');
  expect(caption({ pgscan_direct: 32, pgsteal: 32, allocstall: 1 })).toContain(
    'Programs that need memory must reclaim it themselves',
  );
});

test('a zone that fills is named before kswapd has any trouble, and after', () => {
  const fine = { ...DIRTY_NORMAL, pgscan_kswapd: 100, pgsteal: 95 };
  expect(caption(fine)).toContain('kswapd frees clean pages, but about 60 % of Normal is dirty;');
  expect(caption({ ...fine, pgsteal: 50 })).toContain(
    'In the last 2 s, kswapd found mostly dirty pages in Normal and freed few',
  );
});

test('a writer waits from halfway between the two limits on', () => {
  const limits = { nr_dirty_threshold: 200, nr_dirty_background_threshold: 100, bytes_done: 1 };
  expect(caption({ ...limits, nr_dirty: 120, nr_writeback: 30 })).toContain(
    'dd waits in balance_dirty_pages.',
  );
  expect(caption({ ...limits, nr_dirty: 100 })).toContain('dd makes progress.');
});

test('kswapd that naps in congestion_wait does not sleep because memory is free', () => {
  const tasks = [
    { name: 'dd', kind: 'user' as const },
    { name: 'kswapd0', kind: 'kswapd' as const },
  ];
  const strip = (naps: number) => {
    const totals = new Float64Array(tasks.length * STATES);
    totals[STATES + TASK_STATES.indexOf('congestion_wait')] = naps;
    return { fromNs: 0, toNs: 4e9, totals } as unknown as StripFrame;
  };
  const line = (naps: number) =>
    captionOf({
      index,
      now: sample({ pgscan_kswapd: 100 }),
      before: sample({ pgscan_kswapd: 100 }),
      nowNs: 100e9,
      spanNs: 2e9,
      zones: ZONES,
      workers: ['dd'],
      finished: false,
      napping: kswapdNaps({ tasks }, strip(naps)),
    });
  expect(line(3e9)).toContain('kswapd pauses in congestion_wait;');
  expect(line(1e8)).toContain('Enough memory is free: kswapd sleeps;');
  expect(kswapdNaps({ tasks }, null)).toBe(false);
});

test('the task that balance_dirty_pages holds back is named by what it was seen doing', () => {
  const tasks = [
    { name: 'dd', kind: 'user' as const },
    { name: 'kswapd0', kind: 'kswapd' as const },
    { name: 'ntfs-3g', kind: 'daemon' as const },
  ];
  const strip = (rows: Partial<Record<TaskState, number>>[]) => {
    const totals = new Float64Array(tasks.length * STATES);
    rows.forEach((row, at) =>
      Object.entries(row).forEach(([state, ns]) => {
        totals[at * STATES + TASK_STATES.indexOf(state as TaskState)] = ns;
      }),
    );
    return { fromNs: 0, toNs: 4e9, totals } as unknown as StripFrame;
  };
  const served = strip([{ waiting_for_peer: 4e9 }, {}, { throttled: 3e9, running: 1e9 }]);
  const now = { nr_dirty_threshold: 200, nr_dirty: 190, bytes_done: 1 };
  expect(caption(now, { throttled: throttledTask({ tasks }, served) })).toContain(
    'ntfs-3g (for dd) waits in balance_dirty_pages.',
  );
  const alone = strip([{ throttled: 3e9 }, {}, {}]);
  expect(caption(now, { throttled: throttledTask({ tasks }, alone) })).toContain(
    'dd waits in balance_dirty_pages.',
  );
  const free = strip([{ running: 4e9 }, {}, {}]);
  expect(caption(now, { throttled: throttledTask({ tasks }, free) })).toContain(
    'dd makes progress.',
  );
  expect(throttledTask({ tasks }, null)).toBeUndefined();
});

test('a run that is over says so with its time', () => {
  const bytes = 8 * 2 ** 30;
  expect(caption({ bytes_done: bytes }, { finished: true, nowNs: 561.8e9 })).toBe(
    'dd is done: 8,192 MiB in 561.8 s.',
  );
  const several = { finished: true, nowNs: 561.8e9, workers: ['dd-1', 'dd-2'] };
  expect(caption({ bytes_done: bytes }, several)).toBe(
    '2 tasks of dd are done: 8,192 MiB in total in 561.8 s.',
  );
  const left = { bytes_done: 2 ** 33, nr_dirty: 147_000, nr_writeback: 882 };
  expect(caption(left, { finished: true, nowNs: 572.5e9 })).toBe(
    'dd is done: 8,192 MiB in 572.5 s; 578 MiB are not yet on the device.',
  );
});

test('a line stays for a second and a half while the run plays, and changes at once when it is paused', () => {
  const held = new HeldText('');
  expect(held.take('one', 0, false)).toBe('one');
  expect(held.take('two', HOLD_MS - 1, false)).toBe('one');
  expect(held.take('two', HOLD_MS, false)).toBe('two');
  expect(held.take('three', HOLD_MS + 1, true)).toBe('three');
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A lane with these counters since its start. */
function laneWith(counters: readonly string[]): LaneState {
  return {
    history: { length: 1, rowAt: () => 0, row: () => BEFORE },
    index: {
      value: (sample: unknown, name: string) =>
        Number(sample !== BEFORE && counters.includes(name)),
    },
    now: new Float64Array(0),
    nowNs: 20e9,
    finished: false,
    description: { zones: [], tasks: [{ name: 'dd', kind: 'user' }] },
    strip: null,
  } as unknown as LaneState;
}
const BEFORE = new Float64Array(0);

function showLines(): () => (string | null)[] {
  const { container } = render(
    <>
      <CaptionLine lane="a" />
      <CaptionLine lane="b" />
    </>,
  );
  return () => [...container.querySelectorAll('span')].map((line) => line.textContent);
}

test('on the way to a moment a lane says so, and at the moment what happens there', () => {
  const state = laneWith(['pgscan_kswapd']);
  vi.spyOn(lab.lanes, 'state').mockReturnValue(state);
  useLab.setState({ goalNs: 120e9, playing: true });
  const lines = showLines();
  expect(lines()).toEqual(['Computing…', 'Computing…']);
  state.nowNs = 120e9;
  act(() => useLab.setState({ goalNs: null }));
  expect(lines()[0]).toContain('kswapd');
});

test('the lines of both lanes are of one moment', () => {
  const states = { a: laneWith(['bytes_done']), b: laneWith(['bytes_done']) };
  vi.spyOn(lab.lanes, 'state').mockImplementation((lane) => states[lane]);
  const clock = vi.spyOn(performance, 'now');
  let speed = 1;
  const at = (ms: number, a: string[], b: string[]) => {
    clock.mockReturnValue(1e6 + ms);
    Object.assign(states.a, { index: laneWith(a).index });
    Object.assign(states.b, { index: laneWith(b).index });
    act(() => useLab.setState({ goalNs: null, playing: true, speed: (speed += 1) }));
  };
  const lines = showLines();
  at(0, ['bytes_done'], ['bytes_done']);
  at(HOLD_MS, [], ['bytes_done']);
  expect(lines().join()).toMatch(/makes no progress.*makes progress/);
  // The lines change together: otherwise B's new line would be beside an old line of A.
  at(2 * HOLD_MS - 1, ['bytes_done'], []);
  expect(lines().join()).toMatch(/makes no progress.*makes progress/);
  at(2 * HOLD_MS, ['bytes_done'], []);
  expect(lines().join()).toMatch(/makes progress.*makes no progress/);
});

test('a pause shows the line of its moment at once, however short the last line was there', () => {
  const state = laneWith(['bytes_done']);
  vi.spyOn(lab.lanes, 'state').mockReturnValue(state);
  vi.spyOn(performance, 'now').mockReturnValue(1e6);
  useLab.setState({ goalNs: null, playing: true });
  const lines = showLines();
  expect(lines()[0]).toContain('no reclaim yet');
  Object.assign(state, { index: laneWith(['bytes_done', 'pgscan_kswapd', 'pgsteal']).index });
  act(() => useLab.setState({ speed: 2 }));
  expect(lines()[0]).toContain('no reclaim yet');
  act(() => useLab.setState({ playing: false }));
  expect(lines()[0]).toContain('kswapd frees clean pages');
});

test('the line of a paused run depends on the moment only, not on the speed before', () => {
  const state = laneWith(['pgscan_kswapd']);
  const asked: number[] = [];
  Object.assign(state.history, { rowAt: (ns: number) => asked.push(ns) && 0 });
  vi.spyOn(lab.lanes, 'state').mockReturnValue(state);
  showLines();
  asked.length = 0;
  for (const speed of [1, 10, Infinity]) {
    act(() => useLab.setState({ goalNs: null, playing: false, speed }));
  }
  expect(new Set(asked)).toEqual(new Set([15e9]));
});
