/** The engine and the teaching machine, for tests in Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { instantiate, type Engine } from './instance.ts';
import * as bindings from './pkg/reclaim.js';
import type { Scenario } from './types.ts';

// In the environment of a browser there is no file behind a URL.
const root = join(import.meta.dirname, '../../..');

/** An instance of the engine. */
export function testEngine(): Engine {
  const module = readFileSync(join(root, 'web/src/engine/pkg/reclaim_bg.wasm'));
  return instantiate(bindings, new WebAssembly.Module(module));
}

/** The scenario of the teaching machine. */
export function teachingScenario(): Scenario {
  const file = readFileSync(join(root, 'public/gallery/teaching-machine.json'), 'utf8');
  return JSON.parse(file) as Scenario;
}
