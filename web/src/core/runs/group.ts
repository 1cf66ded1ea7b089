/**
 * Uses one machine to carry out runs that differ only in their mechanisms. They are identical until a decision depends
 * on one of these mechanisms. At that decision, the machine continues with the mechanism off. Later its memory is
 * restored, and it continues from the same decision with the mechanism on.
 */
import type { PlannedGroup } from '../../engine/pkg/runs.js';
import type { Scenario } from '../../engine/types.ts';

/** A run of a group. */
export interface GroupRun {
  /** The scenario as JSON. */
  document: string;
  measures: readonly string[];
}

/** Receives the results of a group. */
export interface GroupListener {
  /** Called once per run when it ends, with its index among the runs, and its digest and measures as JSON. */
  result: (at: number, result: string) => void;
  /**
   * Called every few milliseconds with the machine's virtual time, nanoseconds. The time goes back when the machine
   * continues with a branch.
   */
  progress: (nowNs: number) => void;
}

/** An instance of the runs module. */
export interface RunsEngine {
  PlannedGroup: typeof PlannedGroup;
  /** Returns the current memory. It may grow, so do not store it. */
  memory: () => ArrayBuffer;
}

/** Events between two calls of `progress`: a few milliseconds of work. */
const EVENTS_AT_ONCE = 20_000;
/**
 * Copying memory may take at most 1 / `COPY_SHARE` of the time. With fewer copies, more of a run must be repeated for a
 * branch, which starts from the last copy.
 */
const COPY_SHARE = 8;

/** A mechanism on which a decision depended, and whether it is on in these runs. */
interface Answer {
  mechanism: number;
  on: boolean;
}

/** Runs that branched off and are still to be carried out. */
interface Branch {
  /** The memory before the branch; null if there was no machine yet. */
  copy: MemoryCopy | null;
  /** The mechanisms on which a decision depended since the copy, as set in these runs. */
  answers: readonly Answer[];
}

/** Groups runs that differ only in mechanisms, ordered by the first run of each group. */
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
 * Divides runs into batches that are carried out together. Runs of a batch differ only in mechanisms, and no batch is
 * larger than one worker's share.
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
 * Carries out runs that differ only in mechanisms, each to its end. This function blocks, so call it in a worker, with
 * an instance that nothing else uses meanwhile. Throws the problems of a scenario, or the trap of the engine.
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

  /** Carries out the runs with these indexes from the start. */
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
          // The mechanism matters already while the machine is built, so there is no copy: these runs start anew.
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

  /** Continues to the end of the runs that the machine represents; runs that branch off are added to `branches`. */
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

/**
 * Returns one branch for each mechanism on which a decision depended. The branch has the mechanism on; the machine
 * continues with it off.
 */
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

/** Bytes that are compared and stored as a unit. */
const CHUNK = 4096;

/** A copy of the memory; it shares unchanged chunks with an earlier copy. */
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

  /**
   * Restores the memory. The memory may have grown since, but the new pages need not be reset: the engine does not use
   * pages that it has not requested.
   */
  restore(memory: ArrayBuffer): void {
    const words = new Uint32Array(memory);
    for (const [at, chunk] of this.#chunks.entries()) {
      words.set(chunk, (at * CHUNK) / 4);
    }
  }
}

/** Whether two arrays of equal length have the same content. */
function isSame(a: Uint32Array, b: Uint32Array): boolean {
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] !== b[at]) {
      return false;
    }
  }
  return true;
}
