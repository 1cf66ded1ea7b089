/**
 * The figures of a scenario that sliders vary: RAM, which is one figure, and the zones that follow from it, in pages of 4 KiB;
 * how many write at the same time (the knob of the first program that writes, or its copies); the dirty limit.
 */
import type { Scenario } from '../engine/types.ts';

type Machine = Scenario['machine'];
type Zone = Machine['zones'][number];

/** Pages of a MiB. */
export const PAGES_OF_MIB = 256;

/** The least and the most pages that an engine takes. */
const PAGES_MIN = 256;
export const PAGES_MAX = 16_777_216;
/** What must be left where `scale` divides RAM, and what nothing may use when the workload starts. */
const SCALED_PAGES_MIN = 16_384;
const FREE_PAGES = 1024;

/**
 * Pages of RAM below the hole that x86-64 leaves under 4 GiB for devices: of the machines of the postings. What there is
 * more lies above 4 GiB, in zone Normal.
 */
const DMA32_PAGES_MAX = 830_000;

const LOWMEM_RESERVE_RATIO = 256;

/** Pages of all zones. */
export function pagesOf({ zones }: Machine): number {
  return zones.reduce((sum, zone) => sum + zone.present_pages, 0);
}

/** Pages of RAM that the engine simulates: `scale` divides them. */
export function scaledPages({ machine, scale = 1 }: Scenario): number {
  return Math.floor(pagesOf(machine) / scale);
}

/** The fewest pages of RAM with which the scenario has room for what is in use from its start, before `scale`. */
export function leastPages({ machine, scale = 1 }: Scenario): number {
  const { resident, zones } = machine;
  // Inactive file pages are left out where there is no room for them.
  const kept = [
    resident?.kernel_pages,
    resident?.anon_pages,
    resident?.active_file_pages,
    resident?.unevictable_pages,
    resident?.ramfs_active_pages,
    resident?.ramfs_inactive_pages,
    ...zones.map((zone) => zone.kernel_pages),
  ].reduce<number>((sum, pages) => sum + (pages ?? 0), 0);
  const free = scale > 1 ? SCALED_PAGES_MIN * scale : PAGES_MIN;
  return Math.max(free, kept + Math.max(FREE_PAGES, Math.ceil(kept / 4)));
}

/**
 * The machine with so many pages of RAM. On x86-64 memory fills the zones from the lowest address up: DMA keeps its
 * size, DMA32 takes all below the hole, Normal the rest, and a zone without memory is not there. On a machine with other
 * zones each keeps its share.
 */
export function withPages(machine: Machine, pages: number): Machine {
  const names = machine.zones.map(({ name }) => name);
  const known = names.includes('DMA32') && names.every((name) => KNOWN.has(name));
  const zones = known ? filled(machine.zones, pages) : shared(machine.zones, pages);
  return { ...machine, zones: zones.map(clamped) };
}

const KNOWN = new Set(['DMA', 'DMA32', 'Normal']);

function filled(zones: readonly Zone[], pages: number): Zone[] {
  const of = (name: string) => zones.find((zone) => zone.name === name);
  const [dma, dma32, normal] = [of('DMA'), of('DMA32'), of('Normal')];
  const most = [
    dma?.present_pages ?? 0,
    normal ? (dma32?.present_pages ?? 0) : Math.max(DMA32_PAGES_MAX, dma32?.present_pages ?? 0),
    Infinity,
  ];
  let left = pages;
  const filledZones: Zone[] = [];
  for (const [at, name] of ['DMA', 'DMA32', 'Normal'].entries()) {
    const present = Math.min(left, most[at] ?? 0);
    left -= present;
    if (present > 0) {
      const zone = [dma, dma32, normal][at];
      filledZones.push({
        lowmem_reserve_ratio: LOWMEM_RESERVE_RATIO,
        ...zone,
        name,
        present_pages: present,
      });
    }
  }
  return filledZones;
}

/** Every zone by its share; the last one takes what rounding leaves. */
function shared(zones: readonly Zone[], pages: number): Zone[] {
  const before = zones.reduce((sum, zone) => sum + zone.present_pages, 0);
  let left = pages;
  return zones.map((zone, at) => {
    const share = Math.max(1, Math.round((zone.present_pages / Math.max(1, before)) * pages));
    const present = at === zones.length - 1 ? Math.max(1, left) : Math.min(share, left);
    left -= present;
    return { ...zone, present_pages: present };
  });
}

/** The kernel cannot hold more of a zone than there is. */
function clamped(zone: Zone): Zone {
  const { kernel_pages: kept = 0, present_pages: present } = zone;
  return kept > present ? { ...zone, kernel_pages: Math.floor(present / 4) } : zone;
}

/** Zones that a machine has and a smaller one of it has not, “DMA32 and Normal”; empty where it has all. */
export function lostZones(whole: Machine | undefined, smaller: Machine | undefined): string {
  const left = new Set(smaller?.zones.map(({ name }) => name));
  const names = whole?.zones.map(({ name }) => name) ?? [];
  return names.filter((name) => !left.has(name)).join(' and ');
}

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
interface Writers {
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
