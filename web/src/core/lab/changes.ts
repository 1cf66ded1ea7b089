/** What a person has changed of the page, taken back and done again. */
import type { Scenario } from '../../engine/types.ts';
import { useChartView, type Span, useLab, type LabStore, type Moment, type Pin } from './store.ts';
import type { LaneId } from './lanes.ts';
import type { MapView } from './map-view.ts';

/** Changes kept at most. */
const KEPT = 100;

/** Wall time within which a turn of the wheel, or a key, goes on with the change before it. */
const RUN_MS = 1000;

/** A change with what was there before it: once it is taken back, with what was there after it. */
export interface Change<T> {
  /** What was done, for people: “zoom of the page map”. */
  readonly what: string;
  readonly there: T;
}

/** What can be taken back and done again. */
export interface KeptChanges<T> {
  readonly past: readonly Change<T>[];
  readonly future: readonly Change<T>[];
}

/** Two stacks of changes: before the present state, and after it. */
export class UndoHistory<T> {
  #past: Change<T>[] = [];
  #future: Change<T>[] = [];
  /** What the last change was, if more of the same may belong to it; and when. */
  #run: string | null = null;
  #runMs = -Infinity;
  #held = false;

  /** A change is about to be made. */
  remember(what: string, there: T): void {
    this.#past = [...this.#past.slice(1 - KEPT), { what, there }];
    this.#future = [];
    this.#run = null;
  }

  /** The same for one of many small steps of the same name: those that follow closely are one change. True for the first. */
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

  /** A gesture begins or ends: what is done meanwhile is one change, however long it takes. */
  hold(held: boolean): void {
    this.#held = held;
    this.#run = null;
  }

  /** Both stacks as they are, for `put`. */
  get kept(): KeptChanges<T> {
    return { past: [...this.#past], future: [...this.#future] };
  }

  /** Back to stacks as they were. */
  put({ past, future }: KeptChanges<T>): void {
    this.#past = [...past];
    this.#future = [...future];
    this.#run = null;
  }

  /**
   * What was there before the last change; null if there is none. `presentOf` tells what is there now of the same
   * kind, for the way back.
   */
  undo(presentOf: (there: T) => T): T | null {
    this.#run = null;
    return travel(this.#past, this.#future, presentOf);
  }

  /** What was there after the change that was taken back last; null if there is none. */
  redo(presentOf: (there: T) => T): T | null {
    this.#run = null;
    return travel(this.#future, this.#past, presentOf);
  }

  /** What would be taken back, and done again; null where there is nothing. */
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

/** A change that came to nothing is passed over. */
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

/** What is looked at. */
export interface Looked {
  mapView: MapView | null;
  pin: Pin | null;
  span: Span | null;
}

/** What a change left behind: as much of the page as it may have touched. */
export type Left =
  /** The run goes on as it is. */
  | { kind: 'view'; looked: Looked }
  /** The same scenario with other kernels and switches, at the same moment. */
  | { kind: 'lanes'; scenario: Scenario }
  /** Another run, with its own moment. */
  | {
      kind: 'opening';
      scenario: Scenario;
      galleryId: string | null;
      opened: Scenario | null;
      looked: Looked;
      moment: Moment;
    };

/** What taking back asks of the Lab. */
export interface Runs {
  /** Of the run that is shown. */
  moment(): Moment;
  /** Runs a scenario from its start. */
  show(scenario: Scenario, galleryId: string | null, more: Partial<LabStore>): void;
  goTo(ns: number, goOn: boolean): void;
}

/** Steps back and forth of one page. */
export class Changes {
  readonly #runs: Runs;
  readonly #history = new UndoHistory<Left>();
  /** Hears of each change but an opening, with what was there before; of a run of small changes it hears once. */
  onStep: (left: Exclude<Left, { kind: 'opening' }>) => void = () => undefined;

  constructor(runs: Runs) {
    this.#runs = runs;
  }

  /** The kernels or switches are about to be others. */
  lanes(what: string): void {
    const { scenario } = useLab.getState();
    if (scenario) {
      const left = { kind: 'lanes' as const, scenario };
      this.#history.remember(what, left);
      this.#tell();
      this.onStep(left);
    }
  }

  /** Another scenario is about to be shown. */
  opening(what: string): void {
    const left = this.#opening();
    if (left) {
      this.#history.remember(what, left);
      this.#tell();
    }
  }

  /** Makes a change of what is looked at. */
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

  /** Makes one of many small changes of what is looked at: a run of them is taken back at once. */
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

  /** A gesture begins or ends. */
  hold(held: boolean): void {
    this.#history.hold(held);
  }

  /** Takes the last change back. */
  undo(): void {
    this.#put(this.#history.undo((left) => this.#presentOf(left)));
  }

  /** Makes the change again that was taken back last. */
  redo(): void {
    this.#put(this.#history.redo((left) => this.#presentOf(left)));
  }

  /** Takes the last change of a kernel or switch back, with what was looked at since. */
  undoLanes(): void {
    while (this.#history.last?.there.kind === 'view') {
      this.undo();
    }
    if (this.#history.last?.there.kind === 'lanes') {
      this.undo();
    }
  }

  /** All that can be taken back and done again, for `put`. */
  get kept(): KeptChanges<Left> {
    return this.#history.kept;
  }

  /** Back to what could be taken back once. */
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

  /** A run is shown anew and computed up to its moment; one that comes back is a new entry of the browser's history. */
  #run(left: Exclude<Left, { kind: 'view' }>): void {
    const { galleryId, openings } = useLab.getState();
    let { nowNs, goesOn } = this.#runs.moment();
    if (left.kind === 'lanes') {
      this.#runs.show(left.scenario, galleryId, {});
    } else {
      const { opened } = left;
      this.#runs.show(left.scenario, left.galleryId, { openings: openings + 1, opened });
      look(left.looked);
      ({ nowNs, goesOn } = left.moment);
    }
    if (nowNs > 0 || goesOn) {
      this.#runs.goTo(nowNs, goesOn);
    }
  }
}

/** What is looked at now. */
export function present(): Looked {
  const { mapView, pin } = useLab.getState();
  return { mapView, pin, span: useChartView.getState().span };
}

function differs(before: Looked): boolean {
  return JSON.stringify(before) !== JSON.stringify(present());
}

/** Looks at it. */
export function look({ mapView, pin, span }: Looked): void {
  useLab.setState({ mapView, pin });
  useChartView.setState({ span });
}

/** What runs and where it stands, to come back to. */
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
