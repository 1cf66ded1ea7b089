/** The engine, the teaching machine and a layout for tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { instantiate, type Engine } from './wasm.ts';
import { layoutLane } from './layout.ts';
import * as bindings from './pkg/reclaim.js';
import type { Scenario } from './types.ts';

// In a test environment with a DOM, `import.meta.url` is not a file URL.
const root = join(import.meta.dirname, '../../..');

/** Returns an instance of the engine. */
export function testEngine(): Engine {
  const module = readFileSync(join(root, 'web/src/engine/pkg/reclaim_bg.wasm'));
  return instantiate(bindings, new WebAssembly.Module(module));
}

/** Returns the scenario of the teaching machine. */
export function teachingScenario(): Scenario {
  const file = readFileSync(join(root, 'public/gallery/teaching-machine.json'), 'utf8');
  return JSON.parse(file) as Scenario;
}

/** Returns the layout of all zones, or of a part of one. */
export function layoutOfTwoZones(part: { zone: number; from: number; frames: number } | null) {
  return layoutLane({
    width: 700,
    height: 300,
    frames: [4000, 900_000],
    ribbons: [1],
    labelWidth: 80,
    part,
  });
}
