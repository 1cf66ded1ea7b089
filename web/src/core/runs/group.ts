/**
 * Runs that differ only in mechanisms, on one machine: they are the same until a decision comes out differently with one of
 * these. From there the machine goes on with the mechanism on, and then, its memory put back, with it off.
 */
import { MemoryCopy } from '../../engine/memory-copy.ts';
import type { PlannedGroup } from '../../engine/pkg/runs.js';
import type { Scenario } from '../../engine/types.ts';

/** A run of a group. */
export interface GroupRun {
  /** The scenario. */
  document: string;
  measures: readonly string[];
}

/** Who listens to a group. */
export interface GroupListener {
  /** A run has ended: its position among the runs, and its digest and measures as JSON. Called once for each run. */
  result: (at: number, result: string) => void;
  /** The machine has come so far, virtual nanoseconds; called every few milliseconds. Time goes back where a run branches. */
  progress: (nowNs: number) => void;
}

/** An instance of the module of runs. */
export interface RunsEngine {
  PlannedGroup: typeof PlannedGroup;
  /** Its memory now; it may grow, so it is never kept. */
  memory: () => ArrayBuffer;
}

/** Events between two calls of `progress`: a few milliseconds of work. */
const EVENTS_AT_ONCE = 20_000;
/** Calls between two copies of the memory, which takes as long as a few of them. */
const CALLS_PER_COPY = 40;

/** Runs that differ only in mechanisms, together, in the order of their first ones. */
function groupsOf<Run extends { document: string }>(runs: readonly Run[]): Run[][] {
  const groups = new Map<string, Run[]>();
  for (const run of runs) {
    const scenario = JSON.parse(run.document) as Partial<Scenario>;
    delete scenario.mechanisms;
    const key = JSON.stringify(scenario);
    const group = groups.get(key);
    if (group) {
      group.push(run);
    } else {
      groups.set(key, [run]);
    }
  }
  return [...groups.values()];
}

/**
 * Runs in batches that are carried out together: those that differ only in mechanisms, but no more of them than leave each
 * worker its part.
 */
export function batchesOf<Run extends { document: string }>(
  runs: readonly Run[],
  workers: number,
): Run[][] {
  const most = Math.max(1, Math.ceil(runs.length / workers));
  return groupsOf(runs).flatMap((group) => {
    const parts = Math.ceil(group.length / most);
    const size = Math.ceil(group.length / parts);
    return Array.from({ length: parts }, (_, at) => group.slice(at * size, (at + 1) * size));
  });
}

/**
 * Carries out runs that differ only in mechanisms, each to its end. It takes as long as that takes, and belongs in a worker,
 * with an instance that nothing else uses meanwhile. Throws the problems of a scenario, and what traps.
 */
export function runGroup(
  engine: RunsEngine,
  runs: readonly GroupRun[],
  listener: GroupListener,
): void {
  new Group(engine, runs, listener).begin(runs.map((_, at) => at));
}

class Group {
  readonly #engine: RunsEngine;
  readonly #runs: readonly GroupRun[];
  readonly #listener: GroupListener;

  constructor(engine: RunsEngine, runs: readonly GroupRun[], listener: GroupListener) {
    this.#engine = engine;
    this.#runs = runs;
    this.#listener = listener;
  }

  /** Carries out the runs at these positions from the start. */
  begin(positions: readonly number[]): void {
    const documents = positions.map((at) => this.#runs[at]?.document ?? '');
    const machine = new this.#engine.PlannedGroup(documents);
    let sides: number[][] = [];
    try {
      const asked = machine.asked();
      if (asked === undefined) {
        this.#follow(machine, positions, null);
      } else {
        // A mechanism matters while the machine is made: there are two machines from the start.
        sides = [true, false].map((on) => [...machine.runs_with(asked, on)]);
      }
    } finally {
      machine.free();
    }
    for (const side of sides) {
      this.begin(side.map((at) => positions[at] ?? 0));
    }
  }

  /** Goes on to the end of every run that the machine stands for. `earlier` is a copy of its memory of before. */
  #follow(machine: PlannedGroup, positions: readonly number[], earlier: MemoryCopy | null): void {
    let copy = earlier;
    let ended = false;
    while (!ended) {
      if (!machine.is_settled()) {
        copy = new MemoryCopy(this.#engine.memory(), copy);
      }
      ended = this.#slice(machine);
      const asked = machine.asked();
      if (asked !== undefined && copy) {
        for (const on of [true, false]) {
          copy.restore(this.#engine.memory());
          machine.keep(asked, on);
          this.#follow(machine, positions, copy);
        }
        return;
      }
    }
    for (const run of machine.runs()) {
      const at = positions[run] ?? 0;
      const measures = JSON.stringify(this.#runs[at]?.measures ?? []);
      this.#listener.result(at, machine.result(run, measures) ?? '');
    }
  }

  /** Runs until it is time for a copy, or a mechanism matters; whether the run has ended. */
  #slice(machine: PlannedGroup): boolean {
    for (let call = 0; call < CALLS_PER_COPY; call += 1) {
      const ended = machine.run(EVENTS_AT_ONCE);
      this.#listener.progress(machine.now_ns());
      if (ended || machine.asked() !== undefined) {
        return ended;
      }
    }
    return false;
  }
}
