/**
 * Runs that differ only in mechanisms, on one machine: they are the same until a decision comes out differently with one of
 * these. From there the machine goes on with the mechanism off, and later, its memory put back, with it on.
 */
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
/** Copies of the memory may take one part in so many of the time; what lies between two is done twice where runs part. */
const COPY_SHARE = 8;

/** A mechanism that has mattered, and whether it is on in the runs that are carried out. */
interface Answer {
  mechanism: number;
  on: boolean;
}

/** Runs that part from what was carried out. */
interface Branch {
  /** The memory before that; null where there was no machine yet. */
  copy: MemoryCopy | null;
  /** What is settled for these runs after the copy. */
  answers: readonly Answer[];
}

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
    const machine = new this.#engine.PlannedGroup(
      positions.map((at) => this.#runs[at]?.document ?? ''),
    );
    const anew: number[][] = [];
    try {
      const branches = partings([...machine.asked()], null, []);
      this.#follow(machine, positions, branches, { copy: null, answers: [] });
      for (let branch = branches.pop(); branch; branch = branches.pop()) {
        if (branch.copy) {
          branch.copy.restore(this.#engine.memory());
          branch.answers.forEach(({ mechanism, on }) => machine.keep(mechanism, on));
          this.#follow(machine, positions, branches, branch);
        } else {
          // A mechanism matters while the machine is made.
          const off = branch.answers.filter(({ on }) => !on).map(({ mechanism }) => mechanism);
          const on = branch.answers.at(-1)?.mechanism ?? 0;
          anew.push([...machine.runs_with(Uint8Array.from(off), on)]);
        }
      }
    } finally {
      machine.free();
    }
    for (const side of anew) {
      this.begin(side.map((at) => positions[at] ?? 0));
    }
  }

  /** Goes on to the end of the runs that the machine stands for; those that part on the way go to `branches`. */
  #follow(
    machine: PlannedGroup,
    positions: readonly number[],
    branches: Branch[],
    { copy: from, answers: start }: Branch,
  ): void {
    let [copy, answers] = [from, start];
    let [copiedMs, copyingMs] = [performance.now(), 0];
    let ended = false;
    while (!ended) {
      const nowMs = performance.now();
      if (!machine.is_settled() && (!copy || nowMs - copiedMs >= copyingMs * COPY_SHARE)) {
        copy = new MemoryCopy(this.#engine.memory(), copy);
        answers = [];
        copiedMs = performance.now();
        copyingMs = copiedMs - nowMs;
      }
      ended = machine.run(EVENTS_AT_ONCE);
      const asked = [...machine.asked()];
      branches.push(...partings(asked, copy, answers));
      answers = [...answers, ...asked.map(off)];
      this.#listener.progress(machine.now_ns());
    }
    for (const run of machine.runs()) {
      const at = positions[run] ?? 0;
      const measures = JSON.stringify(this.#runs[at]?.measures ?? []);
      this.#listener.result(at, machine.result(run, measures) ?? '');
    }
  }
}

/** The runs that part from a machine which goes on with each mechanism off that was asked for. */
function partings(
  asked: readonly number[],
  copy: MemoryCopy | null,
  before: readonly Answer[],
): Branch[] {
  return asked.map((mechanism, at) => ({
    copy,
    answers: [...before, ...asked.slice(0, at).map(off), { mechanism, on: true }],
  }));
}

function off(mechanism: number): Answer {
  return { mechanism, on: false };
}

/** Bytes that are compared and kept together. */
const CHUNK = 4096;

/** What did not change since an earlier copy is shared with it. */
export class MemoryCopy {
  readonly #chunks: Uint32Array[] = [];

  constructor(memory: ArrayBuffer, earlier: MemoryCopy | null) {
    const known = earlier ? earlier.#chunks : [];
    for (let at = 0; at < memory.byteLength; at += CHUNK) {
      const now = new Uint32Array(memory, at, CHUNK / 4);
      const before = known[this.#chunks.length];
      this.#chunks.push(before && isSame(before, now) ? before : now.slice());
    }
  }

  /** Puts the memory back, which may have grown since: an engine does not use what it has not been given. */
  restore(memory: ArrayBuffer): void {
    const words = new Uint32Array(memory);
    for (const [at, chunk] of this.#chunks.entries()) {
      words.set(chunk, (at * CHUNK) / 4);
    }
  }
}

/** Whether two arrays of the same length have the same content. */
function isSame(a: Uint32Array, b: Uint32Array): boolean {
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) {
      return false;
    }
  }
  return true;
}
