/** Runs the Lab: two lanes in lockstep, the scenario, and what the person does to them. */
import { catalogue, engineVersion } from '../../engine/catalogue.ts';
import type { LaneFrame } from '../../engine/protocol.ts';
import type { Scenario, Unit } from '../../engine/types.ts';
import { compileEngine } from '../../engine/wasm.ts';
import { FrameLoop, lockstepAt, nextTarget, ticks, type Lockstep } from '../time.ts';
import { Changes, type Runs, type Place } from './changes.ts';
import { Failures, LanePair, type PairListener } from './lane-pair.ts';
import { laneDocument, LANES, withLane, type LaneId, type LaneSetting } from './lanes.ts';
import type { Movement } from './requirements.ts';
import {
  onArrival,
  refuse,
  STEPS,
  useChartView,
  useLab,
  type LabStore,
  type Moment,
} from './store.ts';
import { keepInterventions, switchNow } from './switching.ts';

/** Virtual time that the activity strips show, at real time and above. */
const STRIP_NS = 4e9;

/** The one Lab of the page. */
export class Lab implements Runs {
  readonly loop = new FrameLoop();
  /** What a person did, to be taken back. */
  readonly changes = new Changes(this);
  /** What has broken, and ways to go on. */
  readonly failures = new Failures(this);
  readonly lanes = new LanePair((lane, message) => this.#take(lane, message));
  #module: WebAssembly.Module | null = null;
  #lockstep: Lockstep = lockstepAt(0, 0);

  constructor() {
    this.loop.add((wallMs) => this.#transport(wallMs));
    this.loop.add((wallMs) => ticks.run(wallMs));
  }

  /** Loads the engine; afterwards scenarios can be opened. */
  async start(): Promise<void> {
    this.#module = await compileEngine();
    useLab.setState({ catalogue, engineVersion });
  }

  /** Runs a scenario that the app brought along, or the module of documents has validated. */
  open(
    scenario: Scenario,
    galleryId: string | null,
    play: boolean,
    what = `opening “${scenario.title}”`,
  ): void {
    const openings = useLab.getState().openings + 1;
    this.changes.opening(what);
    const opened = scenario;
    this.show(scenario, galleryId, { openings, opened, pin: null, mapView: null }, play);
    // Another scenario has other times.
    useChartView.setState({ span: null });
  }

  /** Runs a validated scenario from its start: the one that is shown with a change, or another, which comes with `opened`. */
  show(
    scenario: Scenario,
    galleryId: string | null,
    more: Partial<LabStore> = {},
    play = false,
  ): void {
    if (more.opened === undefined) {
      this.lanes.keepEarlier();
    } else {
      this.lanes.forgetEarlier();
    }
    useLab.setState({ ...more, scenario, galleryId, notice: null });
    this.restart(play);
  }

  /**
   * Goes on with another machine, workload, seed or kernels: both lanes are computed anew, up to the moment at which they
   * stand or to which they are going. The module of documents has validated the scenario.
   */
  revise(scenario: Scenario, what: string): void {
    const { galleryId, mapView, pin } = useLab.getState();
    const { nowNs, goesOn } = this.moment();
    const has = (zone: string) => scenario.machine.zones.some(({ name }) => name === zone);
    const looked = {
      mapView: mapView && has(mapView.zone) ? mapView : null,
      pin: pin && has(pin.zone) ? pin : null,
    };
    this.changes.lanes(what);
    this.show(scenario, galleryId, looked, goesOn);
    if (nowNs > 0) {
      this.goTo(nowNs, goesOn);
    }
  }

  /** Goes on with the scenario as it was opened. */
  reset(): void {
    const { scenario, opened } = useLab.getState();
    if (opened && opened !== scenario) {
      this.revise(opened, `reset of “${opened.title}”`);
    }
  }

  /** Both machines from the start, with the switches that were recorded. */
  restart(play = useLab.getState().playing): void {
    const { scenario } = useLab.getState();
    if (!scenario || !this.#module) {
      return;
    }
    if (!this.openLanes()) {
      return;
    }
    useLab.setState({
      playing: play,
      goalNs: null,
      marks: { a: [], b: [] },
      decisions: { a: [], b: [] },
    });
    this.load(LANES);
    this.#lockstep = lockstepAt(0, performance.now());
  }

  /** Starts the workers that are not there; those without a machine, or null where that is not possible. */
  openLanes(): LaneId[] | null {
    try {
      const opened = this.#module && this.lanes.open(this.#module);
      useLab.setState(opened ? { failure: null } : {});
      return opened;
    } catch (error) {
      this.failures.page(error);
      return null;
    }
  }

  /** Gives lanes new machines. */
  load(lanes: readonly LaneId[]): void {
    const { scenario } = useLab.getState();
    for (const lane of scenario ? lanes : []) {
      this.lanes.load(lane, laneDocument(scenario as Scenario, lane));
    }
  }

  /** Starts or stops virtual time. */
  play(playing: boolean): void {
    if (useLab.getState().failure) {
      return;
    }
    if (playing && this.lanes.loaded()?.every(({ state }) => state.finished)) {
      this.restart(true);
      return;
    }
    const onTheWay = useLab.getState().goalNs !== null;
    if (onTheWay && !playing) {
      // The lanes are at different times: both stop at the later one.
      this.goTo(Math.max(...LANES.map((lane) => this.lanes.state(lane)?.nowNs ?? 0)));
      return;
    }
    useLab.setState({ playing, goalNs: null });
    this.#lockstep = lockstepAt(this.lanes.nowNs(), performance.now());
    if (playing) {
      this.loop.wake();
    } else {
      this.#report();
    }
  }

  /**
   * What a press of the play button does. On the way to a moment from which time would go on, it is to stand there; where it
   * will stand anyway, the computing ends.
   */
  toggle(): void {
    const { playing, goalNs, goesOn } = useLab.getState();
    if (goalNs !== null && goesOn) {
      useLab.setState({ goesOn: false });
    } else {
      this.play(!playing);
    }
  }

  /** Virtual seconds a second. */
  setSpeed(speed: number): void {
    useLab.setState({ speed });
  }

  /** To the next event, decision or batch in each lane. */
  step(unit: Unit = 'event'): void {
    this.play(false);
    for (const { client, state } of this.lanes.loaded() ?? []) {
      if (!state.finished) {
        client.step(unit);
      }
    }
  }

  /** A step forwards (1) or back (-1) by what the person chose. */
  stepBy(direction: 1 | -1): void {
    const { stepBy } = useLab.getState();
    const step = STEPS[stepBy];
    if ('ns' in step) {
      this.goTo(Math.max(0, this.lanes.nowNs() + direction * step.ns));
    } else if (direction > 0) {
      this.step(stepBy as Unit);
    } else {
      this.back(stepBy as Unit);
    }
  }

  /** Back to before the last event, decision or batch of each lane. */
  back(unit: Unit): void {
    const { scenario } = useLab.getState();
    if (!scenario || !this.lanes.loaded()) {
      return;
    }
    this.play(false);
    for (const lane of LANES) {
      this.lanes.back(lane, unit, laneDocument(scenario, lane));
    }
  }

  /** Goes to a virtual time from the nearest moment that is known; then pauses, or goes on. */
  goTo(ns: number, goOn = false): void {
    this.#seek(ns, !goOn);
    useLab.setState({ goalNs: ns, goesOn: goOn, playing: true });
    this.#lockstep = lockstepAt(this.lanes.nowNs(), performance.now());
    this.loop.wake();
  }

  /** Sends both lanes to a time, from the last moment before it that they know. */
  #seek(ns: number, stays: boolean): void {
    const { scenario } = useLab.getState();
    if (!scenario || !this.lanes.loaded()) {
      // Machines that are being made begin before any moment: only where none are, they must be.
      this.load(this.openLanes() ?? []);
      return;
    }
    for (const lane of LANES) {
      this.lanes.seek(lane, ns, laneDocument(scenario, lane), stays);
    }
  }

  /** The compiled engine, for what computes beside the lanes; null before the start. */
  get module(): WebAssembly.Module | null {
    return this.#module;
  }

  /** Changes the kernel of a lane; both are computed anew up to the same moment. */
  setKernel(lane: LaneId, kernel: string): void {
    const { scenario } = useLab.getState();
    const { presets } = useLab.getState().catalogue;
    const title = presets.find(({ id }) => id === kernel)?.title ?? kernel;
    const setting = { kernel, mechanisms: {}, interventions: [] };
    if (scenario) {
      this.revise(withLane(scenario, lane, setting), `kernel ${title} in ${lane.toUpperCase()}`);
    }
  }

  /** Gives a lane other switches; both start again. */
  change(lane: LaneId, setting: LaneSetting, what: string): void {
    const { scenario, galleryId } = useLab.getState();
    if (scenario) {
      this.changes.lanes(what);
      this.show(withLane(scenario, lane, setting), galleryId, {}, this.moment().goesOn);
    }
  }

  /**
   * Moves switches, in this order: at the start they become part of the lane, later they are recorded with their time, and
   * a lane that is over runs again with them. On the way each lane is elsewhere: they are moved where both are going.
   */
  switchMechanisms(lane: LaneId, movements: readonly Movement[]): void {
    onArrival(() => switchNow(this, lane, movements));
  }

  /** Where the run stands, or is going. On the way to a moment time goes on there only if it did before. */
  moment(): Moment {
    const { playing, goalNs, goesOn } = useLab.getState();
    return goalNs === null
      ? { nowNs: this.lanes.nowNs(), goesOn: playing }
      : { nowNs: goalNs, goesOn };
  }

  /** What runs now, with what can be undone; null before there is anything. */
  place(): Place | null {
    const { scenario, galleryId, opened, speed, editing } = useLab.getState();
    if (!scenario) {
      return null;
    }
    const { nowNs, goesOn: playing } = this.moment();
    const changes = this.changes.kept;
    return { scenario, galleryId, opened, nowNs, playing, speed, editing, changes };
  }

  /** Comes back to a place: the scenario, the moment, and what can be undone there. */
  comeBack(place: Place): void {
    const { scenario, galleryId, opened, nowNs, playing, speed, editing, changes } = place;
    if (useLab.getState().scenario !== scenario) {
      this.show(scenario, galleryId, { opened });
    }
    this.changes.put(changes);
    useLab.setState({ speed, editing });
    this.goTo(nowNs, playing);
  }

  readonly #take: PairListener = (lane, message) => {
    switch (message.kind) {
      case 'loaded':
      case 'sought':
        break;
      case 'drawing':
        this.failures.drawing(lane, message.renderer === null ? message.reason : null);
        break;
      case 'silent':
        this.failures.silent(lane, message.silent);
        break;
      case 'frame':
        this.#takeFrame(lane, message.frame);
        break;
      case 'refused':
        refuse(message.problems);
        break;
      case 'failed':
        this.failures.stopped(lane, message);
        break;
    }
    ticks.touch();
    this.loop.wake();
  };

  /** Takes what a frame tells beside the figures. */
  #takeFrame(lane: LaneId, frame: LaneFrame): void {
    if (frame.digest !== null) {
      ticks.hurry();
    }
    const { marks, decisions } = useLab.getState();
    // After going back the marks of the time that was are still right.
    if (frame.marks && frame.marks.length > marks[lane].length) {
      useLab.setState({ marks: { ...marks, [lane]: frame.marks } });
    }
    if (frame.decisions) {
      useLab.setState({ decisions: { ...decisions, [lane]: frame.decisions } });
    }
    if (frame.interventions) {
      keepInterventions(lane, frame.nowNs, frame.interventions);
    }
  }

  /** Asks for every detail of now where it has not been told. */
  #report(): void {
    for (const lane of LANES) {
      if (!this.lanes.state(lane)?.digest) {
        this.lanes.client(lane)?.report();
      }
    }
  }

  /** Once a frame: hands out the next stretch of time when both lanes have arrived. */
  #transport(wallMs: number): boolean {
    const { playing, speed, goalNs, goesOn } = useLab.getState();
    const open = this.lanes.loaded()?.filter(({ state }) => !state.finished);
    if (!playing || !open) {
      return false;
    }
    const arrived = open.every(({ state }) => state.arrived);
    if (goalNs !== null && arrived && this.lanes.nowNs() > goalNs) {
      // A stretch that was under way when the goal was set went beyond it.
      this.goTo(goalNs, goesOn);
      return true;
    }
    const reached = goalNs !== null && arrived && this.lanes.nowNs() >= goalNs;
    if (open.length === 0 || reached) {
      const goOn = reached && open.length > 0 && goesOn;
      useLab.setState({ playing: goOn, goalNs: null });
      this.#lockstep = lockstepAt(this.lanes.nowNs(), wallMs);
      if (!goOn) {
        this.#report();
      }
      return goOn;
    }
    if (arrived && goalNs !== null) {
      // Machines that were made on the way stand at their start.
      this.#seek(goalNs, !goesOn);
    } else if (arrived) {
      const times = open.map(({ state }) => state.nowNs);
      this.#lockstep = nextTarget(
        this.#lockstep,
        times,
        speed,
        wallMs,
        Math.max(...open.map(({ state }) => state.busyMs)),
      );
      const detail = { stripNs: STRIP_NS * Math.min(1, speed) };
      for (const { client, state } of open) {
        state.leave();
        client.advance(this.#lockstep.targetNs, detail);
      }
    }
    return true;
  }
}

/** The page's Lab. */
export const lab = new Lab();
