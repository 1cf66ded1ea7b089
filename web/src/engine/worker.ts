/** A lane's worker: owns one instance of the engine, one machine and one canvas. */
import { Drawing } from './drawing.ts';
import { isTrap, problemsOf } from './problems.ts';
import type { FromLane, LaneFailure, LaneView, MapCaption, ToLane } from './protocol.ts';
import { Runner, type ActivityRecord } from './runner.ts';
import { seekStart, Snapshots } from './snapshots.ts';
import type { Description, PageState, Unit } from './types.ts';
import { instantiate, type Engine } from './wasm.ts';
import { initSync, Machine } from './pkg/reclaim.js';

/** Wall time of simulation between two checkpoints, which a step back may have to repeat. */
const SNAPSHOT_MS = 60;
/** Wall time between two messages to the page during a seek, in which there is little to see. */
const TRAVEL_MS = 150;
/** Wall time between two drawings, which limits a slice of simulation. */
const SLICE_MS = 14;

let engine: Engine | null = null;
const drawing = new Drawing({
  renewed: () => guarded(show),
  tell: (renderer, reason) => post({ kind: 'drawing', renderer, reason }),
});
let view: LaneView | null = null;
let lit: PageState | null = null;
let runner: Runner | null = null;
let run = -1;
let targetNs = 0;
const snapshots = new Snapshots<ActivityRecord>();
/** Wall time simulated since the last checkpoint. */
let unkeptMs = 0;
let underWay = false;
let reportDue = false;
/** During a seek, the wall time of the last report to the page; otherwise null. */
let travelToldMs: number | null = null;

const turns = new MessageChannel();
turns.port1.onmessage = () => guarded(work);

function post(message: FromLane, transfer: Transferable[] = []): void {
  self.postMessage(message, { transfer });
}

function guarded(action: () => void): void {
  try {
    action();
  } catch (error) {
    underWay = false;
    const { message, stack } = error instanceof Error ? error : new Error(String(error));
    const reachedNs = runner?.reachedNs ?? null;
    post({ kind: 'failed', cause: causeOf(error), message, trace: stack ?? '', reachedNs });
  }
}

function causeOf(error: unknown): LaneFailure['cause'] {
  if (isTrap(error)) {
    return engine && !engine.hasRoom() ? 'memory' : 'fault';
  }
  return error instanceof RangeError ? 'memory' : 'other';
}

function postFrame(arrived: boolean, all: boolean): void {
  if (runner) {
    // During a seek the strips are incomplete, so the page keeps showing the old strips until the lane arrives.
    const frame = runner.frame(arrived, all, snapshots.bytes, travelToldMs === null);
    const transfer: ArrayBufferLike[] = [frame.sample.buffer, frame.past.buffer];
    if (frame.strip) {
      const { states, minor, minorShares, totals } = frame.strip;
      transfer.push(...[states, minor, minorShares, totals].map((part) => part.buffer));
    }
    if (frame.requests) {
      transfer.push(frame.requests.buffer);
    }
    if (frame.devices) {
      transfer.push(frame.devices.spent.buffer);
    }
    if (frame.close) {
      transfer.push(frame.close.words.buffer);
    }
    post({ kind: 'frame', run, frame }, transfer as ArrayBuffer[]);
  }
}

/**
 * Computes one slice; schedules the next one with a message until the time is reached, so that other messages are
 * handled in between.
 */
function work(): void {
  if (!runner || !underWay) {
    return;
  }
  const began = performance.now();
  const arrived = runner.runSlice(targetNs, SLICE_MS);
  unkeptMs += performance.now() - began;
  if (unkeptMs >= SNAPSHOT_MS) {
    keep(runner);
  }
  underWay = !arrived;
  if (travelToldMs !== null && !arrived && performance.now() - travelToldMs < TRAVEL_MS) {
    turns.port2.postMessage(null);
    return;
  }
  if (travelToldMs !== null) {
    travelToldMs = arrived ? null : performance.now();
  }
  const all = arrived && reportDue;
  reportDue &&= !arrived;
  runner.draw(all);
  postFrame(arrived, all);
  if (!arrived) {
    turns.port2.postMessage(null);
  }
}

function keep(machine: Runner): void {
  if (engine) {
    unkeptMs = 0;
    try {
      snapshots.take(machine.nowNs(), machine.count('event'), engine.memory(), machine.record());
    } catch {
      // There is no memory for another checkpoint. Without checkpoints, going back takes longer, but the run continues.
      snapshots.clear();
    }
  }
}

function show(): void {
  if (runner && drawing.renderer && view) {
    drawing.renderer.light(lit);
    runner.show(drawing.renderer, view);
  }
}

/** Whether a view was laid out for these zones. */
function fits({ layout }: LaneView, { zones }: Description): boolean {
  return (
    layout.maps.length > 0 &&
    layout.maps.every(({ zone, first, frames }) => first + frames <= (zones[zone]?.frames ?? 0)) &&
    (layout.maps.length === zones.length || layout.maps.length === 1)
  );
}

function load(next: number, scenario: string): void {
  run = next;
  underWay = false;
  reportDue = false;
  travelToldMs = null;
  runner?.free();
  runner = null;
  snapshots.clear();
  if (!engine) {
    return;
  }
  const { memory, newMachine } = engine;
  try {
    runner = new Runner(newMachine(scenario), {
      memory,
      wallMs: () => performance.now(),
      alive: () => post({ kind: 'alive', answers: false }),
    });
  } catch (error) {
    if (isTrap(error)) {
      throw error;
    }
    post({ kind: 'refused', run, problems: problemsOf(error) });
    return;
  }
  keep(runner);
  post({
    kind: 'loaded',
    run,
    description: runner.description,
    renderer: drawing.renderer?.kind ?? 'canvas2d',
  });
  // The page sends a view only when the view changes, so show the view of the previous machine if it fits this machine.
  if (view && fits(view, runner.description)) {
    show();
  }
  postFrame(true, true);
}

/** Switches to another time of the same run, and stops current work. */
function enter(next: number): void {
  run = next;
  underWay = false;
  reportDue = false;
  travelToldMs = null;
  unkeptMs = 0;
}

/** Runs to a time without further messages from the page. */
function travel(toNs: number, stays: boolean): void {
  targetNs = toNs;
  reportDue = stays;
  underWay = true;
  travelToldMs = performance.now();
  work();
}

function seek(next: number, toNs: number, scenario: string, stays: boolean): void {
  const machine = runner;
  if (!machine || !engine) {
    load(next, scenario);
    return;
  }
  // The strips at the target show the time before the target. If no checkpoint has a record of this time, it must be
  // computed again.
  const last = snapshots.at(toNs);
  const fromNs = last && machine.canResume(last.record) ? last.ns : machine.stripFromNs(toNs);
  const startNs = seekStart(snapshots.moments, machine.nowNs(), fromNs, toNs);
  if (startNs !== 'here') {
    const restored = startNs === null ? undefined : snapshots.restore(startNs, engine.memory());
    if (!restored) {
      load(next, scenario);
      return;
    }
    machine.sought(restored.record);
  }
  enter(next);
  post({ kind: 'sought', run, nowNs: machine.nowNs() });
  // Travel even if the machine is at that time already: a checkpoint or a step may be between two events of the same
  // time.
  travel(toNs, stays);
}

/**
 * Restores the last checkpoint at or before `upToNs` at which fewer than `count` events, decisions or batches had
 * happened; returns false if there is none.
 */
function restoreBefore(
  machine: Runner,
  memory: () => ArrayBuffer,
  upToNs: number,
  unit: Unit,
  count: number,
): boolean {
  for (const ns of snapshots.moments.toReversed()) {
    if (ns <= upToNs && snapshots.restore(ns, memory()) && machine.count(unit) < count) {
      return true;
    }
  }
  return false;
}

function back(next: number, unit: Unit, scenario: string): void {
  const machine = runner;
  if (!machine || !engine) {
    load(next, scenario);
    return;
  }
  const { memory } = engine;
  const count = machine.count(unit);
  enter(next);
  const now = machine.nowNs();
  if (count > 0 && restoreBefore(machine, memory, now, unit, count)) {
    // Run once to find the event to undo, and a second time to stop before it. The second run starts early enough to
    // fill the strips.
    const events = machine.runToCount(unit, count);
    if (!restoreBefore(machine, memory, machine.stripFromNs(now), unit, count)) {
      restoreBefore(machine, memory, now, unit, count);
    }
    machine.sought(null);
    machine.runToCount('event', events);
  }
  post({ kind: 'sought', run, nowNs: machine.nowNs() });
  machine.draw(true);
  postFrame(true, true);
}

function switchMechanism(mechanism: string, on: boolean): void {
  try {
    runner?.switchMechanism(mechanism, on);
    // The run from earlier checkpoints would differ, because they do not have the switch.
    snapshots.clear();
  } catch (error) {
    if (isTrap(error)) {
      throw error;
    }
    post({ kind: 'refused', run, problems: problemsOf(error) });
  }
  postFrame(!underWay, true);
}

/** Answers every request, with null if no picture can be made, because the page waits for the answer. */
async function takePicture(caption: MapCaption): Promise<void> {
  let picture: Blob | null = null;
  if (runner && drawing.canvas && view) {
    try {
      // Loaded on demand: no picture is requested before the first `LaneFrame`.
      const { pictureOf } = await import('./picture.ts');
      // A picture shows the machine without the user's highlight.
      drawing.renderer?.light(null);
      runner.draw(true);
      const pending = pictureOf(drawing.canvas, view, caption);
      runner.light(lit);
      picture = await pending;
    } catch (error) {
      // The run is not affected, and continues.
      console.warn('No picture of the page map:', error);
    }
  }
  post({ kind: 'picture', picture });
}

function take(message: ToLane): void {
  if (message.kind === 'start') {
    engine = instantiate({ initSync, Machine }, message.module);
    drawing.start(message.canvas);
  } else if (message.kind === 'canvas') {
    void drawing.startFlat(message.canvas);
  } else if (message.kind === 'ping') {
    post({ kind: 'alive', answers: true });
  } else if (message.kind === 'load') {
    load(message.run, message.scenario);
  } else if (message.kind === 'seek') {
    seek(message.run, message.toNs, message.scenario, message.stays);
  } else if (message.kind === 'back') {
    back(message.run, message.unit, message.scenario);
  } else if (message.kind === 'inspect') {
    const { question, zone, frame } = message;
    post({ kind: 'inspected', question, frame: runner?.inspect(zone, frame) ?? null });
  } else if (message.kind === 'mixture') {
    const { question, zone, first, count } = message;
    post({ kind: 'mixed', question, shares: runner?.mixture(zone, first, count) ?? null });
  } else if (message.kind === 'light') {
    lit = message.state;
    runner?.light(lit);
  } else if (message.kind === 'find') {
    const { question, page } = message;
    post({ kind: 'found', question, found: runner?.find(page) ?? null });
  } else if (message.kind === 'view') {
    view = message.view;
    show();
    if (!underWay) {
      // The names on the map are sent with a `LaneFrame`.
      postFrame(true, false);
    }
  } else if (message.kind === 'picture') {
    void takePicture(message.caption);
  } else if (message.run === run && runner) {
    takeForMachine(message, runner);
  }
}

function takeForMachine(
  message: Extract<ToLane, { kind: 'advance' | 'step' | 'switch' | 'report' }>,
  machine: Runner,
): void {
  switch (message.kind) {
    case 'advance':
      targetNs = message.untilNs;
      machine.aim(message.detail);
      if (!underWay) {
        underWay = true;
        work();
      }
      break;
    case 'step':
      machine.step(message.unit);
      machine.draw(true);
      postFrame(true, true);
      break;
    case 'switch':
      switchMechanism(message.mechanism, message.on);
      break;
    case 'report':
      // A machine that is seeking reports when it arrives.
      reportDue = underWay;
      if (!underWay) {
        machine.draw(true);
        postFrame(true, true);
      }
      break;
  }
}

self.onmessage = (event: MessageEvent<ToLane>) => guarded(() => take(event.data));
