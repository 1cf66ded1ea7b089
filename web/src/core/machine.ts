/**
 * The three figures of a scenario that the user changes with sliders. The first is RAM, in pages of 4 KiB; the sizes of
 * the zones follow from it. The second is the number of writers: a setting of the first program that writes, or the
 * number of its copies. The third is the dirty limit.
 */
import { formatNumber, formatPagesAsSize } from '../base/format.ts';
import type { Scenario } from '../engine/types.ts';

type Machine = Scenario['machine'];
type Zone = Machine['zones'][number];

/** Pages per MiB. */
export const PAGES_OF_MIB = 256;

const PAGES_OF_GIB = 1024 * PAGES_OF_MIB;

/** Formats a number of pages of RAM: from 1 GiB on with one decimal if that is exact, otherwise with two. */
export function pagesText(pages: number): string {
  if (pages < 10 * PAGES_OF_MIB) {
    return `${formatNumber(pages / PAGES_OF_MIB, 1)} MiB`;
  }
  const short = formatPagesAsSize(pages);
  const isExact = Math.round(Number.parseFloat(short) * PAGES_OF_GIB) === pages;
  return pages < PAGES_OF_GIB || isExact ? short : formatPagesAsSize(pages, 2);
}

/** Minimum and maximum number of pages of a machine. */
const PAGES_MIN = 256;
export const PAGES_MAX = 16_777_216;
/** Minimum number of pages after RAM is divided by `scale`, and of pages that must be free when the workload starts. */
const SCALED_PAGES_MIN = 16_384;
const FREE_PAGES = 1024;

/**
 * Pages of RAM below the hole for devices that x86-64 leaves under 4 GiB, on the machines of the postings. RAM beyond
 * this number is above 4 GiB, in zone Normal.
 */
const DMA32_PAGES_MAX = 830_000;

const LOWMEM_RESERVE_RATIO = 256;

/** Returns the number of pages of all zones. */
export function pagesOf({ zones }: Machine): number {
  return zones.reduce((sum, zone) => sum + zone.present_pages, 0);
}

/** Returns the number of pages that the engine simulates: RAM divided by `scale`. */
export function scaledPages({ machine, scale = 1 }: Scenario): number {
  return Math.floor(pagesOf(machine) / scale);
}

/**
 * Returns the minimum number of pages of RAM, before `scale`: enough for the memory in use when the scenario starts.
 */
export function leastPages({ machine, scale = 1 }: Scenario): number {
  const { resident, zones } = machine;
  // Inactive file pages do not count: the engine omits them if there is no room.
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
 * Returns the machine with this many pages of RAM. On x86-64, memory fills the zones from the lowest address up: DMA
 * keeps its size, DMA32 takes everything below the hole, Normal the rest, and empty zones are removed. On a machine
 * with other zones, each zone keeps its share.
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

/** Divides the pages by the zones' shares; the last zone takes the rounding error. */
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

/** Limits the kernel's pages in a zone to the pages of the zone. */
function clamped(zone: Zone): Zone {
  const { kernel_pages: kept = 0, present_pages: present } = zone;
  return kept > present ? { ...zone, kernel_pages: Math.floor(present / 4) } : zone;
}

/** Names the zones that the whole machine has and a smaller one does not, “DMA32 and Normal”; empty if it has all. */
export function lostZones(whole: Machine | undefined, smaller: Machine | undefined): string {
  const left = new Set(smaller?.zones.map(({ name }) => name));
  const names = whole?.zones.map(({ name }) => name) ?? [];
  return names.filter((name) => !left.has(name)).join(' and ');
}

type Entry = Scenario['workload'][number];

/**
 * Programs that write to files, with the field for the number of writers; null: one entry of the workload per writer.
 */
const COUNT_FIELDS: Readonly<Record<string, string | null>> = {
  write_file: 'tasks',
  fs_mark: 'threads',
  mmap_stream: 'threads',
  simple_writeback: 'first_jobs',
  iozone: null,
  kernel_build: 'slots',
};

/** Programs whose writers each have their own data: more writers write more. */
const MORE_DATA = ['fs_mark', 'iozone'];

/** The writers of a scenario. */
interface Writers {
  /** Index of the program in the workload. */
  at: number;
  /** Name of its tasks. */
  name: string;
  count: number;
  /** Whether the total amount of data does not depend on the number of writers. */
  shared: boolean;
}

/** Returns the first program that writes to files; null if there is none. */
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
 * Returns the scenario with this many writers. If each writer has its own file, the data is divided among them, so that
 * all files together need as much space as the file of a single writer. `kb` is the total size; by default it does not
 * change.
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

/** Total size of the data that writers of files share, kB; 0 if they share none. */
export function sharedKb(scenario: Scenario): number {
  const entry = scenario.workload[writersOf(scenario)?.at ?? -1];
  return entry?.run.program === 'write_file' ? entry.run.file_kb * knob(entry, 'tasks') : 0;
}

/** Returns the size per writer, rounded down to whole pages of 4 kB. */
function shareOf(kb: number, count: number): number {
  return Math.max(4, Math.floor(kb / count / 4) * 4);
}

function knob({ run }: Entry, field: string): number {
  const value = (run as unknown as Record<string, unknown>)[field];
  return typeof value === 'number' ? value : 1;
}

/** Returns the entries of the workload that equal an entry, including itself. */
function copiesOf(workload: readonly Entry[], entry: Entry): Entry[] {
  const text = JSON.stringify(entry);
  return workload.filter((other) => JSON.stringify(other) === text);
}

/**
 * vm.dirty_ratio of a scenario, percent; `own`: the scenario sets it. The default is 10 in Linux 2.6.29, and 20 in all
 * later versions.
 */
export function dirtyRatioOf({ vm, kernel }: Scenario): { percent: number; own: boolean } {
  const own = vm?.dirty_ratio ?? null;
  return { percent: own ?? (kernel.startsWith('2.6.29') ? 10 : 20), own: own !== null };
}
