import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

import * as bindings from '../../engine/pkg/reclaim.js';
import type { Description } from '../../engine/types.ts';
import { instantiate } from '../../engine/wasm.ts';
import { SampleHistory, SampleIndex } from './history.ts';
import { dirtyShareOf, metricAt, metricsFor, type LaneSeries, type Metric } from './metrics.ts';

const COLUMNS = [
  { name: 'bytes_done', zone: null },
  { name: 'kswapd_steal', zone: null },
  { name: 'pgscan_kswapd', zone: null },
  { name: 'nr_dirty', zone: 'Normal' },
  { name: 'nr_writeback', zone: 'Normal' },
  { name: 'nr_free_pages', zone: 'Normal' },
  { name: 'nr_inactive_file', zone: 'Normal' },
  { name: 'nr_active_file', zone: 'Normal' },
  { name: 'nr_inactive_anon', zone: 'Normal' },
  { name: 'nr_active_anon', zone: 'Normal' },
  { name: 'nr_unevictable', zone: 'Normal' },
  { name: 'nr_isolated', zone: 'Normal' },
] as const;

/** A lane with 20 MB/s and one row per second. */
function lane(seconds: number, finished = false): LaneSeries {
  const index = new SampleIndex(COLUMNS.map((column) => ({ ...column, kind: 'counter' as const })));
  const history = new SampleHistory(COLUMNS.length);
  const rowAt = (second: number) =>
    Float64Array.of(second * 20e6, 45, 90, 10, 20, 30, 60, 10, 80, 15, 2, 3);
  for (let second = 0; second <= seconds; second += 1) {
    history.add(second * 1e9, rowAt(second));
  }
  return { index, history, now: rowAt(seconds), nowNs: seconds * 1e9, finished };
}

function counterOf(name: 'bytes_done'): Pick<Metric, 'over' | 'now'> {
  return {
    over({ index, history }) {
      return (row) => history.value(row, index.position(name));
    },
    now: ({ index, now }) => index.value(now, name),
  };
}

function metric(id: string): Metric {
  const found = metricsFor(['DMA32', 'Normal']).find((entry) => entry.id === id);
  if (!found) {
    throw new Error(`no metric ${id}`);
  }
  return found;
}

test('throughput is over the last ten seconds, the row and now alike', () => {
  const throughput = metric('throughput');
  expect(throughput.now(lane(60))).toBeCloseTo(20);
  expect(throughput.over(lane(60))(60)).toBeCloseTo(20);
  // In the first 10 s, the rate is the average of the time so far, so that a run does not look slow at its start.
  expect(throughput.now(lane(5))).toBeCloseTo(20);
  expect(throughput.over(lane(5))(5)).toBeCloseTo(20);
  expect(throughput.over(lane(5))(0)).toBeNaN();
});

test('a gap in what is known of a run is no burst', () => {
  const gap = lane(0);
  const rowAt = (second: number) => {
    const row = new Float64Array(COLUMNS.length);
    row[0] = second * 20e6;
    return row;
  };
  for (const second of [10, 20, 60, 61, 62]) {
    gap.history.add(second * 1e9, rowAt(second));
  }
  const throughput = metric('throughput');
  const known = { ...gap, now: rowAt(63), nowNs: 63e9 };
  expect([2, 3, 4, 5].map(throughput.over(known)).map(Math.round)).toEqual([20, 20, 20, 20]);
  expect(throughput.now(known)).toBeCloseTo(20);
  expect(throughput.now({ ...gap, now: rowAt(90), nowNs: 90e9 })).toBeCloseTo(20);
});

test('throughput of a finished run is over all of it', () => {
  expect(metric('throughput').now(lane(30, true))).toBeCloseTo(20);
});

test('efficiency has no value before kswapd has scanned', () => {
  const efficiency = metric('efficiency');
  expect(efficiency.now(lane(1))).toBe(50);
  const idle = { ...lane(0), now: new Float64Array(COLUMNS.length) };
  expect(efficiency.format(efficiency.now(idle))).toBe('–');
});

test('the dirty share is of what could be dirty or under writeback in the zone', () => {
  expect(metric('dirty-Normal').now(lane(1))).toBe(15);
  expect(metric('dirty-Normal').over(lane(1))(1)).toBe(15);
});

test('zones come with the highest first', () => {
  const ids = metricsFor(['DMA', 'Normal']).map(({ id }) => id);
  expect(ids.slice(-2)).toEqual(['dirty-Normal', 'dirty-DMA']);
});

test('a measure at an earlier moment lies on the line between the samples around it', () => {
  const bytes = { ...metric('throughput'), ...counterOf('bytes_done') };
  expect(metricAt(bytes, lane(60), 30.25e9)).toBe(605e6);
  expect(metricAt(bytes, { ...lane(60), nowNs: 62e9 }, 61e9)).toBe(1200e6);
  const done = lane(60);
  expect(metricAt(metric('throughput'), done, 30.5e9)).toBeCloseTo(20);
  expect(metricAt(metric('throughput'), done, 60e9)).toBeCloseTo(20);
  expect(metricAt(metric('throughput'), done, 61e9)).toBeNaN();
  expect(metricAt(metric('throughput'), done, 2e9)).toBeCloseTo(20);
});

const root = fileURLToPath(new URL('../../../..', import.meta.url));

test('no zone of a machine that swaps is more than wholly dirty', () => {
  const engine = instantiate(
    bindings,
    new WebAssembly.Module(readFileSync(join(root, 'web/src/engine/pkg/reclaim_bg.wasm'))),
  );
  const hog = readFileSync(join(root, 'public/gallery/real-anon-hog-120pct-swap.json'), 'utf8');
  const machine = engine.newMachine(hog);
  const { sample, zones } = JSON.parse(machine.describe()) as Description;
  const index = new SampleIndex(sample);
  let swapping = 0;
  for (let ns = 0; ns <= 20e9; ns += 0.25e9) {
    while (machine.run(ns, 1_000_000) === 1);
    const now = machine.sample();
    const figure = (name: Parameters<SampleIndex['value']>[1]) => index.value(now, name, 'DMA32');
    // The case of interest: more pages under writeback to swap than the zone has free and file pages.
    const file = figure('nr_free_pages') + figure('nr_inactive_file') + figure('nr_active_file');
    swapping += figure('nr_writeback') > file ? 1 : 0;
    for (const { name } of zones) {
      const share = dirtyShareOf(index, now, name);
      expect(share >= 0 && share <= 100, `${name} at ${ns} ns: ${share} %`).toBe(true);
    }
  }
  expect(swapping).toBeGreaterThan(0);
});
