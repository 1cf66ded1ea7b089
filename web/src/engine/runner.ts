/** Runs one machine in slices and draws it; `worker.ts` handles the messages and the checkpoints. */
import { type Renderer, CELL_BYTES, SHARE_PLANES, shareAt } from './renderer.ts';
import { DeviceTime, RequestWindow, Strip, type StripRecord } from './strip.ts';
import { hasNames } from './layout.ts';
import type {
  CloseFrames,
  Detail,
  DeviceFrame,
  LaneFrame,
  LaneView,
  ListTotals,
  StripFrame,
} from './protocol.ts';
import { Pace, Recorder } from './pace.ts';
import {
  LISTS,
  LIST_BIN,
  LIST_BIN_NUMBERS,
  PAGE_STATES,
  RUN_BUDGET,
  RUN_DONE,
  RUN_REACHED,
  UNITS,
  type Decision,
  type Description,
  type FrameInfo,
  type Intervention,
  type Machine,
  type Mark,
  type PageFound,
  type PageName,
  type PageState,
  type Unit,
} from './types.ts';

const STRIP_BINS = 180;
const STRIP_EVERY_MS = 90;
const DETAIL_EVERY_MS = 900;
const CALL_MS = 4;
/** Maximum number of events per call while stepping. */
const STEP_EVENTS = 100_000;
/** Wall time between two reports of the frames that are shown individually. */
const CLOSE_EVERY_MS = 120;

/** Access to the engine's memory and the clock. */
export interface RunnerHost {
  memory(): ArrayBuffer;
  wallMs(): number;
  /** Called occasionally during long work. */
  alive(): void;
}

/** The recent activity of tasks and devices at a checkpoint. */
export interface ActivityRecord {
  strip: StripRecord;
  deviceTime: StripRecord;
  requests: Float64Array;
  /** Memory of the arrays. */
  bytes: number;
}

/** A machine and its drawing. */
export class Runner {
  readonly description: Description;
  readonly #machine: Machine;
  readonly #host: RunnerHost;
  readonly #strip: Strip;
  readonly #deviceTime: DeviceTime;
  readonly #recorder = new Recorder();
  readonly #requests = new RequestWindow();
  #renderer: Renderer | null = null;
  #view: LaneView | null = null;
  #reachedNs = 0;
  #events = 2000;
  #busyMs = 0;
  #stripNs = 4e9;
  readonly #maps = new Pace();
  readonly #ribbons = new Pace();
  #lists: ListTotals[] = [];
  #shown = 0;
  #stripAtMs = -Infinity;
  #detailAtMs = -Infinity;
  /** The marks reported last, as text. */
  #marks = '';
  #closeAtMs = -Infinity;

  constructor(machine: Machine, host: RunnerHost) {
    this.#machine = machine;
    this.#host = host;
    this.description = JSON.parse(machine.describe()) as Description;
    const rows = this.description.tasks.length + this.description.devices.length;
    this.#strip = new Strip(rows, STRIP_BINS, this.#stripNs);
    this.#deviceTime = new DeviceTime(this.description.devices.length, STRIP_BINS, this.#stripNs);
  }

  /** Sets the renderer and the layout, and draws at once. */
  show(renderer: Renderer, view: LaneView): void {
    this.#renderer = renderer;
    this.#view = view;
    this.#closeAtMs = -Infinity;
    this.#shown = 0;
    renderer.setView(view);
    this.draw(true);
  }

  /** Virtual time now. */
  nowNs(): number {
    return this.#machine.now_ns();
  }

  /** Virtual time after the last engine call that returned: after a trap, the machine cannot be asked for its time. */
  get reachedNs(): number {
    return this.#reachedNs;
  }

  /** Runs towards a time for about `sliceMs` of wall time; returns true if it is reached or the workload has ended. */
  runSlice(untilNs: number, sliceMs: number): boolean {
    const began = this.#host.wallMs();
    for (;;) {
      const callBegan = this.#host.wallMs();
      const stopNs = Math.min(untilNs, this.#recorder.dueNs);
      const answer = this.#machine.run(stopNs, this.#events);
      this.#reachedNs = this.#machine.now_ns();
      const now = this.#host.wallMs();
      this.#busyMs += now - callBegan;
      if (answer === RUN_BUDGET) {
        this.#adapt(now - callBegan);
      } else {
        this.#record(stopNs);
      }
      if (answer === RUN_DONE || (answer === RUN_REACHED && stopNs >= untilNs)) {
        this.#listen();
        return true;
      }
      if (now - began >= sliceMs) {
        this.#listen();
        return false;
      }
    }
  }

  /** Reads the activity of tasks and devices since the last call. */
  #listen(): void {
    this.#strip.add(this.#machine.timeline());
    const requests = this.#machine.requests();
    this.#requests.add(requests);
    this.#deviceTime.serve(requests);
  }

  #record(reachedNs: number): void {
    if (reachedNs >= this.#recorder.dueNs) {
      this.#listen();
      this.#recorder.take(this.#machine.now_ns(), this.#machine.sample());
    }
  }

  #adapt(callMs: number): void {
    if (callMs < CALL_MS / 2) {
      this.#events = Math.min(this.#events * 2, 1_000_000);
    } else if (callMs > CALL_MS * 2) {
      this.#events = Math.max(Math.floor(this.#events / 2), 64);
    }
  }

  /** Returns the recent activity up to now; null if a part of it was not recorded. */
  record(): ActivityRecord | null {
    const now = this.#machine.now_ns();
    const strip = this.#strip.record(now);
    const deviceTime = this.#deviceTime.record(now);
    if (!strip || !deviceTime) {
      return null;
    }
    const requests = this.#requests.since(-Infinity);
    const bytes = strip.spent.byteLength + deviceTime.spent.byteLength + requests.byteLength;
    return { strip, deviceTime, requests, bytes };
  }

  /** Whether the strips can continue from a record: only if its range has their length. */
  canResume(record: ActivityRecord | null): record is ActivityRecord {
    return record?.strip.binNs === this.#stripNs / STRIP_BINS;
  }

  /**
   * Call this after the engine's memory was restored: it replaces the recent activity with that of the checkpoint, or
   * drops the recent activity if the checkpoint has none.
   */
  sought(record: ActivityRecord | null): void {
    const now = this.#machine.now_ns();
    this.#reachedNs = now;
    this.#recorder.rewind(now);
    this.#requests.clear();
    if (this.canResume(record)) {
      this.#strip.resume(record.strip);
      this.#deviceTime.resume(record.deviceTime);
      this.#requests.add(record.requests);
    } else {
      this.#strip.clear(now);
      this.#deviceTime.clear(now);
      this.#machine.requests();
    }
    this.#busyMs = 0;
    this.#shown = 0;
  }

  /** Returns the start of a strip that ends at a time, virtual nanoseconds. */
  stripFromNs(toNs: number): number {
    return Math.max(0, toNs - this.#stripNs);
  }

  /** Runs to the next event, decision or batch, or to the end of the run. */
  step(unit: Unit): void {
    const number = UNITS.indexOf(unit);
    const wanted = this.#machine.count(number) + 1;
    while (!this.#machine.finished() && this.#machine.count(number) < wanted) {
      this.#machine.run_to_count(number, wanted, STEP_EVENTS);
      this.#host.alive();
    }
    this.#listen();
  }

  /** Number of events, decisions or batches so far. */
  count(unit: Unit): number {
    return this.#machine.count(UNITS.indexOf(unit));
  }

  /**
   * Runs until `count` events, decisions or batches have happened; returns the number of events before the last event.
   */
  runToCount(unit: Unit, count: number): number {
    for (;;) {
      const before = this.#machine.run_to_count(UNITS.indexOf(unit), count, STEP_EVENTS);
      this.#listen();
      if (before >= 0 || this.#machine.finished()) {
        return before;
      }
      this.#host.alive();
    }
  }

  /** Returns the state of a frame of a zone; null if there is no such frame. */
  inspect(zone: number, frame: number): FrameInfo | null {
    return JSON.parse(this.#machine.frame(zone, frame)) as FrameInfo | null;
  }

  /**
   * Returns the shares of states in some frames of a zone, in the format of one cell of `renderer.ts`; null if there
   * are no such frames.
   */
  mixture(zone: number, first: number, count: number): Uint8Array | null {
    if (first + count > (this.description.zones[zone]?.frames ?? 0)) {
      return null;
    }
    return this.#sharesOf(zone, first, count, 1).slice();
  }

  /** Highlights a state on the canvas; null highlights none. */
  light(state: PageState | null): void {
    this.#renderer?.light(state);
    this.#renderer?.draw();
  }

  /** Returns where a page of the other lane is in this one. */
  find(page: PageName): PageFound | null {
    return JSON.parse(this.#machine.find_page(JSON.stringify(page))) as PageFound | null;
  }

  /** Switches a mechanism now; throws the problems if the engine refuses. */
  switchMechanism(mechanism: string, on: boolean): Intervention[] {
    this.#machine.set_mechanism(mechanism, on);
    return JSON.parse(this.#machine.interventions()) as Intervention[];
  }

  /** Resets the compute time, because there is a new target. */
  aim({ stripNs }: Detail): void {
    this.#busyMs = 0;
    this.#stripNs = stripNs;
  }

  /**
   * Draws what has changed since the last drawing. Each part is drawn only as often as its cost allows, or always if
   * `all`.
   */
  draw(all: boolean): void {
    const renderer = this.#renderer;
    const view = this.#view;
    if (!renderer || !view) {
      return;
    }
    const now = this.#machine.now_ns();
    const began = this.#host.wallMs();
    const maps = this.#maps.isDue(now, began, all);
    const ribbons = this.#ribbons.isDue(now, began, all);
    if (maps) {
      this.#putMaps(renderer, view);
      this.#maps.done(now, began, this.#host.wallMs());
    }
    if (ribbons) {
      const ribbonsBegan = this.#host.wallMs();
      this.#lists = view.layout.ribbons.map(({ zone, bins }) => {
        const profile = this.#machine.list_profile(zone, LISTS.indexOf('inactive_file'), bins);
        renderer.putRibbon({ zone, profile });
        return totalsOf(zone, profile);
      });
      this.#noticeLists();
      this.#ribbons.done(now, ribbonsBegan, this.#host.wallMs());
    }
    if (maps || ribbons) {
      renderer.draw();
    }
  }

  #putMaps(renderer: Renderer, view: LaneView): void {
    for (const { zone, first, frames, cells } of view.layout.maps) {
      const shares = this.#sharesOf(zone, first, frames, cells);
      renderer.putMap({ zone, shares });
      this.#notice(shares, cells);
    }
  }

  /**
   * Returns the planes with the shares of states in the cells of these frames; they are valid until the next engine
   * call.
   */
  #sharesOf(zone: number, first: number, frames: number, cells: number): Uint8Array {
    const address = this.#machine.draw_map(zone, first, frames, cells);
    return new Uint8Array(this.#host.memory(), address >>> 0, SHARE_PLANES * cells * CELL_BYTES);
  }

  /** Records which states are visible; checks only states not seen yet. */
  #notice(shares: Uint8Array, cells: number): void {
    for (let state = 0; state < PAGE_STATES.length; state += 1) {
      if ((this.#shown & (1 << state)) === 0) {
        const first = shareAt(cells, 0, state);
        for (let at = first; at < first + cells * CELL_BYTES; at += CELL_BYTES) {
          if (shares[at] !== 0) {
            this.#shown |= 1 << state;
            break;
          }
        }
      }
    }
  }

  /** Records which states the ribbons show. */
  #noticeLists(): void {
    for (const { pages, dirty, writeback } of this.#lists) {
      const parts = { cleanInactive: pages - dirty - writeback, dirty, writeback, free: 1 };
      for (const [state, count] of Object.entries(parts)) {
        if (count > 0) {
          this.#shown |= 1 << PAGE_STATES.indexOf(state as PageState);
        }
      }
    }
  }

  #closeFrames(all: boolean, wall: number): CloseFrames | null {
    const map = this.#view?.layout.maps[0];
    const due = all || wall - this.#closeAtMs >= CLOSE_EVERY_MS;
    if (!due || !map || !hasNames(map)) {
      return null;
    }
    this.#closeAtMs = wall;
    const { zone, first, frames } = map;
    return { zone, first, words: this.#machine.frames(zone, first, frames) };
  }

  /**
   * Returns the `LaneFrame` for the page. Details that change slowly are included occasionally, or if `all`; strips
   * if `strips`, and always at the end of the run, because the times of the devices are part of the result.
   */
  frame(arrived: boolean, all: boolean, historyBytes: number, strips = true): LaneFrame {
    const wall = this.#host.wallMs();
    const nowNs = this.#machine.now_ns();
    let strip: StripFrame | null = null;
    let requests: Float64Array | null = null;
    let devices: DeviceFrame | null = null;
    const stripsDue = strips && (all || wall - this.#stripAtMs >= STRIP_EVERY_MS);
    if (stripsDue || this.#machine.finished()) {
      this.#stripAtMs = wall;
      strip = this.#strip.frame(nowNs);
      requests = this.#requests.since(strip.fromNs);
      devices = this.#deviceTime.told(this.#machine, nowNs);
      this.#strip.setLength(this.#stripNs, nowNs);
      this.#deviceTime.setLength(this.#stripNs, nowNs);
    }
    let marks: Mark[] | null = null;
    let decisions: Decision[] | null = null;
    let interventions: Intervention[] | null = null;
    // Report a new mark (the first event of its kind) immediately, with the counters that count the event, because they
    // explain the mark.
    const told = this.#machine.marks();
    if (all || wall - this.#detailAtMs >= DETAIL_EVERY_MS || told !== this.#marks) {
      this.#detailAtMs = wall;
      this.#marks = told;
      marks = JSON.parse(told) as Mark[];
      decisions = JSON.parse(this.#machine.decisions()) as Decision[];
      interventions = JSON.parse(this.#machine.interventions()) as Intervention[];
    }
    return {
      nowNs,
      arrived,
      finished: this.#machine.finished(),
      busyMs: this.#busyMs,
      sample: this.#machine.sample(),
      past: this.#recorder.fetch(),
      strip,
      requests,
      devices,
      lists: this.#lists,
      shown: this.#shown,
      marks,
      decisions,
      interventions,
      close: this.#closeFrames(all, wall),
      historyBytes,
      digest: all && arrived ? this.#machine.digest() : null,
      settled: this.#machine.settled(),
    };
  }

  /** Frees the machine's memory. */
  free(): void {
    this.#machine.free();
  }
}

/** Returns the number of pages of a list, and how many are dirty or under writeback. */
function totalsOf(zone: number, profile: Float64Array): ListTotals {
  const totals = { zone, pages: 0, dirty: 0, writeback: 0 };
  for (let at = 0; at < profile.length; at += LIST_BIN_NUMBERS) {
    totals.pages += profile[at + LIST_BIN.pages] ?? 0;
    totals.dirty += profile[at + LIST_BIN.dirty] ?? 0;
    totals.writeback += profile[at + LIST_BIN.writeback] ?? 0;
  }
  return totals;
}
