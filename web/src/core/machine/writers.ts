/** How many write at the same time: the knob of the first program that writes, or its copies. */
import type { Scenario } from '../../engine/types.ts';

type Entry = Scenario['workload'][number];

/** Programs that write to files, with the field that says how many do; null: one entry of the workload each. */
const COUNT_FIELDS: Readonly<Record<string, string | null>> = {
  write_file: 'tasks',
  fs_mark: 'threads',
  mmap_stream: 'threads',
  simple_writeback: 'first_jobs',
  iozone: null,
  kernel_build: 'slots',
};

/** The writers of a scenario. */
export interface Writers {
  /** Place of the program in the workload. */
  at: number;
  /** Name of its tasks. */
  name: string;
  count: number;
}

/** The first program that writes to files; null where none does. */
export function writersOf({ workload }: Scenario): Writers | null {
  const at = workload.findIndex(({ run }) => run.program in COUNT_FIELDS);
  const entry = workload[at];
  if (!entry) {
    return null;
  }
  const field = COUNT_FIELDS[entry.run.program] ?? null;
  const count = field === null ? copiesOf(workload, entry).length : knob(entry, field);
  return { at, name: entry.name, count };
}

/** The scenario with so many. */
export function withWriters(scenario: Scenario, count: number): Scenario {
  const writers = writersOf(scenario);
  const entry = scenario.workload[writers?.at ?? -1];
  if (!writers || !entry) {
    return scenario;
  }
  const field = COUNT_FIELDS[entry.run.program] ?? null;
  let workload: Entry[];
  if (field === null) {
    const copies = new Set(copiesOf(scenario.workload, entry).slice(1));
    workload = scenario.workload.filter((other) => !copies.has(other));
    workload.splice(writers.at + 1, 0, ...Array.from({ length: count - 1 }, () => ({ ...entry })));
  } else {
    const run = { ...entry.run, [field]: count };
    workload = scenario.workload.with(writers.at, { ...entry, run });
  }
  return { ...scenario, workload };
}

function knob({ run }: Entry, field: string): number {
  const value = (run as unknown as Record<string, unknown>)[field];
  return typeof value === 'number' ? value : 1;
}

/** The entry and those that are the same. */
function copiesOf(workload: readonly Entry[], entry: Entry): Entry[] {
  const text = JSON.stringify(entry);
  return workload.filter((other) => JSON.stringify(other) === text);
}
