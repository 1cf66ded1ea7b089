/** A lane's worker: owns one instance of the engine, one machine and one canvas. */
import { Drawing } from './drawing.ts';
import { isTrap, problemsOf } from './problems.ts';
import type { FromLane, LaneFailure, LaneView, MapCaption, ToLane } from './protocol.ts';
import { Runner } from './runner.ts';
import { seekStart, Snapshots } from './snapshots.ts';
import type { Description, PageState, Unit } from './types.ts';
import { instantiate, type Engine } from './wasm.ts';
import { initSync, Machine } from './pkg/reclaim.js';

/** Wall time of simulation from one kept moment to the next: what going back may have to compute again. */
const SNAPSHOT_MS = 60;
/** Wall time between two frames on the way to a moment: there is nothing to look at until it is reached. */
const TRAVEL_MS = 150;
/** Wall time between two drawings, and so the longest slice of simulation. */
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
const snapshots = new Snapshots();
/** Wall time that was simulated since the last kept moment. */
let unkeptMs = 0;
let underWay = false;
let reportDue = false;
/** On the way to a moment: when the page heard of it last; null otherwise. */
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
    // On the way to a moment the strips are not whole yet: those that are shown stay until it is reached.
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

/** One slice; asks for another turn until the time is reached, so that messages are heard in between. */
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
      snapshots.take(machine.nowNs(), machine.count('event'), engine.memory());
    } catch {
      // No memory for one more: going back takes longer without them, but the run goes on.
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

/** Whether a view was laid out for zones like these. */
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
  // The page sends a view only when it has changed: the one of the last machine may still be right.
  if (view && fits(view, runner.description)) {
    show();
  }
  postFrame(true, true);
}

/** Another moment of the same run: what is under way stops. */
function enter(next: number): void {
  run = next;
  underWay = false;
  reportDue = false;
  travelToldMs = null;
  unkeptMs = 0;
}

/** Goes to a time without a word of the page on the way. */
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
  // What tasks and devices did before it is to be seen there: that has to be computed again.
  const fromNs = machine.stripFromNs(toNs);
  const startNs = seekStart(snapshots.moments, machine.nowNs(), fromNs, toNs);
  if (startNs !== 'here') {
    if (startNs === null || snapshots.restore(startNs, engine.memory()) === null) {
      load(next, scenario);
      return;
    }
    machine.sought();
  }
  enter(next);
  post({ kind: 'sought', run, nowNs: machine.nowNs() });
  // Even there: a kept moment or a step may lie between two events of the same time.
  travel(toNs, stays);
}

/** Puts the last kept moment up to a time back that had less than `count` of a unit; false if there is none. */
function restoreBefore(
  machine: Runner,
  memory: () => ArrayBuffer,
  upToNs: number,
  unit: Unit,
  count: number,
): boolean {
  for (const ns of snapshots.moments.toReversed()) {
    if (ns <= upToNs && snapshots.restore(ns, memory()) !== null && machine.count(unit) < count) {
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
    // Once to learn in which event it happened, and once to stand before it, with what was done until then.
    const events = machine.runToCount(unit, count);
    if (!restoreBefore(machine, memory, machine.stripFromNs(now), unit, count)) {
      restoreBefore(machine, memory, now, unit, count);
    }
    machine.sought();
    machine.runToCount('event', events);
  }
  post({ kind: 'sought', run, nowNs: machine.nowNs() });
  machine.draw(true);
  postFrame(true, true);
}

function switchMechanism(mechanism: string, on: boolean): void {
  try {
    runner?.switchMechanism(mechanism, on);
    // Earlier moments know nothing of the switch: from them the run would go another way.
    snapshots.clear();
  } catch (error) {
    if (isTrap(error)) {
      throw error;
    }
    post({ kind: 'refused', run, problems: problemsOf(error) });
  }
  postFrame(!underWay, true);
}

/** Answers every request, with nothing where no picture can be made: somebody waits for it. */
async function takePicture(caption: MapCaption): Promise<void> {
  let picture: Blob | null = null;
  if (runner && drawing.canvas && view) {
    try {
      // Before the first frame nobody takes a picture.
      const { pictureOf } = await import('./picture.ts');
      // A picture is of the machine, not of what somebody points at.
      drawing.renderer?.light(null);
      runner.draw(true);
      const pending = pictureOf(drawing.canvas, view, caption);
      runner.light(lit);
      picture = await pending;
    } catch (error) {
      // The run has nothing to do with it, and goes on.
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
      // What is named on the map is told with a frame.
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
      // A machine that is on its way reports when it arrives.
      reportDue = underWay;
      if (!underWay) {
        machine.draw(true);
        postFrame(true, true);
      }
      break;
  }
}

self.onmessage = (event: MessageEvent<ToLane>) => guarded(() => take(event.data));
