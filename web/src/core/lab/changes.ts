/** Undo and redo of the user's changes to the page. */
import type { Scenario } from '../../engine/types.ts';
import { useChartView, type Span, useLab, type LabStore, type Moment, type Pin } from './store.ts';
import type { LaneId } from './lanes.ts';
import type { MapView } from './map-view.ts';

/** Maximum number of changes kept. */
const KEPT = 100;

/** Wall time within which a turn of the wheel, or a key, continues the previous change. */
const RUN_MS = 1000;

/** A change on the undo stack with the state before it; on the redo stack, with the state after it. */
export interface Change<T> {
  /** Name of the change for people: “zoom of the page map”. */
  readonly what: string;
  readonly there: T;
}

/** The content of both stacks, for storing and restoring them. */
export interface KeptChanges<T> {
  readonly past: readonly Change<T>[];
  readonly future: readonly Change<T>[];
}

/** Two stacks of changes: those before the current state, and those after it (undone). */
export class UndoHistory<T> {
  #past: Change<T>[] = [];
  #future: Change<T>[] = [];
  /** Name of the last change, if similar small steps may extend it, and its time. */
  #run: string | null = null;
  #runMs = -Infinity;
  #held = false;

  /** Records a change that is about to be made. */
  remember(what: string, there: T): void {
    this.#past = [...this.#past.slice(1 - KEPT), { what, there }];
    this.#future = [];
    this.#run = null;
  }

  /**
   * Records one of many small steps with the same name; steps in quick succession are one change. Returns true for the
   * first step of a change.
   */
  rememberRun(what: string, there: T, wallMs: number): boolean {
    const follows = this.#run === what && wallMs - this.#runMs <= RUN_MS;
    const goesOn = this.#held ? this.#run !== null : follows;
    if (!goesOn) {
      this.remember(what, there);
      this.#run = what;
    }
    this.#future = [];
    this.#runMs = wallMs;
    return !goesOn;
  }

  /** Begins or ends a gesture: everything done during it is one change, however long it takes. */
  hold(held: boolean): void {
    this.#held = held;
    this.#run = null;
  }

  /** Both stacks, for `put`. */
  get kept(): KeptChanges<T> {
    return { past: [...this.#past], future: [...this.#future] };
  }

  /** Restores both stacks. */
  put({ past, future }: KeptChanges<T>): void {
    this.#past = [...past];
    this.#future = [...future];
    this.#run = null;
  }

  /**
   * Returns the state before the last change; null if there is none. `presentOf` returns the current state of the same
   * kind as its argument, for the redo.
   */
  undo(presentOf: (there: T) => T): T | null {
    this.#run = null;
    return travel(this.#past, this.#future, presentOf);
  }

  /** Returns the state after the change that was undone last; null if there is none. */
  redo(presentOf: (there: T) => T): T | null {
    this.#run = null;
    return travel(this.#future, this.#past, presentOf);
  }

  /** Names of the changes that undo and redo would apply; null if there is none. */
  get state(): { undoes: string | null; redoes: string | null } {
    return {
      undoes: this.#past.at(-1)?.what ?? null,
      redoes: this.#future.at(-1)?.what ?? null,
    };
  }

  /** The last change; undefined if there is none. */
  get last(): Change<T> | undefined {
    return this.#past.at(-1);
  }
}

/** Moves a change between the stacks and returns its state; skips changes that make no difference. */
function travel<T>(from: Change<T>[], to: Change<T>[], presentOf: (there: T) => T): T | null {
  for (;;) {
    const next = from.pop();
    if (next === undefined) {
      return null;
    }
    const present = presentOf(next.there);
    if (JSON.stringify(next.there) !== JSON.stringify(present)) {
      to.push({ what: next.what, there: present });
      return next.there;
    }
  }
}

/** The view: map section, pinned page and time range of the charts. */
export interface Looked {
  mapView: MapView | null;
  pin: Pin | null;
  span: Span | null;
}

/** The part of the page's state that a change may have modified. */
export type Left =
  /** A change of the view; the run continues. */
  | { kind: 'view'; looked: Looked }
  /** The scenario before a change of its kernels, switches or other fields; the time does not change. */
  | { kind: 'lanes'; scenario: Scenario }
  /** Another run, at the time at which the user left it. */
  | {
      kind: 'opening';
      scenario: Scenario;
      galleryId: string | null;
      opened: Scenario | null;
      looked: Looked;
      moment: Moment;
    };

/** The part of the Lab that undo uses. */
export interface Runs {
  /** The time of the current run, and whether it plays. */
  moment(): Moment;
  /** The moment up to which a run that replaces the current one is computed. */
  target(): Moment;
  /** Runs a scenario from its start. */
  show(scenario: Scenario, galleryId: string | null, more: Partial<LabStore>): void;
  goTo(ns: number, goOn: boolean, again: boolean): void;
}

/** Undo and redo for the page. */
export class Changes {
  readonly #runs: Runs;
  readonly #history = new UndoHistory<Left>();
  /**
   * Called after each change except opening a scenario, with the previous state; for a series of small changes only
   * once.
   */
  onStep: (left: Exclude<Left, { kind: 'opening' }>) => void = () => undefined;

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /** Records that the kernels, switches or other fields of the scenario are about to change. */
  lanes(what: string): void {
    const { scenario } = useLab.getState();
    if (scenario) {
      const left = { kind: 'lanes' as const, scenario };
      this.#history.remember(what, left);
      this.#tell();
      this.onStep(left);
    }
  }

  /** Records that another scenario is about to be opened. */
  opening(what: string): void {
    const left = this.#opening();
    if (left) {
      this.#history.remember(what, left);
      this.#tell();
    }
  }

  /** Makes a change to the view, and records it if there is a difference. */
  view(what: string, change: () => void): void {
    const looked = present();
    change();
    if (differs(looked)) {
      const left = { kind: 'view' as const, looked };
      this.#history.remember(what, left);
      this.#tell();
      this.onStep(left);
    }
  }

  /** Makes one of many small changes to the view; a series of them is undone in one step. */
  viewRun(what: string, change: () => void): void {
    const looked = present();
    change();
    if (differs(looked)) {
      const left = { kind: 'view' as const, looked };
      const first = this.#history.rememberRun(what, left, performance.now());
      this.#tell();
      if (first) {
        this.onStep(left);
      }
    }
  }

  /** Begins or ends a gesture. */
  hold(held: boolean): void {
    this.#history.hold(held);
  }

  /** Undoes the last change. */
  undo(): void {
    this.#put(this.#history.undo((left) => this.#presentOf(left)));
  }

  /** Redoes the change that was undone last. */
  redo(): void {
    this.#put(this.#history.redo((left) => this.#presentOf(left)));
  }

  /**
   * Undoes the last change of a kernel, a switch or another field of the scenario, and the changes of the view since.
   */
  undoLanes(): void {
    while (this.#history.last?.there.kind === 'view') {
      this.undo();
    }
    if (this.#history.last?.there.kind === 'lanes') {
      this.undo();
    }
  }

  /** Both stacks, for `put`. */
  get kept(): KeptChanges<Left> {
    return this.#history.kept;
  }

  /** Restores both stacks. */
  put(kept: KeptChanges<Left>): void {
    this.#history.put(kept);
    this.#tell();
  }

  #tell(): void {
    useLab.setState(this.#history.state);
  }

  #opening(): Left | null {
    const { scenario, galleryId, opened } = useLab.getState();
    if (!scenario) {
      return null;
    }
    const moment = this.#runs.moment();
    return { kind: 'opening', scenario, galleryId, opened, looked: present(), moment };
  }

  #presentOf(left: Left): Left {
    const { scenario } = useLab.getState();
    if (left.kind === 'view' || !scenario) {
      return { kind: 'view', looked: present() };
    }
    return left.kind === 'lanes' ? { kind: 'lanes', scenario } : (this.#opening() ?? left);
  }

  #put(left: Left | null): void {
    if (left?.kind === 'view') {
      look(left.looked);
    } else if (left) {
      this.#run(left);
    }
    this.#tell();
  }

  /** Shows a run again and computes it up to its time; an earlier run becomes a new entry of the browser's history. */
  #run(left: Exclude<Left, { kind: 'view' }>): void {
    const { galleryId, openings } = useLab.getState();
    let { nowNs, goesOn } = this.#runs.target();
    if (left.kind === 'lanes') {
      this.#runs.show(left.scenario, galleryId, {});
    } else {
      const { opened } = left;
      this.#runs.show(left.scenario, left.galleryId, { openings: openings + 1, opened });
      look(left.looked);
      ({ nowNs, goesOn } = left.moment);
    }
    if (nowNs > 0 || goesOn) {
      this.#runs.goTo(nowNs, goesOn, true);
    }
  }
}

/** Returns the current view. */
export function present(): Looked {
  const { mapView, pin } = useLab.getState();
  return { mapView, pin, span: useChartView.getState().span };
}

function differs(before: Looked): boolean {
  return JSON.stringify(before) !== JSON.stringify(present());
}

/** Applies a view. */
export function look({ mapView, pin, span }: Looked): void {
  useLab.setState({ mapView, pin });
  useChartView.setState({ span });
}

/** The current run and its time, to return to later. */
export interface Place {
  scenario: Scenario;
  galleryId: string | null;
  opened: Scenario | null;
  nowNs: number;
  playing: boolean;
  speed: number;
  editing: LaneId;
  changes: KeptChanges<Left>;
}
