/**
 * A lane in slow motion: its own machine, and the scenes kept. Also computes what happens to a page with the other
 * lane's kernel, on a machine at the same moment.
 */
import { laneDocument, laneSetting, mechanismsOn, type LaneId } from '../../core/lab/lanes.ts';
import { movementsFor } from '../../core/lab/requirements.ts';
import {
  FLAG,
  type Decision,
  type Description,
  type Machine,
  type ReasonName,
  type Catalogue,
  type Scenario,
} from '../../engine/types.ts';
import type { Engine } from '../../engine/wasm.ts';
import { Director, isMixed, type Batch, type Scene, isJudgement } from './director.ts';
import { FrameNumbers, MovingPicture } from './picture.ts';

/** Maximum number of scenes kept; the oldest are dropped first. */
const SCENES = 4000;
/** Number of events kept for the lives of pages. */
const NOTED = 60_000;
/** Maximum number of engine events to run until the next scene. */
const EVENTS = 200_000;
/** Size of the event buffer: one step of such a small machine records fewer events. */
const RING = 20_000;

/** The scenes to show: only those of reclaim, or everything. */
export type Extent = 'reclaim' | 'everything';

/** A machine that is watched scene by scene, forwards and back. */
export class SlowLane {
  readonly frames: FrameNumbers;
  readonly description: Description;
  /** Lists that differed from the engine's after a step, with the time of the step. */
  readonly surprises: { atNs: number; lists: number[] }[] = [];
  readonly #machine: Machine;
  readonly #director: Director;
  readonly #picture: MovingPicture;
  readonly #holds = new Map<number, string>();
  #scenes: Scene[];
  #index = 0;
  #cursor = 0;
  #steps = 0;
  #eventsBefore = 0;
  #log: Decision[] = [];
  #logFrom = 0;

  /** Takes ownership of a machine at time 0; `free` frees it. */
  constructor(machine: Machine) {
    this.#machine = machine;
    machine.note_everything(RING);
    this.description = JSON.parse(machine.describe()) as Description;
    this.frames = new FrameNumbers(this.description);
    this.#picture = new MovingPicture(
      this.frames.lists(machine),
      this.frames.flags(machine),
      (frame) => this.frames.zoneOf(frame),
    );
    for (let frame = 0; frame < this.frames.count; frame += 1) {
      this.#holds.set(frame, this.frames.holds(machine, frame));
    }
    this.#director = new Director(
      this.frames,
      this.#picture,
      (frame) => this.#holds.get(frame) ?? '',
    );
    this.#scenes = [this.#director.start()];
  }

  /** The current scene. */
  get scene(): Scene {
    const scene = this.#scenes[this.#index];
    if (!scene) {
      throw new Error('a lane in slow motion has at least its start');
    }
    return scene;
  }

  /** Number of the oldest scene kept. */
  get oldest(): number {
    return this.#scenes[0]?.number ?? 0;
  }

  /** Goes to the next scene; returns false at the end of the run. */
  forward(extent: Extent): boolean {
    return this.#forwardTo((scene) => extent === 'everything' || scene.reclaim);
  }

  /** Goes to the previous scene; returns false if it is not kept. */
  back(extent: Extent): boolean {
    const at = this.#scenes.findLastIndex(
      (scene, index) =>
        index < this.#index && (extent === 'everything' || scene.reclaim || scene.kind === 'start'),
    );
    if (at >= 0) {
      this.#index = at;
    }
    return at >= 0;
  }

  /** Goes to the scene in which the pages of the next batch are still on their list; returns false if there is none. */
  nextBatch(): boolean {
    return this.#forwardTo(({ kind }) => kind === 'tail');
  }

  /** Goes to the next scene that judges a page which reclaim found dirty; returns false if there is none. */
  nextDirtyPage(): boolean {
    return this.#forwardTo(({ kind, found }) => kind === 'judged' && (found & FLAG.dirty) !== 0);
  }

  /** Goes to the next mixed batch (see `isMixed`); returns false if there is none. */
  nextMixedBatch(): boolean {
    let at = this.#index;
    for (;;) {
      at = this.#find(at + 1, ({ kind }) => kind === 'tail');
      const batch = this.#scenes[at]?.batch;
      if (at < 0 || !batch) {
        return false;
      }
      const tail = this.#scenes[at]?.number ?? 0;
      const over = this.#find(at, (scene) => isSettled(scene, batch));
      at = tail - this.oldest;
      if (over < 0) {
        return false;
      }
      if ([...this.#scenes.slice(at, over + 1)].some((scene) => hasMixed(scene, batch.number))) {
        this.#index = at;
        return true;
      }
    }
  }

  /** Returns the events of a frame since its page arrived, up to a scene. */
  life(frame: number, scene: Scene): Decision[] {
    const life = this.#log
      .slice(0, Math.max(0, scene.noted - this.#logFrom))
      .filter((noted) => this.frames.of(noted) === frame);
    const arrival = life.findLastIndex(({ reason }) => ARRIVALS.has(reason));
    return life.slice(Math.max(0, arrival));
  }

  /** Returns the engine's own lists after the last step that was computed. */
  engineLists(): number[][] {
    return this.frames.lists(this.#machine);
  }

  /** Frees the machine's memory. */
  free(): void {
    this.#machine.free();
  }

  #forwardTo(wanted: (scene: Scene) => boolean): boolean {
    const at = this.#find(this.#index + 1, wanted);
    if (at >= 0) {
      this.#index = at;
    }
    return at >= 0;
  }

  /**
   * Returns the index of the first matching scene from `from` on, running the engine as far as necessary; -1 if there
   * is none.
   */
  #find(from: number, wanted: (scene: Scene) => boolean): number {
    let number = this.oldest + from;
    for (;;) {
      for (; number - this.oldest < this.#scenes.length; number += 1) {
        const scene = this.#scenes[number - this.oldest];
        if (scene && wanted(scene)) {
          return number - this.oldest;
        }
      }
      if (!this.#compute()) {
        return -1;
      }
    }
  }

  /** Runs the engine until there are new scenes; returns false if the run ends, or if `EVENTS` events give no scene. */
  #compute(): boolean {
    for (let events = 0; events < EVENTS; events += 1) {
      const scenes = this.#step();
      if (scenes === null) {
        return false;
      }
      if (scenes.length > 0) {
        this.#keep(scenes);
        return true;
      }
    }
    return false;
  }

  /** Runs one event of the engine and returns its scenes; null at the end of the run. */
  #step(): Scene[] | null {
    const beforeNs = this.#machine.now_ns();
    if (!this.#machine.step()) {
      return null;
    }
    if (this.#machine.now_ns() > beforeNs) {
      this.#eventsBefore = this.#steps;
    }
    this.#steps += 1;
    const { next, decisions } = JSON.parse(this.#machine.noted_since(this.#cursor)) as {
      next: number;
      decisions: Decision[];
    };
    this.#cursor = next;
    const flags = this.frames.flags(this.#machine);
    for (const noted of decisions) {
      if (ARRIVALS.has(noted.reason)) {
        const frame = this.frames.of(noted);
        this.#holds.set(frame, this.frames.holds(this.#machine, frame));
      }
    }
    const scenes = this.#director.scenes({
      noted: decisions,
      flags,
      eventsBefore: this.#eventsBefore,
    });
    const lists = this.#picture.settle(this.frames.lists(this.#machine), flags);
    if (lists.length > 0) {
      this.surprises.push({ atNs: this.#machine.now_ns(), lists });
    }
    const last = scenes.at(-1);
    if (last) {
      last.picture = this.#picture.copy();
    }
    this.#log.push(...decisions);
    this.#trimLog();
    return scenes;
  }

  #keep(scenes: Scene[]): void {
    this.#scenes.push(...scenes);
    // Keep the current scene.
    const spare = Math.min(this.#index, this.#scenes.length - SCENES);
    if (spare > 0) {
      this.#scenes.splice(0, spare);
      this.#index -= spare;
    }
  }

  #trimLog(): void {
    const spare = this.#log.length - NOTED;
    if (spare > NOTED / 2) {
      this.#log.splice(0, spare);
      this.#logFrom += spare;
    }
  }
}

/** Events with which a page arrives in a frame. */
const ARRIVALS: ReadonlySet<ReasonName> = new Set<ReasonName>([
  'EntersCache',
  'EntersAnon',
  'SwappedIn',
]);

/** Whether every page of a batch has been judged, or the batch has ended. */
function isSettled(scene: Scene, { number, pages }: Batch): boolean {
  if (scene.kind === 'tail' && scene.batch?.number === number) {
    return false;
  }
  const batch = batchIn(scene, number);
  return batch === undefined || batch.decided.size === pages.length;
}

function hasMixed(scene: Scene, number: number): boolean {
  const batch = batchIn(scene, number);
  return batch !== undefined && isMixed(batch);
}

function batchIn({ batch, alongside }: Scene, number: number): Batch | undefined {
  return [batch, ...alongside].find((one) => one?.number === number) ?? undefined;
}

/** Maximum number of engine events until the page is judged; usually one or two. */
const EVENTS_TO_JUDGE = 400;
const UNIT_EVENT = 0;

/** Result of the computation. */
export type Answer =
  | { kind: 'decided'; decision: Decision; laterNs: number }
  | { kind: 'same_kernel' }
  | { kind: 'other_rules' }
  | { kind: 'not_judged' };

/** Input of the computation. */
interface Asking {
  engine: Engine;
  catalogue: Catalogue;
  scenario: Scenario;
  /** The lane that is watched. */
  lane: LaneId;
  scene: Scene;
}

/** Returns the part of a preset's id that names its kernel's rules. */
const version = (kernel: string) => kernel.split('-')[0];

/**
 * Runs a machine of the watched lane to just before a judgement, sets the switches of the other lane, and continues
 * until it judges the same page.
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
    machine.note_everything(EVENTS_TO_JUDGE * 50);
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
  for (let events = 0; events < EVENTS_TO_JUDGE && machine.step(); events += 1) {
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
