/** One lane in slow motion: a machine of its own, and the scenes of it that are kept. */
import {
  FLAG,
  type Decision,
  type Description,
  type Machine,
  type ReasonName,
} from '../../engine/types.ts';
import { Director, isMixed, type Batch, type Scene } from './director.ts';
import { FrameNumbers } from './frames.ts';
import { MovingPicture } from './picture.ts';

/** Scenes kept; the oldest go first. */
const SCENES = 4000;
/** Things noted that are kept for the lives of pages. */
const NOTED = 60_000;
/** Engine events looked through for the next scene before it is given up. */
const EVENTS = 200_000;
/** More than one step of such a machine can note. */
const RING = 20_000;

/** Which scenes one goes through. */
export type Extent = 'reclaim' | 'everything';

/** A machine that is watched scene by scene, there and back. */
export class SlowLane {
  readonly frames: FrameNumbers;
  readonly description: Description;
  /** Lists that stood otherwise than the engine's after a step, by the time of the step. */
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

  /** Takes a machine at time 0, and frees it in the end. */
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

  /** The scene that is shown. */
  get scene(): Scene {
    const scene = this.#scenes[this.#index];
    if (!scene) {
      throw new Error('a lane in slow motion has at least its start');
    }
    return scene;
  }

  /** Number of the oldest scene that is kept. */
  get oldest(): number {
    return this.#scenes[0]?.number ?? 0;
  }

  /** To the next scene; false at the end of the run. */
  forward(extent: Extent): boolean {
    return this.#forwardTo((scene) => extent === 'everything' || scene.reclaim);
  }

  /** To the scene before; false if it is not kept. */
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

  /** To the next batch, when it is still on its list; false if there is none any more. */
  nextBatch(): boolean {
    return this.#forwardTo(({ kind }) => kind === 'tail');
  }

  /** To the next scene that judges a page which was dirty when reclaim found it; false if there is none. */
  nextDirtyPage(): boolean {
    return this.#forwardTo(({ kind, found }) => kind === 'judged' && (found & FLAG.dirty) !== 0);
  }

  /** To the next batch whose pages were decided about for several reasons; false if there is none. */
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

  /** What was noted of a frame since the page in it came there, up to a scene. */
  life(frame: number, scene: Scene): Decision[] {
    const life = this.#log
      .slice(0, Math.max(0, scene.noted - this.#logFrom))
      .filter((noted) => this.frames.of(noted) === frame);
    const arrival = life.findLastIndex(({ reason }) => ARRIVALS.has(reason));
    return life.slice(Math.max(0, arrival));
  }

  /** The lists of the engine itself, at the end of what was computed. */
  engineLists(): number[][] {
    return this.frames.lists(this.#machine);
  }

  /** Gives the machine's memory back. */
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

  /** Position of the first such scene from `from` on, as far as the engine has to run for it; -1 if there is none. */
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

  /** Runs the engine until there are new scenes; false at the end of the run. */
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

  /** One event of the engine; null at the end of the run. */
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
    // The scene that is shown stays.
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

/** With these a page comes into a frame. */
const ARRIVALS: ReadonlySet<ReasonName> = new Set<ReasonName>([
  'EntersCache',
  'EntersAnon',
  'SwappedIn',
]);

/** Whether every page of a batch has been judged, or it is under way no more. */
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
