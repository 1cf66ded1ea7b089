/** What was there before each change that a person made, so that it can be taken back. */

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
