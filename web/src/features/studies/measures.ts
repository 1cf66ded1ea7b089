/** Measures of a study by name: their lane, a title for people, a unit, and those available for a scenario. */
import type { Study, StudyResult } from '../../engine/generated/scenario.ts';
import type { CounterName } from '../../engine/types.ts';
import { measurePatterns, wholeCatalogue } from '../../engine/whole-catalogue.ts';

/** The lane of a measure; a ratio is lane B's value divided by lane A's. */
type MeasureLane = 'a' | 'b' | 'ratio';

export interface Measure {
  /** Name of the measure in the study, including the lane. */
  name: string;
  lane: MeasureLane;
  /** The name without its lane. */
  inner: string;
  /** The measured quantity, capitalized unless it is a name. For an unknown measure, its name. */
  title: string;
  /** Unit of a lane's value; a ratio has none. */
  unit: Unit;
  /** Whether a lower or a higher value is better. */
  better: Better;
}

const LANES: Record<string, MeasureLane> = { 'a:': 'a', 'b:': 'b', 'ratio:': 'ratio' };

/** Returns the measure with this name. */
export function measureOf(name: string): Measure {
  const prefix = /^(?:a|b|ratio):/.exec(name)?.[0] ?? '';
  const inner = name.slice(prefix.length);
  const [title, unit, better = null] = meaningOf(inner) ?? [inner, ''];
  return { name, lane: LANES[prefix] ?? 'a', inner, title, unit, better };
}

/** Returns the title with the lane, for a list of measures. */
export function fullTitle({ title, lane }: Measure): string {
  const of = { a: title, b: `${title}, lane B`, ratio: `${title}, B vs. A` };
  return of[lane];
}

/** Converts a title for use inside a sentence: only names and abbreviations keep their capital letter. */
export function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** Returns the title of an axis: the measure and its unit. */
export function axisTitle({ title, lane, unit }: Measure): string {
  if (lane === 'ratio') {
    return `${title}, B vs. A`;
  }
  return unit === '' ? title : `${title}, ${unit}`;
}

/** Whether this is the elapsed time: a lower value means that the workload ends earlier. */
export function isElapsed({ inner }: Measure): boolean {
  return inner === 'elapsed_seconds';
}

// For each measure of the engine: its title, its unit, and whether a lower or a higher value is better.

/** Units of values; empty if the title is enough. */
export type Unit =
  | 's'
  | 'ms'
  | 'ns'
  | 'jiffies'
  | '%'
  | 'basis points'
  | 'pages'
  | '1/100 page'
  | 'kB'
  | 'KiB'
  | 'MB'
  | 'MB/s'
  | 'times'
  | 'tasks'
  | 'objects'
  | 'requests'
  | 'per second'
  | '';

/** The better direction of a measure; null if neither is. */
type Better = 'less' | 'more' | null;

/** Title, unit, and the better direction. */
type Meaning = readonly [title: string, unit: Unit, better?: Better];

const COUNTERS: Readonly<Record<string, Meaning>> = {
  allocstall: ['Allocations that entered direct reclaim', 'times', 'less'],
  instant_freed: ['Pages freed when their I/O ended', 'pages'],
  kswapd_high_wmark_hit_quickly: ['kswapd kept awake below the high watermark', 'times'],
  kswapd_low_wmark_hit_quickly: ['Quick kswapd wake-ups below the low watermark', 'times'],
  kswapd_skip_congestion_wait: ['Naps that kswapd skipped', 'times'],
  kswapd_steal: ['Pages freed by kswapd (kswapd_steal)', 'pages'],
  ksd_stall: ['kswapd naps', 'times'],
  ksd_wait_jiffies: ['Time that kswapd naps', 'jiffies'],
  mm_vmscan_writepage_direct: ['File pages written by direct reclaim', 'pages', 'less'],
  mm_vmscan_writepage_kswapd: ['File pages written by kswapd', 'pages', 'less'],
  nr_dirtied: ['Pages dirtied', 'pages'],
  nr_vmscan_immediate_reclaim: ['Pages marked to be freed after writeback', 'pages'],
  nr_vmscan_write: ['Pages written by reclaim', 'pages', 'less'],
  nr_vmscan_write_skip: ['Dirty file pages that reclaim skipped', 'pages'],
  nr_written: ['Pages written', 'pages'],
  oom_kill: ['Tasks killed for lack of memory', 'tasks', 'less'],
  pageoutrun: ['Runs of kswapd', 'times'],
  pg_rclm: ['Pages freed before waits of the allocator', 'pages'],
  pg_stall: ['Waits of the allocator', 'times', 'less'],
  pg_stall_slept: ['Waits of the allocator of a jiffy or longer', 'times', 'less'],
  pg_wait_jiffies: ['Time that the allocator waits', 'jiffies', 'less'],
  pgactivate: ['Pages activated', 'pages'],
  pgalloc: ['Pages allocated', 'pages'],
  pgdeactivate: ['Pages deactivated', 'pages'],
  pgfault: ['Page faults', 'times'],
  pgfree: ['Pages freed', 'pages'],
  pgmajfault: ['Page faults that read from disk', 'times', 'less'],
  pgpgin: ['Data read from disks', 'kB'],
  pgpgout: ['Data written to disks', 'kB'],
  pgrefill: ['Active pages scanned', 'pages'],
  pgrotated: ['Pages moved to the tail after writeback', 'pages'],
  pgscan_direct: ['Pages scanned by direct reclaim', 'pages', 'less'],
  pgscan_direct_throttle: ['Direct reclaims throttled', 'times', 'less'],
  pgscan_kswapd: ['Pages scanned by kswapd', 'pages'],
  pgsteal: ['Pages freed by reclaim', 'pages'],
  pgsteal_direct: ['Pages freed by direct reclaim', 'pages'],
  pgsteal_kswapd: ['Pages freed by kswapd', 'pages'],
  pswpin: ['Pages read from swap', 'pages', 'less'],
  pswpout: ['Pages written to swap', 'pages', 'less'],
  reclaim_throttled: ['Calls to wait_iff_congested by throttled reclaim', 'times'],
  slabs_scanned: ['Slab objects scanned', 'objects'],
  tree_lock_rounds: ['tree_lock acquisitions by reclaim', 'times', 'less'],
  unevictable_pgs_culled: ['Pages moved to the unevictable list', 'pages'],
  wait_iff_congested: ['Calls to wait_iff_congested', 'times'],
  workingset_activate: ['Refaulted pages put on the active list', 'pages'],
  workingset_refault: ['Refaulted file pages', 'pages', 'less'],
} satisfies Record<CounterName | 'pgsteal_kswapd', Meaning>;

const WHOLE: Readonly<Record<string, Meaning>> = {
  elapsed_seconds: ['Elapsed time', 's', 'less'],
  throughput_mb_per_s: ['Throughput of all programs', 'MB/s', 'more'],
  kswapd_efficiency_percent: ['Share of scanned pages freed by kswapd', '%', 'more'],
  total_efficiency_percent: ['Share of scanned pages freed by reclaim', '%', 'more'],
  scanned_dirty_percent: ['Share of scanned pages that are dirty file pages', '%', 'less'],
  allocated_by_others_percent: [
    'Pages allocated by other tasks during unsuccessful direct reclaims, per page that these reclaims freed',
    '%',
    'less',
  ],
};

const DERIVED: Readonly<Record<string, Meaning>> = {
  file_pages_written_by_reclaim: ['File pages written by reclaim', 'pages', 'less'],
  removed_run_hundredths: ['Mean run of adjacent pages removed by reclaim', '1/100 page'],
  tree_lock_contended: ['tree_lock waits by reclaim', 'times', 'less'],
  tree_lock_spin_ns: ['Time that tasks waited for a tree_lock', 'ns', 'less'],
  pg_stall_allocated_in_reclaim: [
    'Pages that other tasks allocated during direct reclaims that ended in a sleep',
    'pages',
  ],
  pg_stall_allocated_in_wait: [
    'Pages that other tasks allocated while an allocation slept',
    'pages',
  ],
  kswapd_efficiency_basis_points: ['kswapd efficiency (freed / scanned)', 'basis points', 'more'],
  direct_efficiency_basis_points: [
    'Direct reclaim efficiency (freed / scanned)',
    'basis points',
    'more',
  ],
  direct_share_of_scan_basis_points: [
    'Direct reclaim’s share of scanned pages',
    'basis points',
    'less',
  ],
  nr_dirty_threshold: ['Dirty limit at the end', 'pages'],
  nr_dirty_background_threshold: ['Background dirty limit at the end', 'pages'],
};

/** In the titles, `…` stands for the device’s name. */
const DEVICE: Readonly<Record<string, Meaning>> = {
  busy_seconds: ['Time that … is busy', 's'],
  busy_percent: ['Share of the time that … is busy', '%'],
  idle_percent: ['Share of the time that … is idle', '%'],
  average_wait_ms: ['Average wait of a request to …', 'ms', 'less'],
  read_mb: ['Data read from …', 'MB'],
  written_mb: ['Data written to …', 'MB'],
  writes: ['Write requests to …', 'requests'],
  single_page_writes: ['Write requests of a single page to …', 'requests', 'less'],
  mean_write_kb: ['Mean size of a write request to …', 'KiB', 'more'],
  positioning_seconds: ['Time that … seeks and rotates', 's', 'less'],
  transfer_seconds: ['Time that … transfers data', 's'],
  copying_seconds: ['Time that … copies data inside its flash', 's', 'less'],
};

/** In the titles, `…` stands for the program’s name. */
const TASK: Readonly<Record<string, Meaning>> = {
  longest_stall_ms: ['Longest stall of …', 'ms', 'less'],
  stall_seconds: ['Stall time of …, all tasks', 's', 'less'],
  least_stall_seconds: ['Lowest stall time of a task of …', 's', 'less'],
  most_stall_seconds: ['Highest stall time of a task of …', 's', 'less'],
  cpu_seconds: ['CPU time of …', 's', 'less'],
  cpu_ms: ['CPU time of …, in milliseconds', 'ms', 'less'],
  done_mb: ['Data that … read and wrote', 'MB', 'more'],
  idle_seconds: ['Time that … is idle', 's'],
  running_seconds: ['Time that … runs', 's'],
  waiting_for_cpu_seconds: ['Time that … waits for a CPU', 's', 'less'],
  waiting_for_io_seconds: ['Time that … waits for I/O', 's', 'less'],
  throttled_seconds: ['Time that … is in balance_dirty_pages', 's', 'less'],
  direct_reclaim_seconds: ['Time that … is in direct reclaim', 's', 'less'],
  congestion_wait_seconds: ['Time that … is in congestion_wait', 's', 'less'],
  waiting_for_peer_seconds: ['Time that … waits for another task', 's'],
};

/** Returns the meaning of an engine's name without its lane; null if it is unknown. */
export function meaningOf(inner: string): Meaning | null {
  const [kind = '', one = '', two = '', three = '', four] = inner.split(':');
  const titled = (meaning: Meaning | undefined, title: (of: string) => string): Meaning | null =>
    meaning ? [title(meaning[0]), meaning[1], meaning[2] ?? null] : null;
  const named = (table: Readonly<Record<string, Meaning>>) =>
    titled(table[two], (title) => title.replace('…', one));
  switch (kind) {
    case 'peak':
      return two === 'dirty_percent' ? [`Highest dirty share of zone ${one}`, '%', 'less'] : null;
    case 'mean':
      return two === 'dirty_percent' ? [`Mean dirty share of zone ${one}`, '%', 'less'] : null;
    case 'counter':
      return COUNTERS[one] ?? null;
    case 'derived':
      return DERIVED[one] ?? null;
    case 'zone':
      return titled(COUNTERS[two], (title) => `${title}, zone ${one}`);
    case 'device':
      return named(DEVICE);
    case 'task':
      return named(TASK);
    case 'laps':
      return [`Items per second in laps of ${one}`, 'per second', 'more'];
    case 'after':
      return titled(COUNTERS[two], (title) => `${title}, at the end of lap ${one}`);
    case 'since':
      return titled(COUNTERS[two], (title) => `${title}, after lap ${one}`);
    case 'function':
      return [`Share of the CPU time of all tasks in ${one}`, '%'];
    case 'at_pageout': {
      const where = two === 'zone' ? `zone ${one}` : 'the machine';
      const which = four === undefined ? 'Mean' : `Part ${four} of 8 of the`;
      return [`${which} ${three} pages of ${where} when reclaim writes in ${one}`, 'pages'];
    }
    default:
      return WHOLE[inner] ?? null;
  }
}

// Ratios of lane B to lane A: the engine computes them for each measure that a study takes from both lanes.

/** Returns the name of a measure's ratio, if a result has it; otherwise null. */
export function ratioOf({ measures, design }: Study, name: string): string | null {
  const { inner } = measureOf(name);
  const lanes = new Set(
    measures.map(measureOf).flatMap((of) => (of.inner === inner ? [of.lane] : [])),
  );
  // An ablation has shares only for the measures in its study.
  const there =
    lanes.has('ratio') || (design.kind !== 'ablation' && lanes.has('a') && lanes.has('b'));
  return there ? `ratio:${inner}` : null;
}

/** Whether a result can show a measure: one of its own, or the ratio of both lanes. */
export function canShow(study: Study, name: string): boolean {
  return study.measures.includes(name) || ratioOf(study, name) === name;
}

/** Returns the result with a ratio added to its measures. */
export function withRatio(result: StudyResult, name: string): StudyResult {
  const { study } = result;
  return study.measures.includes(name) || ratioOf(study, name) !== name
    ? result
    : { ...result, study: { ...study, measures: [...study.measures, name] } };
}

/** The lanes of a measure, by the prefix of its name. */
export const MEASURE_LANES = { '': 'A', 'b:': 'B', 'ratio:': 'B vs. A' } as const;

/** Prefix of the name of a measure. */
export type MeasurePrefix = keyof typeof MEASURE_LANES;

/** A measure that can be chosen. */
interface MeasureChoice {
  /** Name of the measure, without a lane. */
  name: string;
  title: string;
}

/** The measures that users choose most often, by the engine's names. */
const USUAL = [
  'elapsed_seconds',
  'throughput_mb_per_s',
  'task:TASK:longest_stall_ms',
  'task:TASK:stall_seconds',
  'task:TASK:cpu_seconds',
  'kswapd_efficiency_percent',
  'total_efficiency_percent',
  'peak:ZONE:dirty_percent',
  'mean:ZONE:dirty_percent',
  'device:DEVICE:busy_seconds',
  'device:DEVICE:average_wait_ms',
  'counter:COUNTER',
];

function named(list: unknown): string[] {
  return Array.isArray(list)
    ? list.flatMap((entry: unknown) => {
        const { name } = (entry ?? {}) as { name?: unknown };
        return typeof name === 'string' ? [name] : [];
      })
    : [];
}

/** Possible names for each placeholder, which is a word in capitals in the engine's names. */
type Places = Readonly<Record<string, readonly string[]>>;

/**
 * The placeholders. A placeholder without names yields no measures: LAP, for example, because scenarios do not name
 * laps.
 */
const PLACES = ['ZONE', 'DEVICE', 'TASK', 'LAP', 'FUNCTION', 'COUNTER'];

/** Returns the engine's measures, the most common first, with names in place of the placeholders. */
export function measureNames(places: Places): string[] {
  const rank = (pattern: string) => {
    const at = USUAL.indexOf(pattern);
    return at < 0 ? USUAL.length : at;
  };
  const patterns = measurePatterns.toSorted((one, other) => rank(one) - rank(other));
  const known: Places = { COUNTER: wholeCatalogue.counters.map(({ name }) => name), ...places };
  return patterns.flatMap((pattern) => filled(pattern, known));
}

function filled(pattern: string, places: Places): readonly string[] {
  const words = pattern
    .split(':')
    .map((word) => (PLACES.includes(word) ? (places[word] ?? []) : [word]));
  return words.reduce((heads, tails) =>
    heads.flatMap((head) => tails.map((tail) => `${head}:${tail}`)),
  );
}

/** Returns the measures of a scenario, the most common first; `base` is its document, or null if unknown. */
export function measuresOf(base: Readonly<Record<string, unknown>> | null): MeasureChoice[] {
  const machine = (base?.['machine'] ?? {}) as Record<string, unknown>;
  const names = measureNames({
    ZONE: named(machine['zones']),
    TASK: [...new Set(named(base?.['workload']))],
    DEVICE: named(base?.['devices']),
  });
  return names.map((name) => ({ name, title: axisTitle(measureOf(name)) }));
}

/** Returns the measures with all of these words in their name or title. */
export function searchMeasures(choices: readonly MeasureChoice[], text: string): MeasureChoice[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ name, title }) => {
    const all = `${name} ${title}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
