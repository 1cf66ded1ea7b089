/** Measures of a study by their names: of which lane they are, a title that a person reads, and a unit. */

/** Of which lane a measure is; a ratio is lane B's value divided by lane A's. */
type MeasureLane = 'a' | 'b' | 'ratio';

/** Units of values. Events have none that is written. */
export type Unit = 's' | 'ms' | '%' | 'pages' | 'kB' | 'MB' | 'MB/s' | 'times' | 'per second' | '';

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

/** Whether more of it is better: work done, and pages freed of those scanned. */
export function isGain({ inner, unit }: Measure): boolean {
  return unit === 'MB/s' || unit === 'per second' || /(efficiency_percent|:done_mb)$/.test(inner);
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

/** Of a device, by the names of `engine-wasm/results/src/measure/device.rs`. */
const DEVICE: Record<string, (device: string) => Meaning> = {
  average_wait_ms: (device) => [`Average wait of a request to ${device}`, 'ms'],
  busy_seconds: (device) => [`Time that ${device} is busy`, 's'],
  busy_percent: (device) => [`Share of the time that ${device} is busy`, '%'],
  idle_percent: (device) => [`Share of the time that ${device} is idle`, '%'],
  read_mb: (device) => [`Data read from ${device}`, 'MB'],
  written_mb: (device) => [`Data written to ${device}`, 'MB'],
  writes: (device) => [`Write requests to ${device}`, 'times'],
  single_page_writes: (device) => [`Write requests of one page to ${device}`, 'times'],
  mean_write_kb: (device) => [`Mean size of a write request to ${device}`, 'kB'],
  positioning_seconds: (device) => [`Time that ${device} spends seeking and turning`, 's'],
  transfer_seconds: (device) => [`Time that ${device} spends on transfers`, 's'],
  copying_seconds: (device) => [`Time that ${device} spends on copying inside its flash`, 's'],
};

/** Of the tasks of a workload entry, by the names of `engine-wasm/results/src/measure/task.rs`. */
const TASK: Record<string, (task: string) => Meaning> = {
  cpu_ms: (task) => [`CPU time of ${task}`, 'ms'],
  cpu_seconds: (task) => [`CPU time of ${task}`, 's'],
  longest_stall_ms: (task) => [`Longest stall of ${task}`, 'ms'],
  stall_seconds: (task) => [`Time that ${task} stalls in memory management`, 's'],
  least_stall_seconds: (task) => [`Time of stalls of the task of ${task} that stalls least`, 's'],
  most_stall_seconds: (task) => [`Time of stalls of the task of ${task} that stalls most`, 's'],
  done_mb: (task) => [`Data that ${task} read and wrote`, 'MB'],
  idle_seconds: (task) => [`Time that ${task} sleeps`, 's'],
  running_seconds: (task) => [`Time that ${task} runs`, 's'],
  waiting_for_cpu_seconds: (task) => [`Time that ${task} waits for a CPU`, 's'],
  waiting_for_io_seconds: (task) => [`Time that ${task} waits for I/O`, 's'],
  throttled_seconds: (task) => [`Time that ${task} waits in balance_dirty_pages`, 's'],
  direct_reclaim_seconds: (task) => [`Time that ${task} reclaims for itself`, 's'],
  congestion_wait_seconds: (task) => [`Time that ${task} waits in congestion_wait`, 's'],
  waiting_for_peer_seconds: (task) => [`Time that ${task} waits for another task`, 's'],
};

/** Of the whole run. */
const RUN: Record<string, Meaning> = {
  elapsed_seconds: ['Elapsed time', 's'],
  throughput_mb_per_s: ['Throughput', 'MB/s'],
  kswapd_efficiency_percent: ['Pages that kswapd freed, of those scanned', '%'],
  total_efficiency_percent: ['Pages that reclaim freed, of those scanned', '%'],
  scanned_dirty_percent: ['Dirty pages among those that reclaim scanned', '%'],
  allocated_by_others_percent: ['Pages that others took, of those freed before a nap', '%'],
};

/** Computed from counters, by the names of the engine's report. */
const DERIVED: Record<string, Meaning> = {
  direct_efficiency_basis_points: ['Pages that direct reclaim freed, of 10,000 scanned', ''],
  direct_share_of_scan_basis_points: ['Pages scanned by direct reclaim, of 10,000 scanned', ''],
  file_pages_written_by_reclaim: ['File pages written by reclaim', 'pages'],
  kswapd_efficiency_basis_points: ['Pages that kswapd freed, of 10,000 scanned', ''],
  nr_dirty_background_threshold: ['Background dirty limit', 'pages'],
  nr_dirty_threshold: ['Dirty limit', 'pages'],
  pg_stall_allocated_in_reclaim: ['Pages that others allocated during a reclaim', 'pages'],
  pg_stall_allocated_in_wait: ['Pages that others allocated during a nap', 'pages'],
  removed_run_hundredths: ['Pages removed at once, in hundredths of a page', ''],
  tree_lock_contended: ['Times that a tree_lock was taken while another CPU held it', 'times'],
  tree_lock_spin_ns: ['Time spent waiting for a tree_lock, ns', ''],
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
  const own = RUN[inner];
  if (own) {
    return own;
  }
  switch (kind) {
    case 'peak':
      return [`Highest dirty share of zone ${one}`, '%'];
    case 'mean':
      return [`Mean dirty share of zone ${one}`, '%'];
    case 'counter':
      return counterOf(one);
    case 'zone':
      return of(two, `zone ${one}`);
    case 'device':
      return DEVICE[two]?.(one) ?? [inner, ''];
    case 'task':
      return TASK[two]?.(one) ?? [inner, ''];
    case 'derived':
      return DERIVED[one] ?? [inner, ''];
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
