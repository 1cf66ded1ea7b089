import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import { PlannedGroup, PlannedRun, initSync } from '../../engine/pkg/runs.js';
import { teachingScenario } from '../../engine/testing.ts';
import { batchesOf, MemoryCopy, runGroup, type GroupRun } from './group.ts';

const root = join(import.meta.dirname, '../../../..');
const { memory } = initSync({
  module: readFileSync(join(root, 'web/src/engine/pkg/runs_bg.wasm')),
});
const engine = { PlannedGroup, memory: () => memory.buffer };

const MEASURES = ['elapsed_seconds', 'counter:nr_vmscan_write'];

/** Returns runs on the teaching machine with this kernel, one for each subset of the mechanisms. */
function subsets(kernel: string, ids: readonly string[], always: readonly string[]): GroupRun[] {
  return Array.from({ length: 2 ** ids.length }, (_, bits) => {
    const mechanisms: Record<string, boolean> = {};
    always.forEach((id) => (mechanisms[id] = true));
    ids.forEach((id, at) => (mechanisms[id] = (bits & (1 << at)) !== 0));
    const document = { ...teachingScenario(), kernel, mechanisms };
    return { document: JSON.stringify(document), measures: MEASURES };
  });
}

function alone({ document, measures }: GroupRun): string {
  const run = new PlannedRun(document);
  while (!run.run(1_000_000));
  const result = run.result([...measures]);
  run.free();
  return result;
}

/** Carries out a group; returns the results, and the largest step by which virtual time went back. */
function together(runs: readonly GroupRun[]) {
  const results: string[] = [];
  let [latestNs, backNs] = [0, 0];
  runGroup(engine, runs, {
    result: (at, result) => {
      expect(results[at]).toBeUndefined();
      results[at] = result;
    },
    progress: (nowNs) => {
      backNs = Math.max(backNs, latestNs - nowNs);
      latestNs = nowNs;
    },
  });
  return { results, backNs };
}

test.each([
  [
    '3.0',
    ['kswapd_fs_write_high_prio_only', 'throttle_on_writeback', 'immediate_reclaim'],
    ['no_direct_fs_writeback'],
  ],
  ['3.0', ['per_zone_dirty', 'dirty_reserves', 'no_direct_fs_writeback'], ['gfp_write']],
  ['3.10', ['batch_remove_mapping', 'instant_free', 'workingset', 'alloc_fairness'], []],
])('runs on %s that share a machine give what they give alone: %j', (kernel, ids, always) => {
  const runs = subsets(kernel, ids, always);
  const { results } = together(runs);
  expect(results).toEqual(runs.map(alone));
});

test('a machine that branches does not go back to the start, and keeps to its memory', () => {
  const runs = subsets('3.0', ['immediate_reclaim', 'no_direct_fs_writeback'], []).filter(
    (_, bits) => bits !== 1,
  );
  together(runs);
  const before = memory.buffer.byteLength;
  const { results, backNs } = together(runs);
  expect(new Set(results.map((result) => result.slice(0, 40))).size).toBeGreaterThan(1);
  const last = JSON.parse(results[0] ?? '') as { values: { elapsed_seconds: number } };
  expect(backNs).toBeLessThan(last.values.elapsed_seconds * 1e9);
  expect(memory.buffer.byteLength).toBe(before);
});

test('memory that was put back is used again, not taken anew', () => {
  const document = readFileSync(join(root, 'public/gallery/weiner-usb.json'), 'utf8');
  const twoMachines = () => [new PlannedRun(document), new PlannedRun(document)];
  const copy = new MemoryCopy(memory.buffer, null);
  const before = memory.buffer.byteLength;
  twoMachines();
  const after = memory.buffer.byteLength;
  expect(after).toBeGreaterThan(before);
  copy.restore(memory.buffer);
  // The restored memory does not contain these machines, because the copy is older, so create them again.
  const again = twoMachines();
  expect(memory.buffer.byteLength).toBe(after);
  again.forEach((machine) => machine.free());
});

test('runs are together that differ only in mechanisms, no more than leave each worker its part', () => {
  const few = subsets('3.0', ['immediate_reclaim'], []);
  const later = subsets('3.10', ['workingset', 'alloc_fairness'], []);
  const runs = [...later.slice(0, 2), ...few, ...later.slice(2)];
  expect(batchesOf(runs, 1)).toEqual([later, few]);
  expect(batchesOf(runs, 3)).toEqual([later.slice(0, 2), later.slice(2), few]);
  expect(batchesOf(runs, 8).every((batch) => batch.length === 1)).toBe(true);
  expect(batchesOf([], 2)).toEqual([]);
});

test('a group of runs that differ in more is refused', () => {
  const runs = [...subsets('3.0', [], []), ...subsets('3.10', [], [])];
  expect(() => together(runs)).toThrow(/more than mechanisms/u);
});
