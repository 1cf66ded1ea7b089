/**
 * Published figures and their verdicts: the texts for tables, figures and verdicts; and the verdicts at full size,
 * which `npm run results` computed in advance and wrote to a file next to the app.
 */
import type { OutlineLine, OutlineRow, Verdict } from '../engine/generated/scenario.ts';

const TABLES: Record<string, string> = {
  'congestion_wait metrics': 'Stalls in congestion_wait()',
  '512M': '512 MiB of RAM',
  '1024M': '1 GiB of RAM',
  '4608M': '4.5 GiB of RAM',
  'USB laptop': 'USB stick, 1 GiB of RAM',
  'reclaim print log Normal': 'Reclaim’s log, zone Normal',
  'reclaim print log DMA': 'Reclaim’s log, zone DMA',
  'perf counters dd fuse-ntfs': 'Copy of 8 GiB to a USB stick',
  text: 'Throughput, as stated in the text',
  'fs_mark xfs 2G (preliminary)': 'fs_mark on XFS, 2 GiB of RAM',
  'test1 profile diff': 'Reading 2,000 files, change in the profile',
  'test1 text': 'Reading 2,000 files, as stated in the text',
  'test2 perf report': 'dd of 4 GB, profile',
  'test2 perf diff': 'dd of 4 GB, change in the profile',
  'test2 text': 'dd of 4 GB, as stated in the text',
  'vmstat deltas': 'Five kernel builds, /proc/vmstat',
  'three runs': 'Write, read, anonymous memory',
  'more runs': 'fs_mark, block device, ext4, mapping, readers',
};

const ROWS: Record<string, string> = {
  'write-3x-ram': 'Write three times the size of RAM',
  'cyclic-read-115pct': 'Read 115 % of RAM in a cycle',
  'anon-hog-120pct-swap': 'Touch 120 % of RAM, with swap',
  'kernel build x5': 'Five kernel builds',
};

/** Patches of kernels of 2010, by the suffix of the kernel's version. */
const PATCHES: Record<string, string> = {
  asyncconfusion: 'congestion queue fixed',
  revertevict: 'evict-once reverted',
  ttyfix: 'tty fixed',
};

const FIGURES: Record<string, string> = {
  'pg-Stall': 'Waits of the allocator',
  'pg-Wait': 'Time that the allocator waits',
  'pg-Rclm': 'Pages freed before waits of the allocator',
  'ksd-stall': 'kswapd naps',
  'ksd-wait': 'Length of a kswapd nap',
  files_per_sec_mean: 'Files written per second',
  elapsed: 'Elapsed time',
  'seconds time elapsed': 'Elapsed time',
  real: 'Elapsed time',
  user: 'CPU time in user mode',
  sys: 'CPU time in the kernel',
  'task-clock-msecs': 'CPU time',
  kswapd_efficiency: 'Share of scanned pages freed by kswapd',
  'kswapd efficiency': 'Share of scanned pages freed by kswapd',
  'total efficiency': 'Share of scanned pages freed by reclaim',
  'file pages written by reclaim': 'File pages written by reclaim',
  avg_wait: 'Average wait of a request',
  'disk busy': 'Disk busy time',
  'nr_vmscan_write, a run': 'Pages written by reclaim per run',
  'stated throughput increase': 'Throughput increase',
  disk_throughput_change: 'Disk throughput change',
};

/** Descriptions of the counters of /proc/vmstat; a zone may follow the name. */
const COUNTERS: Record<string, string> = {
  allocstall: 'Allocations that entered direct reclaim',
  kswapd_high_wmark_hit_quickly: 'kswapd kept awake below the high watermark',
  kswapd_low_wmark_hit_quickly: 'Quick kswapd wake-ups below the low watermark',
  kswapd_skip_congestion_wait: 'Naps that kswapd skipped',
  kswapd_steal: 'Pages freed by kswapd',
  nr_dirtied: 'Pages dirtied',
  nr_vmscan_immediate_reclaim: 'Pages marked to be freed after writeback',
  nr_vmscan_write: 'Pages written by reclaim',
  nr_written: 'Pages written',
  pageoutrun: 'Runs of kswapd',
  pgactivate: 'Pages activated',
  pgalloc: 'Pages allocated',
  pgdeactivate: 'Pages deactivated',
  pgfault: 'Page faults',
  pgfree: 'Pages freed',
  pgmajfault: 'Page faults that read from disk',
  pgpgin: 'Data read from disks',
  pgpgout: 'Data written to disks',
  pgrefill: 'Active pages scanned',
  pgrotated: 'Pages moved to the tail after writeback',
  'pgscan direct': 'Pages scanned by direct reclaim',
  pgscan_direct: 'Pages scanned by direct reclaim',
  pgscan_kswapd: 'Pages scanned by kswapd',
  pgsteal: 'Pages freed by reclaim',
  pgsteal_direct: 'Pages freed by direct reclaim',
  pgsteal_kswapd: 'Pages freed by kswapd',
  pswpin: 'Pages read from swap',
  pswpout: 'Pages written to swap',
  unevictable_pgs_culled: 'Pages moved to the unevictable list',
};

const ZONES: Record<string, string> = {
  dma: 'DMA',
  dma32: 'DMA32',
  normal: 'Normal',
  movable: 'Movable',
};

/** Returns the title of a table. */
export function tableTitle(name: string): string {
  return TABLES[name] ?? capital(name);
}

/** Returns the title of a row: its machine, kernel or moment. */
export function rowTitle({ row }: Pick<OutlineRow, 'row'>): string {
  const known = ROWS[row];
  if (known !== undefined) {
    return known;
  }
  const sample = /^sample (\d+)$/.exec(row);
  if (sample) {
    return `Line ${sample[1]} of the log`;
  }
  const machine = /^(\d+)M(1P|-4X|-16X)?-xfs$/.exec(row);
  if (machine) {
    return MACHINES[machine[2] ?? ''] ?? row;
  }
  const kernel = /^(2\.6\.[\d.]+(?:-rc1)?)((?:-[a-z]+)*)(, after setup)?$/.exec(row);
  if (kernel) {
    const patches = (kernel[2] ?? '').split('-').flatMap((name) => PATCHES[name] ?? []);
    return [`Linux ${kernel[1]}`, ...patches].join(', ');
  }
  return capital(row);
}

const MACHINES: Record<string, string> = {
  '': 'A thread per CPU',
  '1P': 'One thread',
  '-4X': 'Four threads per CPU',
  '-16X': 'Sixteen threads per CPU',
};

/** Returns the title of a figure. */
export function figureTitle({ metric }: Pick<OutlineLine, 'metric'>): string {
  const known = FIGURES[metric] ?? COUNTERS[metric];
  if (known !== undefined) {
    return known;
  }
  const [, counter = '', zone = ''] = /^(.*)_(dma|dma32|normal|movable)$/.exec(metric) ?? [];
  const counted = COUNTERS[counter];
  if (counted !== undefined) {
    return `${counted}, ${ZONES[zone]}`;
  }
  const share = /^(?:(dd|kswapd0|swapper) )?(\w+) cpu_share(_delta)?$/.exec(metric);
  if (share) {
    const task = share[1] === undefined ? '' : ` in ${share[1]}`;
    return `${share[3] === undefined ? 'CPU share' : 'Change in the CPU share'} of ${share[2]}${task}`;
  }
  const samples = /^([\w.]+) sample_(?:delta|change)$/.exec(metric);
  if (samples) {
    return `Change in the number of samples in ${samples[1]}`;
  }
  const peak = /^dirty peak (\w+)$/.exec(metric);
  if (peak) {
    return `Highest dirty share of ${peak[1]}`;
  }
  const state = /^(\w+), (zone|all zones)$/.exec(metric);
  if (state) {
    return `${capital(state[1] ?? '')} pages ${state[2] === 'zone' ? 'of the zone' : 'of all zones'}`;
  }
  return metric;
}

/**
 * Returns the workload of a row. The title of the row precedes it, unless the workload already begins with that title.
 */
export function placeTitle(row: Pick<OutlineRow, 'row' | 'workload'>): string {
  const [title, workload] = [rowTitle(row), capital(row.workload)];
  return row.row === 'all' || workload.startsWith(title) ? workload : `${title}: ${workload}`;
}

/** Capitalizes a name, except names of programs and counters. */
export function capital(name: string): string {
  return /^(?!dd\b)[a-z]+(?: |,|$)/.test(name)
    ? name.charAt(0).toUpperCase() + name.slice(1)
    : name;
}

const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const long = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 });

/** Formats a figure: integers with thousands separators, others with three significant digits or two decimals. */
export function formatFigure(value: number | null): string {
  if (value === null) {
    return '–';
  }
  const size = Math.abs(value);
  let text: string;
  if (size >= 1e8) {
    text = long.format(value);
  } else if (Number.isInteger(value) || size >= 1000) {
    text = whole.format(value);
  } else if (size >= 1) {
    text = value.toFixed(size >= 100 ? 1 : 2);
  } else {
    text = String(Number(value.toPrecision(2)));
  }
  return text.replace('-', '−');
}

/** Formats old → new, or the only value. */
export function formatPair(old: number | null, now: number | null, paired: boolean): string {
  return paired ? `${formatFigure(old)} → ${formatFigure(now)}` : formatFigure(old ?? now);
}

/** Returns new / old; null if the ratio is meaningless. */
export function ratioOf(old: number | null, now: number | null): number | null {
  return old === null || now === null || old === 0 ? null : now / old;
}

/**
 * Formats a ratio precisely enough to show a change of half a percent; small ratios with two digits. A negative ratio
 * is not shown.
 */
export function formatRatio(ratio: number | null): string {
  if (ratio === null || ratio < 0) {
    return '–';
  }
  if (ratio === 0 || ratio >= 100) {
    return `×${whole.format(ratio)}`;
  }
  if (ratio < 0.01) {
    return `×${Number(ratio.toPrecision(2))}`;
  }
  return `×${ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(3)}`;
}

/** A figure over several seeds. */
interface OverSeeds {
  least: number;
  median: number;
  most: number;
}

/** Formats the range of a figure over the seeds; null if they agree. */
export function formatRange(seeds: OverSeeds | null): string | null {
  return seeds === null || seeds.least === seeds.most
    ? null
    : `(${formatFigure(seeds.least)}–${formatFigure(seeds.most)})`;
}

/** Formats the least and the greatest ratio of a seed; null if they are equal. */
export function formatSpread(least: number | null, most: number | null): string | null {
  return least === null || most === null || least === most
    ? null
    : `${formatRatio(least)} … ${formatRatio(most)}`;
}

/** The allowed deviation of a figure for one kernel, which must be within at least one of the two bounds. */
export interface Within {
  factor?: number;
  difference?: number;
}

/** Formats an allowed deviation. */
export function formatWithin({ factor, difference }: Within, unit: string): string {
  const of = unit === 'events' ? '' : ` ${unit}`;
  const bounds = [
    ...(factor === undefined ? [] : [`÷ or × ${factor}`]),
    ...(difference === undefined ? [] : [`± ${formatFigure(difference)}${of}`]),
  ];
  return `allowed: ${bounds.join(', or ')}`;
}

/** The verdict on a figure, or why there is none. */
export type VerdictState = Verdict | 'too_small' | 'waiting' | 'failed';

/** The order in which verdict states are counted. */
export const VERDICT_STATES: readonly VerdictState[] = [
  'reproduced',
  'direction_only',
  'missed',
  'noise',
  'weak',
  'not_modelled',
  'too_small',
  'failed',
  'waiting',
];

/** Texts for the verdict states. */
export const VERDICT_NAMES: Record<VerdictState, string> = {
  reproduced: 'reproduced',
  direction_only: 'right direction only',
  missed: 'not reproduced',
  noise: 'noise in the original',
  weak: 'varies between repeats',
  not_modelled: 'not comparable',
  too_small: 'not comparable at Quick size',
  failed: 'run failed',
  waiting: 'not computed in this build',
};

/** The verdicts are up to date if they were computed for this identity, which the build defines. */
declare const __RESULTS_IDENTITY__: string;

type Value = number | null;
/** A value over several seeds. */
export type Spread = [least: number, median: number, most: number] | null;

/** The verdict, and the values with the old and the new kernel; with several seeds also their spread. */
export type ComputedEntry =
  | [verdict: Verdict, old: Value, now: Value]
  | [verdict: Verdict, old: Value, now: Value, Spread, Spread, least: Value, most: Value];

/** The file: for each posting one entry per figure, in order; null if a figure was not computed. */
export interface ComputedFile {
  identity: string;
  seeds: number;
  postings: Record<string, (ComputedEntry | null)[]>;
}

/** Fetches the file. Returns null if that fails: the page can compute everything itself. */
export async function fetchComputed(): Promise<ComputedFile | null> {
  try {
    const response = await fetch(new URL('computed/verdicts.json', document.baseURI));
    if (!response.ok) {
      return null;
    }
    const file = (await response.json()) as Partial<ComputedFile>;
    const complete = typeof file.identity === 'string' && typeof file.seeds === 'number';
    return complete && typeof file.postings === 'object' ? (file as ComputedFile) : null;
  } catch {
    return null;
  }
}

/** Whether an earlier version of the model computed the file. */
export function isStale({ identity }: ComputedFile): boolean {
  return identity !== __RESULTS_IDENTITY__;
}
