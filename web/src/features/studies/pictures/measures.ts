/** Measures of a study by their names: of which lane they are, a title that a person reads, and a unit. */

/** Of which lane a measure is; a ratio is lane B's value divided by lane A's. */
type MeasureLane = 'a' | 'b' | 'ratio';

/** Units of values. Events have none that is written. */
export type Unit = 's' | 'ms' | '%' | 'pages' | 'kB' | 'times' | 'per second' | '';

/** A measure. */
export interface Measure {
  /** As the study names it, lane included. */
  name: string;
  lane: MeasureLane;
  /** The name without its lane. */
  inner: string;
  /** What is measured, beginning with a capital letter where it is a word. */
  title: string;
  /** Unit of a lane's value; a ratio has none. */
  unit: Unit;
}

const LANES: Record<string, MeasureLane> = { 'a:': 'a', 'b:': 'b', 'ratio:': 'ratio' };

/** The measure of a name. */
export function measureOf(name: string): Measure {
  const prefix = /^(?:a|b|ratio):/.exec(name)?.[0] ?? '';
  const inner = name.slice(prefix.length);
  const [title, unit] = meaningOf(inner);
  return { name, lane: LANES[prefix] ?? 'a', inner, title, unit };
}

/** Title with lane, as it stands in a list of measures. */
export function fullTitle({ title, lane }: Measure): string {
  const of = { a: title, b: `${title}, lane B`, ratio: `${title}, B ÷ A` };
  return of[lane];
}

/** A title inside a sentence: only names and abbreviations keep their capital letter. */
export function inSentence(title: string): string {
  return /^[A-Z][a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** The title of an axis: what it measures and the unit. */
export function axisTitle({ title, lane, unit }: Measure): string {
  if (lane === 'ratio') {
    return `${title}, B against A`;
  }
  return unit === '' ? title : `${title}, ${unit}`;
}

/** Whether less of it means that the workload ends earlier. */
export function isElapsed({ inner }: Measure): boolean {
  return inner === 'elapsed_seconds';
}

type Meaning = readonly [title: string, unit: Unit];

/** Counters that count events, or something else than pages. */
const COUNTERS: Record<string, Meaning> = {
  allocstall: ['Allocations that entered direct reclaim', 'times'],
  instant_freed: ['Pages freed when their I/O ended', 'pages'],
  kswapd_high_wmark_hit_quickly: ['kswapd woke again soon, below the high watermark', 'times'],
  kswapd_low_wmark_hit_quickly: ['kswapd woke again soon, below the low watermark', 'times'],
  kswapd_skip_congestion_wait: ['Naps that kswapd skipped', 'times'],
  kswapd_steal: ['Pages freed by kswapd', 'pages'],
  ksd_stall: ['Naps of kswapd', 'times'],
  ksd_wait_jiffies: ['Time of kswapd in naps, jiffies', ''],
  mm_vmscan_writepage_direct: ['File pages written by direct reclaim', 'pages'],
  mm_vmscan_writepage_kswapd: ['File pages written by kswapd', 'pages'],
  nr_dirtied: ['Pages dirtied', 'pages'],
  nr_vmscan_immediate_reclaim: ['Pages marked to be freed after writeback', 'pages'],
  nr_vmscan_write: ['Pages written by reclaim', 'pages'],
  nr_vmscan_write_skip: ['Dirty file pages that reclaim skipped', 'pages'],
  nr_written: ['Pages written', 'pages'],
  oom_kill: ['Tasks killed for lack of memory', ''],
  pageoutrun: ['Runs of kswapd', 'times'],
  pg_rclm: ['Pages freed by allocations before a nap', 'pages'],
  pg_stall: ['Naps of allocations', 'times'],
  pg_stall_slept: ['Naps of allocations that took time', 'times'],
  pg_wait_jiffies: ['Time of allocations in naps, jiffies', ''],
  pgactivate: ['Pages activated', 'pages'],
  pgalloc: ['Pages allocated', 'pages'],
  pgdeactivate: ['Pages deactivated', 'pages'],
  pgfault: ['Page faults', 'times'],
  pgfree: ['Pages freed', 'pages'],
  pgmajfault: ['Page faults that read from disk', 'times'],
  pgpgin: ['Data read from disks', 'kB'],
  pgpgout: ['Data written to disks', 'kB'],
  pgrefill: ['Active pages scanned', 'pages'],
  pgrotated: ['Pages moved to the tail after writeback', 'pages'],
  pgscan_direct: ['Pages scanned by direct reclaim', 'pages'],
  pgscan_direct_throttle: ['Direct reclaims held back', 'times'],
  pgscan_kswapd: ['Pages scanned by kswapd', 'pages'],
  pgsteal: ['Pages freed by reclaim', 'pages'],
  pgsteal_direct: ['Pages freed by direct reclaim', 'pages'],
  pgsteal_kswapd: ['Pages freed by kswapd', 'pages'],
  pswpin: ['Pages read from swap', 'pages'],
  pswpout: ['Pages written to swap', 'pages'],
  reclaim_throttled: ['Calls of wait_iff_congested by throttled reclaim', 'times'],
  slabs_scanned: ['Slab objects scanned', ''],
  tree_lock_rounds: ['Times that reclaim took a tree_lock', 'times'],
  unevictable_pgs_culled: ['Pages moved to the unevictable list', 'pages'],
  wait_iff_congested: ['Calls of wait_iff_congested', 'times'],
  workingset_activate: ['Refaulted pages that started active', 'pages'],
  workingset_refault: ['Refaulted file pages', 'pages'],
};

function counterOf(name: string): Meaning {
  return COUNTERS[name] ?? [name, ''];
}

/** What a name of `engine-wasm/results/src/measure.rs` means; an unknown name stands for itself. */
function meaningOf(inner: string): Meaning {
  const [kind = '', one = '', two = '', three = ''] = inner.split(':');
  const of = (name: string, where: string): Meaning => {
    const [title, unit] = counterOf(name);
    return [`${title}, ${where}`, unit];
  };
  switch (kind) {
    case 'elapsed_seconds':
      return ['Elapsed time', 's'];
    case 'kswapd_efficiency_percent':
      return ['Pages that kswapd freed, of those scanned', '%'];
    case 'total_efficiency_percent':
      return ['Pages that reclaim freed, of those scanned', '%'];
    case 'peak':
      return [`Highest dirty share of zone ${one}`, '%'];
    case 'counter':
      return counterOf(one);
    case 'zone':
      return of(two, `zone ${one}`);
    case 'device':
      return two === 'busy_seconds'
        ? [`Time that ${one} is busy`, 's']
        : [`Average wait of a request to ${one}`, 'ms'];
    case 'task':
      return two === 'longest_stall_ms'
        ? [`Longest stall of ${one}`, 'ms']
        : [`CPU time of ${one}`, two === 'cpu_ms' ? 'ms' : 's'];
    case 'laps':
      return [`Items per second, laps of ${one}`, 'per second'];
    case 'after':
      return of(two, `at the end of lap ${one}`);
    case 'since':
      return of(two, `after lap ${one}`);
    case 'function':
      return [`Share of CPU time in ${one}`, '%'];
    case 'at_pageout':
      return [
        `Mean ${three} pages of ${two === 'zone' ? `zone ${one}` : 'the machine'} when reclaim writes in ${one}`,
        'pages',
      ];
    default:
      return [inner, ''];
  }
}
