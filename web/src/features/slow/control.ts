/** The user's actions in slow motion. */
import { gallery } from '../../core/gallery/documents.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, laneDocument, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { type Engine, instantiate } from '../../engine/wasm.ts';
import { isTrap, problemsOf, sentenceOf } from '../../engine/problems.ts';
import type { Decision, Scenario } from '../../engine/types.ts';
import type { FrameNumbers } from './picture.ts';
import { askOtherKernel, SlowLane, type Extent } from './slow-lane.ts';
import { PACES, useSlow } from './store.ts';
import type * as bindings from '../../engine/pkg/reclaim.js';
import * as own from '../../engine/pkg/reclaim.js?own';

/** Id of the machine that is shown if the Lab's is too large to watch page by page. */
const TEACHING_ID = 'teaching-machine';
/** Maximum number of frames: more cannot be distinguished. */
const FRAMES = 512;

/** Returns the scenario to watch: the Lab's if it is small enough, otherwise the teaching machine. */
function watchable(present: Scenario | null): Scenario | null {
  const frames =
    present === null
      ? Infinity
      : present.machine.zones.reduce((sum, zone) => sum + zone.present_pages, 0) /
        (present.scale ?? 1);
  return frames <= FRAMES
    ? present
    : (gallery.find(({ id }) => id === TEACHING_ID)?.scenario ?? null);
}

/** Slow motion on this page. */
export class SlowMotion {
  #lanes: Record<LaneId, SlowLane> | null = null;
  #opened: Scenario | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    useLab.subscribe(({ failure }, before) => {
      if (failure && !before.failure) {
        // Close slow motion, because it would hide the message.
        this.close();
      }
    });
  }

  /** Opens slow motion over the page, at the scene that was shown last. */
  open(): void {
    const engine = slowEngine();
    const scenario = watchable(useLab.getState().scenario);
    if (!engine || !scenario) {
      return;
    }
    lab.play(false);
    useSlow.setState({ shown: true, remark: '' });
    if (scenario !== this.#opened || !this.#lanes) {
      this.#load(engine, scenario);
    }
  }

  /** Creates both machines; `atStart` leaves them at their start, otherwise each goes to its first dirty page. */
  #load(engine: Engine, scenario: Scenario, atStart = false): void {
    this.#free();
    try {
      const lane = (id: LaneId) => new SlowLane(engine.newMachine(laneDocument(scenario, id)));
      this.#lanes = { a: lane('a'), b: lane('b') };
      this.#opened = scenario;
      const { a, b } = this.#lanes;
      if (!atStart) {
        // Dirty pages make reclaim hard, so start with one.
        a.nextDirtyPage();
        b.nextDirtyPage();
      }
      useSlow.setState({
        scenario,
        failure: null,
        scenes: { a: a.scene, b: b.scene },
        moved: atStart,
        answer: null,
        guess: null,
      });
    } catch (error) {
      if (isTrap(error)) {
        throw error;
      }
      const failure = problemsOf(error).map(sentenceOf).join(' ');
      useSlow.setState({ scenario, failure, scenes: { a: null, b: null } });
    }
  }

  #free(): void {
    for (const lane of LANES) {
      this.#lanes?.[lane].free();
    }
    this.#lanes = null;
    this.#opened = null;
  }

  /** Returns to the Lab. */
  close(): void {
    this.play(false);
    useSlow.setState({ shown: false });
  }

  /** Restarts both machines. */
  restart(): void {
    const engine = slowEngine();
    const scenario = this.#opened;
    if (engine && scenario) {
      this.play(false);
      this.#load(engine, scenario, true);
      useSlow.setState({ remark: '' });
    }
  }

  /** Frame numbers of the current lane. */
  get frames(): FrameNumbers | null {
    return this.#lanes?.[useSlow.getState().lane].frames ?? null;
  }

  /** Shows the other lane, at its last scene. */
  showLane(lane: LaneId): void {
    useSlow.setState({ lane, remark: '', answer: null, guess: null });
    this.#askByItself();
  }

  /** Goes to the next scene. */
  forward(): boolean {
    const { extent } = useSlow.getState();
    return this.#move((lane) => lane.forward(extent), 'The run has ended: this is the last scene.');
  }

  /** Goes to the previous scene. */
  back(): boolean {
    const { extent } = useSlow.getState();
    return this.#move((lane) => lane.back(extent), 'This is the oldest stored scene.');
  }

  /** Goes to the scene before the next batch is isolated. */
  nextBatch(): boolean {
    return this.#move((lane) => lane.nextBatch(), 'The run has ended: there is no next batch.');
  }

  /** Goes to the next mixed batch: its pages were judged for several different reasons. */
  nextMixedBatch(): boolean {
    return this.#move(
      (lane) => lane.nextMixedBatch(),
      'The run has ended: there is no next batch with several outcomes.',
    );
  }

  #move(move: (lane: SlowLane) => boolean, otherwise: string): boolean {
    const { lane, scenes } = useSlow.getState();
    const slow = this.#lanes?.[lane];
    if (!slow) {
      return false;
    }
    const moved = move(slow);
    useSlow.setState({
      scenes: { ...scenes, [lane]: slow.scene },
      moved: true,
      remark: moved ? '' : otherwise,
      ...(moved && { answer: null, guess: null }),
    });
    if (moved) {
      this.#askByItself();
    }
    return moved;
  }

  /** Plays or pauses. */
  play(playing: boolean): void {
    clearTimeout(this.#timer);
    useSlow.setState({ playing });
    if (playing) {
      this.#timer = setTimeout(() => {
        this.play(this.forward());
      }, useSlow.getState().pace * 1000);
    }
  }

  /** Sets the pace, in seconds per decision. */
  setPace(pace: number): void {
    useSlow.setState({ pace });
    if (useSlow.getState().playing) {
      this.play(true);
    }
  }

  /** Sets the pace by its number; 1 is the slowest. */
  setPaceNumber(number: number): void {
    const pace = PACES[number - 1];
    if (pace !== undefined) {
      this.setPace(pace);
    }
  }

  /** Sets whether slow motion also shows the scenes between batches. */
  setExtent(extent: Extent): void {
    useSlow.setState({ extent });
  }

  /** Computes what the other lane's kernel does with the judged page; `guess` is the user's guess. */
  ask(guess: string | null): void {
    const { lane, scenes, scenario } = useSlow.getState();
    const engine = slowEngine();
    const scene = scenes[lane];
    if (!engine || !scenario || scene?.kind !== 'judged') {
      return;
    }
    const { catalogue } = useLab.getState();
    useSlow.setState({
      guess,
      answer: askOtherKernel({ engine, catalogue, scenario, lane, scene }),
    });
  }

  /** Sets whether the other kernel's decision is computed for each page, without a question. */
  setAlwaysAsk(alwaysAsk: boolean): void {
    useSlow.setState({ alwaysAsk });
    this.#askByItself();
  }

  #askByItself(): void {
    if (useSlow.getState().alwaysAsk) {
      this.ask(null);
    }
  }

  /** Returns what happened to the page in a frame, up to the current scene. */
  life(frame: number): Decision[] {
    const { lane } = useSlow.getState();
    const slow = this.#lanes?.[lane];
    return slow ? slow.life(frame, slow.scene) : [];
  }
}

export const slow = new SlowMotion();

const { initSync, Machine }: Pick<typeof bindings, 'initSync' | 'Machine'> = own;

let engine: Engine | null = null;

/** Returns the engine instance, created at the first call; null until the page has the engine. */
function slowEngine(): Engine | null {
  engine ??= lab.module && instantiate({ initSync, Machine }, lab.module);
  return engine;
}
