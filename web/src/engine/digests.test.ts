import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { instantiate } from './wasm.ts';
import * as bindings from './pkg/reclaim.js';

interface Golden {
  gallery: string;
  with: { until_ms: number };
  /** Three digests of each run, and its counters. */
  kernels: Record<string, string>;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

function json(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

const [golden] = json('engine-wasm/engine/tests/digests.json') as Golden[];
const engine = instantiate(
  bindings,
  new WebAssembly.Module(readFileSync(join(root, 'web/src/engine/pkg/reclaim_bg.wasm'))),
);

// This test compares only one digest: `npm run digests` compares all digests, in Node and in browsers.
test('in WebAssembly too the size of the slices does not matter', () => {
  const { gallery, with: fields, kernels } = golden as Golden;
  const [kernel, run] = Object.entries(kernels)[0] ?? [];
  const file = json(`public/gallery/${gallery}.json`) as object;
  const machine = engine.newMachine(JSON.stringify({ ...file, ...fields, kernel }));
  while (machine.run(fields.until_ms * 1e6, 7) === 1);
  expect(machine.digest()).toBe(run?.split(' ')[2]);
});
