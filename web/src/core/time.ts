/**
 * When the page is drawn: what moves in each frame, slow clocks for text, of which each part of the page listens to one, and
 * the lockstep of the lanes.
 */
import { useSyncExternalStore } from 'react';

/** The clocks: words in the lanes, figures beside them, charts, and the tables that screen readers read. */
type TickName = 'text' | 'figures' | 'charts' | 'tables';

interface Clock {
  everyMs: number;
  dueMs: number;
  count: number;
  listeners: Set<() => void>;
}

/** Rings each clock at most as often as it may, and only when something has changed. */
class Ticks {
  readonly #clocks: Record<TickName, Clock>;
  readonly #stale = new Set<TickName>();

  constructor() {
    const clock = (everyMs: number, offsetMs: number): Clock => ({
      everyMs,
      dueMs: offsetMs,
      count: 0,
      listeners: new Set(),
    });
    // Offsets keep two clocks from ringing in the same frame again and again.
    this.#clocks = {
      text: clock(125, 0),
      figures: clock(125, 60),
      charts: clock(100, 30),
      tables: clock(1000, 90),
    };
  }

  /** Something has changed; every clock will ring once when it is due. */
  touch(): void {
    this.#stale.add('text').add('figures').add('charts').add('tables');
  }

  /** Time stands still: nobody should have to wait for the state in which it does. */
  hurry(): void {
    for (const clock of Object.values(this.#clocks)) {
      clock.dueMs = 0;
    }
  }

  /** Rings at most one clock; true while one is still to ring. */
  run(wallMs: number): boolean {
    for (const name of this.#stale) {
      const clock = this.#clocks[name];
      if (wallMs >= clock.dueMs) {
        clock.dueMs = wallMs + clock.everyMs;
        clock.count += 1;
        this.#stale.delete(name);
        for (const listener of clock.listeners) {
          listener();
        }
        break;
      }
    }
    return this.#stale.size > 0;
  }

  /** Calls back whenever a clock rings. */
  listen(name: TickName, listener: () => void): () => void {
    const { listeners } = this.#clocks[name];
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** How often a clock has rung. */
  count(name: TickName): number {
    return this.#clocks[name].count;
  }
}

/** The page's clocks. */
export const ticks = new Ticks();

/** Renders a component again whenever a clock rings. */
export function useTick(name: TickName): number {
  return useSyncExternalStore(
    (listener) => ticks.listen(name, listener),
    () => ticks.count(name),
  );
}

/** Called once a frame with the wall time; returns true while it wants more frames. */
type FrameTask = (wallMs: number) => boolean;

/** Runs tasks in the order in which they were added; sleeps when none has anything to do. */
export class FrameLoop {
  readonly #tasks: FrameTask[] = [];
  #awake = false;
  /** Wall time of script in the last frames, for measuring. */
  readonly spentMs = new Float32Array(256);
  #frames = 0;

  /** Adds a task. */
  add(task: FrameTask): void {
    this.#tasks.push(task);
  }

  /** Number of frames so far. */
  get frames(): number {
    return this.#frames;
  }

  /** Sees to it that there is a next frame. */
  wake(): void {
    if (!this.#awake) {
      this.#awake = true;
      requestAnimationFrame(() => this.#frame());
    }
  }

  #frame(): void {
    this.#awake = false;
    const began = performance.now();
    let more = false;
    for (const task of this.#tasks) {
      more = task(began) || more;
    }
    this.spentMs[this.#frames % this.spentMs.length] = performance.now() - began;
    this.#frames += 1;
    if (more) {
      this.wake();
    }
  }
}

/**
 * What lockstep knows between frames. It keeps two machines at one virtual time: the next target is given out when both have
 * reached the last.
 */
export interface Lockstep {
  /** The target that was given out last. */
  targetNs: number;
  /** Size of the next stretch when it goes as fast as it can. */
  stretchNs: number;
  /** Wall time at which the last target was given out. */
  issuedMs: number;
}

/** A fresh start at a virtual time. */
export function lockstepAt(nowNs: number, wallMs: number, stretchNs = 20e6): Lockstep {
  return { targetNs: nowNs, stretchNs, issuedMs: wallMs };
}

/** Longest wall time that a frame may stand for: after a pause of the page time does not jump. */
const FRAME_MS_MAX = 100;
/** Time that a lane should compute for a stretch at full speed, so that a pause takes hold soon. */
const STRETCH_MS = 20;

/**
 * The next target. Call it only when both lanes have arrived at the last one; `busyMs` is what the slower of them
 * computed for it.
 */
export function nextTarget(
  state: Lockstep,
  lanesNs: readonly number[],
  speed: number,
  wallMs: number,
  busyMs: number,
): Lockstep {
  const from = Math.min(...lanesNs);
  if (Number.isFinite(speed)) {
    const elapsedMs = Math.max(0, wallMs - state.issuedMs);
    const ns = Math.max(1, Math.round(speed * Math.min(elapsedMs, FRAME_MS_MAX) * 1e6));
    return { ...state, targetNs: from + ns, issuedMs: wallMs };
  }
  const factor = busyMs < STRETCH_MS / 2 ? 2 : busyMs > STRETCH_MS * 2 ? 0.5 : 1;
  const stretchNs = Math.min(Math.max(state.stretchNs * factor, 1e6), 20e9);
  return { targetNs: from + stretchNs, stretchNs, issuedMs: wallMs };
}
