/** Runs the Lab: two lanes in lockstep, the scenario, and the user's actions. */
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
import { END_NS } from './timeline.ts';

/** Virtual time that the activity strips show at real-time speed and faster. */
const STRIP_NS = 4e9;

export class Lab implements Runs {
  readonly loop = new FrameLoop();
  /** Undo and redo. */
  readonly changes = new Changes(this);
  /** Failures, and ways to continue. */
  readonly failures = new Failures(this);
  /**
   * Called before another run begins, or before a switch turns the current run into another one. `what` is the name of
   * the change; null if the two runs are not to be compared.
   */
  beforeRun: (what: string | null) => void = () => undefined;
  /** Called when the user seeks, not when a changed run is computed up to the same time. */
  onSeek: () => void = () => undefined;
  readonly lanes = new LanePair((lane, message) => this.#take(lane, message));
  #module: WebAssembly.Module | null = null;
  #lockstep: Lockstep = lockstepAt(0, 0);

  constructor() {
    this.loop.add((wallMs) => this.#transport(wallMs));
    this.loop.add((wallMs) => ticks.run(wallMs));
  }

  /** Loads the engine; after that, scenarios can be opened. */
  async start(): Promise<void> {
    this.#module = await compileEngine();
    useLab.setState({ catalogue, engineVersion });
  }

  /** Opens a scenario that comes with the app or that the documents module has validated. */
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
    // The times of another scenario differ, so reset the range.
    useChartView.setState({ span: null });
  }

  /**
   * Runs a validated scenario from its start. The current run does not continue: the scenario is another one, or one
   * that the user goes back to.
   */
  show(
    scenario: Scenario,
    galleryId: string | null,
    more: Partial<LabStore> = {},
    play = false,
  ): void {
    this.beforeRun(null);
    this.#begin(scenario, galleryId, more, play);
  }

  #begin(
    scenario: Scenario,
    galleryId: string | null,
    more: Partial<LabStore>,
    play: boolean,
  ): void {
    useLab.setState({ ...more, scenario, galleryId, notice: null });
    this.restart(play);
  }

  /**
   * Continues with another machine, workload, seed or kernels: computes both lanes anew, up to the current time or the
   * target of a seek; if both have ended, up to their ends. The documents module has validated the scenario.
   * `compares`: whether to keep the run so far for comparison; false if the user goes back to an earlier state.
   */
  revise(scenario: Scenario, what: string, compares = true): void {
    const { galleryId, mapView, pin } = useLab.getState();
    const { nowNs, goesOn } = this.target();
    const has = (zone: string) => scenario.machine.zones.some(({ name }) => name === zone);
    const looked = {
      mapView: mapView && has(mapView.zone) ? mapView : null,
      pin: pin && has(pin.zone) ? pin : null,
    };
    this.changes.lanes(what);
    this.beforeRun(compares ? what : null);
    this.#begin(scenario, galleryId, looked, goesOn);
    if (nowNs > 0) {
      this.goTo(nowNs, goesOn, true);
    }
  }

  /** Continues with the scenario as it was opened. */
  reset(): void {
    const { scenario, opened } = useLab.getState();
    if (opened && opened !== scenario) {
      this.revise(opened, `reset of “${opened.title}”`, false);
    }
  }

  /** Restarts both machines, with the recorded switches. */
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

  /**
   * Starts a worker for each lane that has none. Returns the lanes without a machine; null if a worker cannot be
   * started.
   */
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

  /** Creates new machines for lanes. */
  load(lanes: readonly LaneId[]): void {
    const { scenario } = useLab.getState();
    for (const lane of scenario ? lanes : []) {
      this.lanes.load(lane, laneDocument(scenario as Scenario, lane));
    }
  }

  /** Plays or pauses. */
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
      // The lanes are at different times: both pause at the later time.
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
   * Handles the play button. During a seek after which the run would play, the button makes the run pause at the
   * target; while a changed run is computed, it makes the run play there; it stops any other seek.
   */
  toggle(): void {
    const { playing, goalNs, goesOn, again } = useLab.getState();
    if (goalNs !== null && (goesOn || again)) {
      useLab.setState({ goesOn: !goesOn });
    } else {
      this.play(!playing);
    }
  }

  /** Sets the speed, in virtual seconds per second. */
  setSpeed(speed: number): void {
    useLab.setState({ speed });
  }

  /** Steps to the next event, decision or batch in each lane. */
  step(unit: Unit = 'event'): void {
    this.play(false);
    for (const { client, state } of this.lanes.loaded() ?? []) {
      if (!state.finished) {
        client.step(unit);
      }
    }
  }

  /** Steps forwards (1) or back (-1) by the unit that the user chose. */
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

  /** Steps back to before the last event, decision or batch of each lane. */
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

  /** Seeks to a virtual time from the nearest checkpoint; then pauses, or plays if `goOn` is set. */
  goTo(ns: number, goOn = false, again = false): void {
    this.#seek(ns, !goOn);
    useLab.setState({ goalNs: ns, goesOn: goOn, again: again && ns < END_NS, playing: true });
    if (!again) {
      this.onSeek();
    }
    this.#lockstep = lockstepAt(this.lanes.nowNs(), performance.now());
    this.loop.wake();
  }

  /** Makes both lanes seek to a time, from the last checkpoint before it. */
  #seek(ns: number, stays: boolean): void {
    const { scenario } = useLab.getState();
    if (!scenario || !this.lanes.loaded()) {
      // Machines that are being created start at time 0 anyway, so create only the missing ones.
      this.load(this.openLanes() ?? []);
      return;
    }
    for (const lane of LANES) {
      this.lanes.seek(lane, ns, laneDocument(scenario, lane), stays);
    }
  }

  /** The compiled engine, for computations besides the lanes; null before `start`. */
  get module(): WebAssembly.Module | null {
    return this.#module;
  }

  /** Changes the kernel of a lane; both lanes are computed anew, up to the same time. */
  setKernel(lane: LaneId, kernel: string): void {
    const { scenario } = useLab.getState();
    const { presets } = useLab.getState().catalogue;
    const title = presets.find(({ id }) => id === kernel)?.title ?? kernel;
    const setting = { kernel, mechanisms: {}, interventions: [] };
    if (scenario) {
      this.revise(withLane(scenario, lane, setting), `kernel ${title} in ${lane.toUpperCase()}`);
    }
  }

  /** Gives a lane other switches; both lanes start again. */
  change(lane: LaneId, setting: LaneSetting, what: string): void {
    const { scenario, galleryId } = useLab.getState();
    if (scenario) {
      this.changes.lanes(what);
      this.show(withLane(scenario, lane, setting), galleryId, {}, this.moment().goesOn);
    }
  }

  /**
   * Moves switches in the given order. At time 0 they become part of the lane's setting; later they are recorded with
   * their time; if the lane has ended, both lanes run again with them. During a seek the lanes are at different times,
   * so the switches move when both arrive.
   */
  switchMechanisms(lane: LaneId, movements: readonly Movement[]): void {
    onArrival(() => switchNow(this, lane, movements));
  }

  /** The current time, or the target of a seek, and whether the run plays or will play there. */
  moment(): Moment {
    const { playing, goalNs, goesOn } = useLab.getState();
    return goalNs === null
      ? { nowNs: this.lanes.nowNs(), goesOn: playing }
      : { nowNs: goalNs, goesOn };
  }

  /** The moment up to which a run that replaces this one is computed; its end if both lanes have ended. */
  target(): Moment {
    const over = LANES.every((lane) => this.lanes.state(lane)?.finished);
    return { ...this.moment(), ...(over && { nowNs: END_NS }) };
  }

  /** The current run, with its undo stacks; null before there is a run. */
  place(): Place | null {
    const { scenario, galleryId, opened, speed, editing } = useLab.getState();
    if (!scenario) {
      return null;
    }
    const { nowNs, goesOn: playing } = this.moment();
    const changes = this.changes.kept;
    return { scenario, galleryId, opened, nowNs, playing, speed, editing, changes };
  }

  /** Returns to a place: the scenario, the time, and the undo stacks. */
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

  /** Handles the parts of a `LaneFrame` that are not figures. */
  #takeFrame(lane: LaneId, frame: LaneFrame): void {
    // Render at once only when both lanes have arrived: rendering would slow down a lane that still computes.
    if (frame.digest !== null && this.lanes.loaded()?.every(({ state }) => state.arrived)) {
      ticks.hurry();
    }
    const { marks, decisions } = useLab.getState();
    // After a seek back, the marks of the later time remain valid.
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

  /** Requests all details of the current state from lanes that have not reported them. */
  #report(): void {
    for (const lane of LANES) {
      if (!this.lanes.state(lane)?.digest) {
        this.lanes.client(lane)?.report();
      }
    }
  }

  /** Runs once per animation frame: when both lanes have arrived, gives them the next slice of time. */
  #transport(wallMs: number): boolean {
    const { playing, speed, goalNs, goesOn } = useLab.getState();
    const open = this.lanes.loaded()?.filter(({ state }) => !state.finished);
    if (!playing || !open) {
      return false;
    }
    const arrived = open.every(({ state }) => state.arrived);
    if (goalNs !== null && arrived && this.lanes.nowNs() > goalNs) {
      // A slice that was running when the seek began has passed the target.
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
      // Machines that were created during the seek are at time 0.
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

export const lab = new Lab();
