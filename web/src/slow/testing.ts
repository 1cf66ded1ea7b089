/** The engine and the teaching machine, for tests in Node. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { instantiate, type Engine } from '../engine/instance.ts';
import * as bindings from '../engine/pkg/reclaim.js';
import type { Scenario } from '../engine/types.ts';
import { laneDocument, type LaneId } from '../lab/lanes.ts';
import { SlowLane } from './slow-lane.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

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

/** The teaching machine of a lane, with some fields changed. */
export function teachingLane(engine: Engine, lane: LaneId, more: Partial<Scenario> = {}): SlowLane {
  return new SlowLane(engine.newMachine(laneDocument({ ...teachingScenario(), ...more }, lane)));
}
