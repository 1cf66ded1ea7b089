// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { instantiate } from './wasm.ts';

interface Golden {
  gallery: string;
  with: Record<string, unknown>;
  digest: string;
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

function json(path: string): unknown {
  return JSON.parse(readFileSync(join(root, path), 'utf8'));
}

const goldens = json('engine-wasm/engine/tests/digests.json') as Golden[];
const engine = instantiate(
  new WebAssembly.Module(readFileSync(join(root, 'web/src/engine/pkg/reclaim_bg.wasm'))),
);

/** The digest of a run's end, driven in slices of so many events. */
function run(golden: Golden, events: number): string {
  const file = json(`public/gallery/${golden.gallery}.json`) as object;
  const machine = engine.newMachine(JSON.stringify({ ...file, ...golden.with }));
  while (!machine.finished()) {
    machine.run(Number.MAX_SAFE_INTEGER, events);
  }
  const digest = machine.digest();
  machine.free();
  return digest;
}

test.each(goldens)('WebAssembly ends as native code: $gallery $with', (golden) => {
  expect(run(golden, 1_000_000)).toBe(golden.digest);
});

test('the size of the slices does not matter', () => {
  const golden = goldens[0];
  expect(golden && run(golden, 7)).toBe(golden?.digest);
});
