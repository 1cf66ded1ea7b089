/**
 * What the sliders read of a scenario: how many write at the same time (the knob of the first program that writes,
 * or its copies), and the dirty limit.
 */
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

/** Those whose writers bring their own data: more of them write more. */
const MORE_DATA = ['fs_mark', 'iozone'];

/** The writers of a scenario. */
export interface Writers {
  /** Place of the program in the workload. */
  at: number;
  /** Name of its tasks. */
  name: string;
  count: number;
  /** Whether the data of all of them stay the same, however many there are. */
  shared: boolean;
}

/** The first program that writes to files; null where none does. */
export function writersOf({ workload }: Scenario): Writers | null {
  const at = workload.findIndex(({ run }) => run.program in COUNT_FIELDS);
  const entry = workload[at];
  if (!entry) {
    return null;
  }
  const { program } = entry.run;
  const field = COUNT_FIELDS[program] ?? null;
  const count = field === null ? copiesOf(workload, entry).length : knob(entry, field);
  return { at, name: entry.name, count, shared: !MORE_DATA.includes(program) };
}

/**
 * The scenario with so many. Writers of a file each share the data, so that they find the room that one had; `kb` is what
 * they share: what they have now, if nothing is said.
 */
export function withWriters(scenario: Scenario, count: number, kb = sharedKb(scenario)): Scenario {
  const writers = writersOf(scenario);
  const entry = scenario.workload[writers?.at ?? -1];
  if (!writers || !entry) {
    return scenario;
  }
  const { run } = entry;
  const field = COUNT_FIELDS[run.program] ?? null;
  let workload: Entry[];
  if (field === null) {
    const copies = new Set(copiesOf(scenario.workload, entry).slice(1));
    workload = scenario.workload.filter((other) => !copies.has(other));
    workload.splice(writers.at + 1, 0, ...Array.from({ length: count - 1 }, () => ({ ...entry })));
  } else {
    const share = run.program === 'write_file' ? { file_kb: shareOf(kb, count) } : {};
    const changed = { ...run, ...share, [field]: count } as Entry['run'];
    workload = scenario.workload.with(writers.at, { ...entry, run: changed });
  }
  return { ...scenario, workload };
}

/** What the writers of files share, kB; 0 where they share nothing. */
export function sharedKb(scenario: Scenario): number {
  const entry = scenario.workload[writersOf(scenario)?.at ?? -1];
  return entry?.run.program === 'write_file' ? entry.run.file_kb * knob(entry, 'tasks') : 0;
}

/** Whole pages of 4 kB. */
function shareOf(kb: number, count: number): number {
  return Math.max(4, Math.floor(kb / count / 4) * 4);
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

/** vm.dirty_ratio of a scenario, percent; `own`: the scenario says so itself. Linux 2.6.29 had 10, all later ones have 20. */
export function dirtyRatioOf({ vm, kernel }: Scenario): { percent: number; own: boolean } {
  const own = vm?.dirty_ratio ?? null;
  return { percent: own ?? (kernel.startsWith('2.6.29') ? 10 : 20), own: own !== null };
}
