/** Runs the Lab: two lanes in lockstep, the scenario, and what the person does to them. */
import type { LaneFrame } from '../engine/protocol.ts';
import { problemsOf } from '../engine/problems.ts';
import type { CheckResult, Intervention, Problem, Scenario, Unit } from '../engine/types.ts';
import { compileEngine, instantiate, type Engine } from '../engine/wasm.ts';
import { formatSeconds } from './format.ts';
import { FrameLoop } from './frame-loop.ts';
import { LanePair, type PairListener } from './lane-pair.ts';
import {
  LANES,
  laneDocument,
  laneSetting,
  switchedSetting,
  withLane,
  type LaneId,
  type LaneSetting,
} from './lanes.ts';
import { lockstepAt, nextTarget, type Lockstep } from './lockstep.ts';
import type { Movement } from './requirements.ts';
import { STEPS, useLab, type LabStore } from './store.ts';
import { ticks } from './ticks.ts';
import { UndoHistory, type KeptChanges } from './undo.ts';

/** Virtual time that the activity strips show, at real time and above. */
const STRIP_NS = 4e9;

/** The first stretch on the way to a moment: most machines compute it within a frame of the screen. */
const GOAL_STRETCH_NS = 1e9;

/** What runs and where it stands, to come back to. */
export interface Place {
  scenario: Scenario;
  galleryId: string | null;
  nowNs: number;
  playing: boolean;
  speed: number;
  editing: LaneId;
  changes: KeptChanges;
}

/** The one Lab of the page. */
export class Lab {
  readonly loop = new FrameLoop();
  readonly lanes = new LanePair((lane, message) => this.#take(lane, message));
  #module: WebAssembly.Module | null = null;
  #engine: Engine | null = null;
  #lockstep: Lockstep = lockstepAt(0, 0);
  readonly #undo = new UndoHistory();
  /** Whether time goes on when the goal is reached. */
  #resume = false;

  constructor() {
    this.loop.add((wallMs) => this.#transport(wallMs));
    this.loop.add((wallMs) => ticks.run(wallMs));
  }

  /** Loads the engine; afterwards scenarios can be opened. */
  async start(): Promise<Engine> {
    this.#module = await compileEngine();
    this.#engine = instantiate(this.#module);
    const { version } = this.#engine;
    useLab.setState({ catalogue: this.#engine.catalogue(), engineVersion: version });
    return this.#engine;
  }

  /** The engine of this thread, for machines small enough to need no worker; null until it is loaded. */
  get engine(): Engine | null {
    return this.#engine;
  }

  /** Checks a scenario and runs it; tells what is wrong, and keeps the present one then. */
  open(scenario: Scenario, galleryId: string | null, play: boolean): boolean {
    const openings = useLab.getState().openings + 1;
    const opened = this.#show(scenario, galleryId, play, { openings, pin: null, mapView: null });
    if (opened) {
      this.#undo.clear();
      useLab.setState(this.#undo.state);
    }
    return opened;
  }

  #show(
    scenario: Scenario,
    galleryId: string | null,
    play: boolean,
    more: Partial<LabStore> = {},
  ): boolean {
    const result = this.#checked(JSON.stringify(scenario));
    if (result.problems) {
      this.#refuse(result.problems);
      return false;
    }
    useLab.setState({ ...more, scenario: result.scenario, galleryId, notice: null });
    this.restart(play);
    return true;
  }

  /** Opens a scenario that somebody typed or pasted; the problems if it cannot run. */
  openText(json: string): Problem[] {
    const result = this.#checked(json);
    if (result.problems) {
      return result.problems;
    }
    this.open(result.scenario, null, true);
    return [];
  }

  #checked(json: string): CheckResult {
    if (!this.#engine) {
      return { problems: [{ field: '', problem: 'The engine is not there yet', mend: '' }] };
    }
    try {
      return this.#engine.check(json);
    } catch (error) {
      return { problems: problemsOf(error) };
    }
  }

  /** Both machines from the start, with the switches that were recorded. */
  restart(play = useLab.getState().playing): void {
    const { scenario } = useLab.getState();
    if (!scenario || !this.#module) {
      return;
    }
    this.lanes.open(this.#module);
    useLab.setState({
      playing: play,
      goalNs: null,
      failure: null,
      marks: { a: [], b: [] },
      decisions: { a: [], b: [] },
    });
    for (const lane of LANES) {
      this.lanes.load(lane, laneDocument(scenario, lane));
    }
    this.#lockstep = lockstepAt(0, performance.now());
  }

  /** Starts or stops virtual time. */
  play(playing: boolean): void {
    if (playing && this.lanes.loaded()?.every(({ state }) => state.finished)) {
      this.restart(true);
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
    this.#resume = goOn;
    this.#seek(ns);
    useLab.setState({ goalNs: ns, playing: true });
    this.#lockstep = lockstepAt(this.lanes.nowNs(), performance.now(), GOAL_STRETCH_NS);
    this.loop.wake();
  }

  /** Sends both lanes to a time, or to the last moment before it that they know. */
  #seek(ns: number): void {
    const { scenario } = useLab.getState();
    if (!scenario || !this.lanes.loaded()) {
      // Machines that are being made begin before any moment: only where none are, they must be.
      if (!this.lanes.client('a')) {
        this.restart(false);
      }
      return;
    }
    for (const lane of LANES) {
      this.lanes.seek(lane, ns, laneDocument(scenario, lane));
    }
  }

  /** The compiled engine, for workers that compute beside the lanes; null before the start. */
  get module(): WebAssembly.Module | null {
    return this.#module;
  }

  /** Changes the kernel of a lane; both start again. */
  setKernel(lane: LaneId, kernel: string): void {
    this.#change(lane, { kernel, mechanisms: {}, interventions: [] });
  }

  /** Forgets what was switched while it ran; both start again. */
  forgetInterventions(lane: LaneId): void {
    const { scenario } = useLab.getState();
    if (scenario) {
      this.#change(lane, { ...laneSetting(scenario, lane), interventions: [] });
    }
  }

  #change(lane: LaneId, setting: LaneSetting): void {
    const { scenario, galleryId, playing, goalNs } = useLab.getState();
    if (scenario) {
      this.#remember(scenario);
      // On the way to a moment time goes on only if it did before.
      const goOn = goalNs === null ? playing : this.#resume;
      this.#show(withLane(scenario, lane, setting), galleryId, goOn);
    }
  }

  #remember(scenario: Scenario): void {
    this.#undo.remember(scenario);
    useLab.setState(this.#undo.state);
  }

  /** Moves switches, in this order: at the start they become part of the lane, later they are recorded with their time. */
  switchMechanisms(lane: LaneId, movements: readonly Movement[]): void {
    const { scenario, catalogue } = useLab.getState();
    if (!scenario) {
      return;
    }
    useLab.setState({ notice: null });
    if (this.lanes.nowNs() > 0) {
      this.#remember(scenario);
      this.#forgetMarksAfter(lane, this.lanes.nowNs());
      this.lanes.state(lane)?.forgetFuture();
      for (const { mechanism, on } of movements) {
        this.lanes.client(lane)?.switchMechanism(mechanism, on);
      }
    } else {
      const setting = movements.reduce(
        (before, { mechanism, on }) => switchedSetting(catalogue, before, mechanism, on),
        laneSetting(scenario, lane),
      );
      this.#change(lane, setting);
    }
  }

  /** The time to come is another one now. */
  #forgetMarksAfter(lane: LaneId, ns: number): void {
    const { marks } = useLab.getState();
    const past = marks[lane].filter((mark) => mark.at_ns <= ns);
    useLab.setState({ marks: { ...marks, [lane]: past } });
  }

  /** Takes the last change of a kernel or switch back; the run is computed again up to now. */
  undo(): void {
    const { scenario } = useLab.getState();
    this.#travel(scenario && this.#undo.undo(scenario));
  }

  /** Makes the change again that was taken back last. */
  redo(): void {
    const { scenario } = useLab.getState();
    this.#travel(scenario && this.#undo.redo(scenario));
  }

  #travel(scenario: Scenario | null): void {
    const { playing, goalNs, galleryId } = useLab.getState();
    const nowNs = goalNs ?? this.lanes.nowNs();
    const goOn = goalNs === null ? playing : this.#resume;
    useLab.setState(this.#undo.state);
    if (scenario && this.#show(scenario, galleryId, false) && nowNs > 0) {
      this.goTo(nowNs, goOn);
    }
  }

  /** What runs now, with what can be undone; null before there is anything. */
  place(): Place | null {
    const { scenario, galleryId, playing, goalNs, speed, editing } = useLab.getState();
    if (!scenario) {
      return null;
    }
    const nowNs = goalNs ?? this.lanes.nowNs();
    const goesOn = goalNs === null ? playing : this.#resume;
    const changes = this.#undo.kept;
    return { scenario, galleryId, nowNs, playing: goesOn, speed, editing, changes };
  }

  /** Comes back to a place: the scenario, the moment, and what can be undone there. */
  comeBack({ scenario, galleryId, nowNs, playing, speed, editing, changes }: Place): void {
    if (useLab.getState().scenario !== scenario && !this.#show(scenario, galleryId, false)) {
      return;
    }
    this.#undo.put(changes);
    useLab.setState({ ...this.#undo.state, speed, editing });
    this.goTo(nowNs, playing);
  }

  /** Tells a failure of the page itself, and keeps the scenario. */
  fail(message: string): void {
    this.lanes.close();
    // What a dialog hides must be read now.
    useLab.setState({ failure: message, playing: false, goalNs: null, countersShown: false });
  }

  readonly #take: PairListener = (lane, message) => {
    switch (message.kind) {
      case 'loaded':
      case 'sought':
        break;
      case 'frame':
        this.#takeFrame(lane, message.frame);
        break;
      case 'refused':
        this.#refuse(message.problems);
        break;
      case 'failed':
        this.fail(
          `The engine of lane ${lane.toUpperCase()} stopped at ${formatSeconds(this.lanes.nowNs())} ` +
            `of virtual time: ${message.message}.`,
        );
        break;
    }
    ticks.touch();
    this.loop.wake();
  };

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
      this.#keepInterventions(lane, frame.interventions);
    }
  }

  #keepInterventions(lane: LaneId, interventions: Intervention[]): void {
    const { scenario } = useLab.getState();
    if (scenario) {
      const setting = laneSetting(scenario, lane);
      if (JSON.stringify(setting.interventions) !== JSON.stringify(interventions)) {
        useLab.setState({ scenario: withLane(scenario, lane, { ...setting, interventions }) });
      }
    }
  }

  #refuse(problems: Problem[]): void {
    useLab.setState({ notice: { tone: 'bad', title: 'This cannot be run', problems } });
  }

  #report(): void {
    for (const lane of LANES) {
      this.lanes.client(lane)?.report();
    }
  }

  /** Once a frame: hands out the next stretch of time when both lanes have arrived. */
  #transport(wallMs: number): boolean {
    const { playing, speed, goalNs } = useLab.getState();
    const open = this.lanes.loaded()?.filter(({ state }) => !state.finished);
    if (!playing || !open) {
      return false;
    }
    const arrived = open.every(({ state }) => state.arrived);
    if (goalNs !== null && arrived && this.lanes.nowNs() > goalNs) {
      // A stretch that was under way when the goal was set went beyond it.
      this.goTo(goalNs, this.#resume);
      return true;
    }
    const reached = goalNs !== null && arrived && this.lanes.nowNs() >= goalNs;
    if (open.length === 0 || reached) {
      const goOn = reached && open.length > 0 && this.#resume;
      useLab.setState({ playing: goOn, goalNs: null });
      this.#lockstep = lockstepAt(this.lanes.nowNs(), wallMs);
      if (!goOn) {
        this.#report();
      }
      return goOn;
    }
    if (arrived) {
      const times = open.map(({ state }) => state.nowNs);
      this.#lockstep = nextTarget(
        this.#lockstep,
        times,
        goalNs === null ? speed : Infinity,
        wallMs,
        Math.max(...open.map(({ state }) => state.busyMs)),
      );
      const untilNs = Math.min(this.#lockstep.targetNs, goalNs ?? Infinity);
      const detail = { stripNs: STRIP_NS * Math.min(1, speed) };
      for (const { client, state } of open) {
        state.arrived = false;
        client.advance(untilNs, detail);
      }
    }
    return true;
  }
}

/** The page's Lab. */
export const lab = new Lab();
