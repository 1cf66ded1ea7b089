/** Machines of the teaching scenario, for tests in Node. */
import { laneDocument, type LaneId } from '../../core/lab/lanes.ts';
import type { Engine } from '../../engine/wasm.ts';
import { teachingScenario } from '../../engine/testing.ts';
import type { Scenario } from '../../engine/types.ts';
import { SlowLane } from './slow-lane.ts';

/** Returns the teaching machine of a lane, with some fields changed. */
export function teachingLane(engine: Engine, lane: LaneId, more: Partial<Scenario> = {}): SlowLane {
  return new SlowLane(engine.newMachine(laneDocument({ ...teachingScenario(), ...more }, lane)));
}
