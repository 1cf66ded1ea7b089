/**
 * Determines when the page is rendered: tasks of each animation frame, slower clocks for text (each part of the page
 * listens to one), and the lockstep of the lanes.
 */
import { useSyncExternalStore } from 'react';

/**
 * The clocks: texts in the lanes, figures beside them, charts, and the tables for screen readers. A clock rings when it
 * calls its listeners.
 */
type TickName = 'text' | 'figures' | 'charts' | 'tables';

interface Clock {
  everyMs: number;
  dueMs: number;
  count: number;
  listeners: Set<() => void>;
}

/** Rings each clock at its own maximum rate, and only if something has changed. */
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
    // The offsets prevent two clocks from always ringing in the same animation frame.
    this.#clocks = {
      text: clock(200, 0),
      figures: clock(200, 60),
      charts: clock(100, 30),
      tables: clock(1000, 90),
    };
  }

  /** Marks everything as changed; every clock will ring once when it is due. */
  touch(): void {
    this.#stale.add('text').add('figures').add('charts').add('tables');
  }

  /**
   * Makes all clocks due, and lets them ring in the same animation frame, so that the state of a paused run appears at
   * once.
   */
  hurry(): void {
    for (const clock of Object.values(this.#clocks)) {
      clock.dueMs = -1;
    }
  }

  /** Rings at most one clock, and after `hurry` all; returns true if another is still to ring. */
  run(wallMs: number): boolean {
    for (const name of this.#stale) {
      const clock = this.#clocks[name];
      if (wallMs >= clock.dueMs) {
        const hurried = clock.dueMs < 0;
        clock.dueMs = wallMs + clock.everyMs;
        clock.count += 1;
        this.#stale.delete(name);
        for (const listener of clock.listeners) {
          listener();
        }
        if (!hurried) {
          break;
        }
      }
    }
    return this.#stale.size > 0;
  }

  /** Calls back whenever a clock rings; returns a function that unsubscribes. */
  listen(name: TickName, listener: () => void): () => void {
    const { listeners } = this.#clocks[name];
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Number of times that a clock has rung. */
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

/** Called once per animation frame with the wall time; returns true to request another frame. */
type FrameTask = (wallMs: number) => boolean;

/**
 * Runs tasks in each animation frame, in the order in which they were added; sleeps when no task needs another frame.
 */
export class FrameLoop {
  readonly #tasks: FrameTask[] = [];
  #awake = false;
  /** Script time of the last frames, ms, for measurements. */
  readonly spentMs = new Float32Array(256);
  #frames = 0;

  add(task: FrameTask): void {
    this.#tasks.push(task);
  }

  /** Number of frames so far. */
  get frames(): number {
    return this.#frames;
  }

  /** Requests another frame. */
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
 * State of the lockstep between animation frames. Lockstep keeps two machines at the same virtual time: it sets the
 * next target when both have reached the last one.
 */
export interface Lockstep {
  /** The last target. */
  targetNs: number;
  /** Size of the next slice at full speed, virtual nanoseconds. */
  stretchNs: number;
  /** Wall time at which the last target was set. */
  issuedMs: number;
}

/** Returns a new lockstep at a virtual time. */
export function lockstepAt(nowNs: number, wallMs: number, stretchNs = 20e6): Lockstep {
  return { targetNs: nowNs, stretchNs, issuedMs: wallMs };
}

/**
 * Maximum wall time that counts for one frame, so that virtual time does not jump after the browser has suspended the
 * page.
 */
const FRAME_MS_MAX = 100;
/** Wall time that a lane should compute for a slice at full speed, so that a pause takes effect soon. */
const STRETCH_MS = 20;

/**
 * Returns the next target. Call it only when both lanes have reached the last one; `busyMs` is the time for which the
 * slower lane computed to reach it.
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
