import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { instantiate } from './wasm.ts';
import * as bindings from './pkg/reclaim.js';
import type { Description } from './types.ts';

/**
 * Maximum bytes per page frame: 16 bytes are columns, the rest mostly nodes of the page cache. The measured value is
 * 25.2 bytes.
 */
const A_FRAME = 26;
/** By this time, a copy of 8 GiB has filled 4 GiB of RAM. */
const FULL_NS = 120e9;

const root = fileURLToPath(new URL('../../..', import.meta.url));
const engine = instantiate(
  bindings,
  new WebAssembly.Module(readFileSync(join(root, 'web/src/engine/pkg/reclaim_bg.wasm'))),
);

test('a machine in which every frame has been used takes few bytes for each', () => {
  const before = engine.memory().byteLength;
  const machine = engine.newMachine(
    readFileSync(join(root, 'public/gallery/weiner-usb.json'), 'utf8'),
  );
  while (machine.now_ns() < FULL_NS) {
    machine.run(FULL_NS, 1_000_000);
  }
  const { zones } = JSON.parse(machine.describe()) as Description;
  const frames = zones.reduce((sum, zone) => sum + zone.frames, 0);
  expect((engine.memory().byteLength - before) / frames).toBeLessThan(A_FRAME);
});
