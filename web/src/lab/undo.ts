/** What was there before each change that a person made, so that it can be taken back. */
import type { Scenario } from '../engine/types.ts';

/** Scenarios kept at most. */
const KEPT = 100;

/** What can be taken back and done again. */
export interface KeptChanges {
  readonly past: readonly Scenario[];
  readonly future: readonly Scenario[];
}

/** Two stacks of scenarios: before the present one, and after it. */
export class UndoHistory {
  #past: Scenario[] = [];
  #future: Scenario[] = [];

  /** A change is about to be made to this scenario. */
  remember(scenario: Scenario): void {
    this.#past = [...this.#past.slice(1 - KEPT), scenario];
    this.#future = [];
  }

  /** Another scenario was opened: there is nothing to take back. */
  clear(): void {
    this.#past = [];
    this.#future = [];
  }

  /** Both stacks as they are, for `put`. */
  get kept(): KeptChanges {
    return { past: [...this.#past], future: [...this.#future] };
  }

  /** Back to stacks as they were. */
  put({ past, future }: KeptChanges): void {
    this.#past = [...past];
    this.#future = [...future];
  }

  /** The scenario before the last change; null if there is none. */
  undo(present: Scenario): Scenario | null {
    return travel(this.#past, this.#future, present);
  }

  /** The scenario after the change that was taken back last; null if there is none. */
  redo(present: Scenario): Scenario | null {
    return travel(this.#future, this.#past, present);
  }

  /** Whether there is something to go to. */
  get state(): { canUndo: boolean; canRedo: boolean } {
    return { canUndo: this.#past.length > 0, canRedo: this.#future.length > 0 };
  }
}

/** A change that the engine refused left the scenario as it was: it is passed over. */
function travel(from: Scenario[], to: Scenario[], present: Scenario): Scenario | null {
  const text = JSON.stringify(present);
  for (;;) {
    const next = from.pop();
    if (next === undefined) {
      return null;
    }
    if (JSON.stringify(next) !== text) {
      to.push(present);
      return next;
    }
  }
}
