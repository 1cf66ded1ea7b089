import { expect, test } from 'vitest';

import type { LaneFrame } from '../../engine/protocol.ts';
import { COUNTERS, GAUGES, type Description, type FigureName } from '../../engine/types.ts';
import { LaneState } from './lane-state.ts';

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

/** A frame with so many pages scanned, freed and written by reclaim. */
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
    // In turn reclaim writes pages, finds clean ones, and finds little.
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
