import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { instantiate } from '../../engine/wasm.ts';
import * as bindings from '../../engine/pkg/reclaim.js';
import type { Description } from '../../engine/types.ts';
import { SampleIndex } from './history.ts';
import { dirtyShareOf } from './metrics.ts';

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
    // The case in question: more pages on their way to swap than the zone has free and file pages.
    const file = figure('nr_free_pages') + figure('nr_inactive_file') + figure('nr_active_file');
    swapping += figure('nr_writeback') > file ? 1 : 0;
    for (const { name } of zones) {
      const share = dirtyShareOf(index, now, name);
      expect(share >= 0 && share <= 100, `${name} at ${ns} ns: ${share} %`).toBe(true);
    }
  }
  expect(swapping).toBeGreaterThan(0);
});
