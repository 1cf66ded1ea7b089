/** What a person does in slow motion. */
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

/** Id of the machine that is shown where the Lab's own is too large to be watched page by page. */
const TEACHING_ID = 'teaching-machine';
/** More frames than this nobody tells apart. */
const FRAMES = 512;

/** The scenario to watch: the Lab's if it is small enough, else the teaching machine. */
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

/** Slow motion of the page. */
export class SlowMotion {
  #lanes: Record<LaneId, SlowLane> | null = null;
  #opened: Scenario | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    useLab.subscribe(({ failure }, before) => {
      if (failure && !before.failure) {
        // What it covers must be read now.
        this.close();
      }
    });
  }

  /** Covers the page with it; where one was last is there again. */
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

  /** Makes both machines; `atStart` leaves them there, otherwise each goes to its first dirty page. */
  #load(engine: Engine, scenario: Scenario, atStart = false): void {
    this.#free();
    try {
      const lane = (id: LaneId) => new SlowLane(engine.newMachine(laneDocument(scenario, id)));
      this.#lanes = { a: lane('a'), b: lane('b') };
      this.#opened = scenario;
      const { a, b } = this.#lanes;
      if (!atStart) {
        // What makes reclaim hard is a dirty page: that is what there is to see first.
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

  /** Back to the Lab. */
  close(): void {
    this.play(false);
    useSlow.setState({ shown: false });
  }

  /** Both machines from their start. */
  restart(): void {
    const engine = slowEngine();
    const scenario = this.#opened;
    if (engine && scenario) {
      this.play(false);
      this.#load(engine, scenario, true);
      useSlow.setState({ remark: '' });
    }
  }

  /** The frames of the lane that is watched, by their numbers. */
  get frames(): FrameNumbers | null {
    return this.#lanes?.[useSlow.getState().lane].frames ?? null;
  }

  /** Shows the other lane, at the scene where it was left. */
  showLane(lane: LaneId): void {
    useSlow.setState({ lane, remark: '', answer: null, guess: null });
    this.#askByItself();
  }

  /** One scene on. */
  forward(): boolean {
    const { extent } = useSlow.getState();
    return this.#move(
      (lane) => lane.forward(extent),
      'The run is over: there is no scene after this.',
    );
  }

  /** One scene back. */
  back(): boolean {
    const { extent } = useSlow.getState();
    return this.#move((lane) => lane.back(extent), 'This is the first scene that is kept.');
  }

  /** To where the next batch is about to be taken. */
  nextBatch(): boolean {
    return this.#move((lane) => lane.nextBatch(), 'The run is over: there is no other batch.');
  }

  /** To the next batch in which reclaim finds several reasons. */
  nextMixedBatch(): boolean {
    return this.#move(
      (lane) => lane.nextMixedBatch(),
      'The run is over: there is no other batch with several outcomes.',
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

  /** Goes on by itself, or stops. */
  play(playing: boolean): void {
    clearTimeout(this.#timer);
    useSlow.setState({ playing });
    if (playing) {
      this.#timer = setTimeout(() => {
        this.play(this.forward());
      }, useSlow.getState().pace * 1000);
    }
  }

  /** Seconds from one decision to the next. */
  setPace(pace: number): void {
    useSlow.setState({ pace });
    if (useSlow.getState().playing) {
      this.play(true);
    }
  }

  /** The pace with a number, 1 the slowest. */
  setPaceNumber(number: number): void {
    const pace = PACES[number - 1];
    if (pace !== undefined) {
      this.setPace(pace);
    }
  }

  /** Whether what happens between batches has scenes too. */
  setExtent(extent: Extent): void {
    useSlow.setState({ extent });
  }

  /** Asks what the other lane's kernel does with the judged page; `guess` is what the person thinks. */
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

  /** Whether the other kernel is asked about each page without a question. */
  setAlwaysAsk(alwaysAsk: boolean): void {
    useSlow.setState({ alwaysAsk });
    this.#askByItself();
  }

  #askByItself(): void {
    if (useSlow.getState().alwaysAsk) {
      this.ask(null);
    }
  }

  /** What happened to the page of a frame, up to the scene that is shown. */
  life(frame: number): Decision[] {
    const { lane } = useSlow.getState();
    const slow = this.#lanes?.[lane];
    return slow ? slow.life(frame, slow.scene) : [];
  }
}

/** The page's slow motion. */
export const slow = new SlowMotion();

const { initSync, Machine }: Pick<typeof bindings, 'initSync' | 'Machine'> = own;

let engine: Engine | null = null;

/** The instance, made once it is asked for; null until the page has the engine. */
function slowEngine(): Engine | null {
  engine ??= lab.module && instantiate({ initSync, Machine }, lab.module);
  return engine;
}
