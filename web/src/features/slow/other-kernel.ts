/** What becomes of a page in the other lane's kernel: asked of the engine, on a machine brought to the same moment. */
import { laneDocument, laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { movementsFor } from '../../core/lab/requirements.ts';
import type { Engine } from '../../engine/wasm.ts';
import type { Catalogue, Decision, Description, Machine, Scenario } from '../../engine/types.ts';
import { isJudgement, type Scene } from './director.ts';
import { FrameNumbers } from './frames.ts';

/** Engine events to wait for the page to be judged; it is a matter of one or two as a rule. */
const EVENTS = 400;
const UNIT_EVENT = 0;

/** What the engine says. */
export type Answer =
  | { kind: 'decided'; decision: Decision; laterNs: number }
  | { kind: 'same_kernel' }
  | { kind: 'other_rules' }
  | { kind: 'not_judged' };

/** What it takes to ask. */
export interface Asking {
  engine: Engine;
  catalogue: Catalogue;
  scenario: Scenario;
  /** The lane that is watched. */
  lane: LaneId;
  scene: Scene;
}

/** The part of a preset's name that says which kernel's rules it has. */
const version = (kernel: string) => kernel.split('-')[0];

/**
 * Brings a machine of the watched lane to the moment before a judgement, gives it the switches of the other lane, and
 * lets it run on until it judges the same page.
 */
export function askOtherKernel({ engine, catalogue, scenario, lane, scene }: Asking): Answer {
  const [own, other] = [lane, lane === 'a' ? ('b' as const) : ('a' as const)].map((id) =>
    laneSetting(scenario, id),
  );
  if (!own || !other || version(own.kernel) !== version(other.kernel)) {
    return { kind: 'other_rules' };
  }
  const on = mechanismsOn(catalogue, own, scene.atNs);
  const wanted = mechanismsOn(catalogue, other, scene.atNs);
  const differ = catalogue.mechanisms.filter(({ id }) => on.has(id) !== wanted.has(id));
  if (differ.length === 0) {
    return { kind: 'same_kernel' };
  }
  const machine = engine.newMachine(laneDocument(scenario, lane));
  try {
    if (scene.eventsBefore > 0) {
      machine.run_to_count(UNIT_EVENT, scene.eventsBefore, scene.eventsBefore);
    }
    machine.note_everything(EVENTS * 50);
    for (const { id } of differ) {
      for (const { mechanism, on: to } of movementsFor(catalogue, id, wanted.has(id), on)) {
        machine.set_mechanism(mechanism, to);
        if (to) {
          on.add(mechanism);
        } else {
          on.delete(mechanism);
        }
      }
    }
    return judgedAgain(machine, scene);
  } finally {
    machine.free();
  }
}

function judgedAgain(machine: Machine, { frames: [frame], atNs }: Scene): Answer {
  const numbers = new FrameNumbers(JSON.parse(machine.describe()) as Description);
  let cursor = 0;
  for (let events = 0; events < EVENTS && machine.step(); events += 1) {
    const stream = JSON.parse(machine.noted_since(cursor)) as {
      next: number;
      decisions: Decision[];
    };
    cursor = stream.next;
    for (const decision of stream.decisions.filter((noted) => numbers.of(noted) === frame)) {
      if (isJudgement(decision)) {
        return { kind: 'decided', decision, laterNs: Math.max(0, decision.at_ns - atNs) };
      }
      if (decision.reason === 'GivenBack') {
        return { kind: 'not_judged' };
      }
    }
  }
  return { kind: 'not_judged' };
}
