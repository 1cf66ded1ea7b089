import { expect, test } from 'vitest';

import type { LaneFrame } from '../../engine/protocol.ts';
import { COUNTERS, GAUGES, type Description, type FigureName } from '../../engine/types.ts';
import { EndEstimate, LaneState } from './lane-state.ts';
import { endText } from './timeline.ts';

const NAMES: readonly FigureName[] = [...COUNTERS, ...GAUGES];
const ZONED: readonly FigureName[] = [
  'nr_vmscan_write',
  'nr_dirty',
  'nr_writeback',
  'nr_free_pages',
  'nr_inactive_file',
  'nr_active_file',
  'nr_inactive_anon',
  'nr_active_anon',
  'nr_unevictable',
  'nr_isolated',
];
const SAMPLE = [
  ...NAMES.map((name) => ({ name, zone: null, kind: 'counter' as const })),
  ...ZONED.map((name) => ({ name, zone: 'Normal', kind: 'counter' as const })),
];

function laneState(): LaneState {
  const description = {
    sample: SAMPLE,
    zones: [{ name: 'Normal' }],
    tasks: [{ name: 'dd', kind: 'user' }],
    workload_bytes: 1e9,
  };
  return new LaneState(description as unknown as Description, 'canvas2d');
}

/** Returns a `LaneFrame` with these totals of pages scanned, freed and written by reclaim. */
function frame(seconds: number, [scanned, freed, written]: number[], more = {}): LaneFrame {
  const sample = new Float64Array(SAMPLE.length);
  const put = (name: FigureName, value = 0) => {
    sample[NAMES.indexOf(name)] = value;
  };
  put('pgscan_kswapd', scanned);
  put('pgsteal', freed);
  put('nr_vmscan_write', written);
  return {
    nowNs: seconds * 1e9,
    arrived: true,
    finished: false,
    sample,
    past: Float64Array.of(seconds * 1e9, ...sample),
    lists: [],
    digest: null,
    ...more,
  } as unknown as LaneFrame;
}

test('a headline changes at most every 1.5 s, however often the run changes', () => {
  const lane = laneState();
  const changes: number[] = [];
  let last = lane.headline.text;
  let [scanned, freed, written] = [0, 0, 0];
  for (let wallMs = 0; wallMs < 20_000; wallMs += 100) {
    // In turn, reclaim writes pages, frees many clean pages, and frees few pages.
    const phase = Math.floor(wallMs / 300) % 3;
    scanned += 100;
    freed += phase === 1 ? 90 : 10;
    written += phase === 0 ? 20 : 0;
    lane.take(frame(wallMs / 50, [scanned, freed, written]), wallMs);
    if (lane.headline.text !== last) {
      changes.push(wallMs);
      last = lane.headline.text;
    }
  }
  expect(changes.length).toBeGreaterThan(0);
  changes.slice(1).forEach((at, index) => {
    expect(at - (changes[index] ?? 0)).toBeGreaterThanOrEqual(1500);
  });
});

test('when the machine stands still its headline is that of now, at once', () => {
  const lane = laneState();
  lane.take(frame(0, [0, 0, 0]), -1000);
  lane.take(frame(10, [100, 90, 0]), 500);
  expect(lane.headline.text).toBe('Reclaim finds clean pages');
  lane.take(frame(14, [200, 100, 50]), 600);
  expect(lane.headline.text).toBe('Reclaim finds clean pages');
  lane.take(frame(14, [200, 100, 50], { digest: 'x' }), 700);
  expect(lane.headline.text).toBe('kswapd is writing single pages');
  lane.take(frame(15, [200, 100, 50], { finished: true }), 800);
  expect(lane.headline.text).toBe('Done: after 15.0 s');
});

test('what tasks did stays in sight while the machine goes to another moment', () => {
  const lane = laneState();
  const strip = { rows: 1, fromNs: 6e9, toNs: 10e9 };
  lane.take(frame(10, [0, 0, 0], { strip }), 0);
  lane.stand(3e9);
  lane.take(frame(4, [0, 0, 0], { strip: null, arrived: false }), 100);
  expect(lane.strip).toBe(strip);
});

const MEBI = 2 ** 20;

/** The successive texts about the end of a run, each with the second at which it appeared. */
function told(
  workload: number,
  doneAt: (seconds: number) => number,
  seconds: number,
  takenAt = doneAt,
) {
  const estimate = new EndEstimate();
  const texts: { at: number; text: string }[] = [];
  for (let at = 0; at < seconds; at += 1) {
    const left = workload - takenAt(at);
    estimate.take({ nowNs: at * 1e9, left, doneAt: (ns) => doneAt(ns / 1e9) });
    const text = estimate.ns === null ? '' : endText({ ns: estimate.ns, known: 'estimate' });
    if (text !== texts.at(-1)?.text) {
      texts.push({ at, text });
    }
  }
  return texts;
}

test('a copy that fills memory first is not said to end in two minutes', () => {
  // Memory absorbs 60 MB/s until the dirty limit throttles the writer; the stick writes 14 MB/s throughout.
  const written = (seconds: number) => Math.max(0, seconds - 2) * 14e6;
  const taken = (seconds: number) => Math.min(seconds * 60e6, 600e6 + written(seconds));
  const [nothing, ...rest] = told(8192 * MEBI, written, 560, taken);
  expect(nothing?.text).toBe('');
  expect(rest).toEqual([{ at: 20, text: 'at this pace, ends by about 580 s' }]);
});

test('a run that slows down once memory is full is estimated from its later pace', () => {
  // 24 MB/s until 60 s, then 10 MB/s: from all of it, the end would be estimated at 630 s, and later at 690 s.
  const written = (seconds: number) =>
    Math.min(seconds, 60) * 24e6 + Math.max(0, seconds - 60) * 10e6;
  const texts = told(8192 * MEBI, written, 700).filter(({ at }) => at > 130);
  expect(texts).toEqual([
    { at: expect.any(Number) as number, text: 'at this pace, ends by about 780 s' },
  ]);
});

test('a pace that goes up and down moves what is told a few times at most', () => {
  const doneAt = (seconds: number) => (seconds * 20 + 30 * Math.sin(seconds / 3)) * 1e6;
  const texts = told(8192 * MEBI, doneAt, 400).map(({ text }) => text);
  expect(texts).toEqual([
    '',
    'at this pace, ends by about 400 s',
    'at this pace, ends by about 470 s',
    'at this pace, ends by about 430 s',
  ]);
});

test('an end that is too far away is not estimated', () => {
  const crawl = (seconds: number) => seconds * 1000;
  expect(told(8192 * MEBI, crawl, 100)).toEqual([{ at: 0, text: '' }]);
  const waits = (seconds: number) => (seconds < 5 ? seconds * MEBI : 5 * MEBI);
  expect(told(8192 * MEBI, waits, 100)).toEqual([{ at: 0, text: '' }]);
});

test('going back leaves it as it was; another future forgets it', () => {
  const estimate = new EndEstimate();
  const at = (seconds: number) =>
    estimate.take({
      nowNs: seconds * 1e9,
      left: (200 - seconds) * MEBI,
      doneAt: (ns) => (ns / 1e9) * MEBI,
    });
  at(50);
  expect(estimate.ns).toBeCloseTo(200e9, -3);
  at(5);
  expect(estimate.ns).toBeCloseTo(200e9, -3);
  estimate.forgetAfter(5e9);
  expect(estimate.ns).toBeNull();
});
