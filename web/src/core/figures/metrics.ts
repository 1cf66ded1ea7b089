/** The measures that the lanes are compared by. */
import {
  formatChange,
  formatCount,
  formatNumber,
  formatSigned,
  formatTick,
} from '../../base/format.ts';
import type { CounterName, FigureName } from '../../engine/types.ts';
import type { SampleHistory, SampleIndex } from './history.ts';

/** What more of a measure means. */
type Direction = 'better' | 'worse' | 'neutral';

/** The one place that decides what is coloured, by the id of the measure; that of a zone by what stands before the zone's name. */
const DIRECTIONS = {
  throughput: 'better',
  nr_vmscan_write: 'worse',
  allocstall: 'worse',
  pgrotated: 'neutral',
  efficiency: 'better',
  dirty: 'neutral',
  'dirty-zone': 'neutral',
} as const satisfies Record<string, Direction>;

/** A measure that has a direction. */
export type MeaningId = keyof typeof DIRECTIONS;

/** What more of it means. */
function directionOf(id: MeaningId): Direction {
  return DIRECTIONS[id];
}

/** A lane as metrics see it. */
export interface LaneSeries {
  index: SampleIndex;
  history: SampleHistory;
  /** The newest sample and its time, which history may not hold yet. */
  now: Float64Array;
  nowNs: number;
  finished: boolean;
}

/** One measure with its wording. */
export interface Metric {
  id: string;
  title: string;
  unit: string;
  explanation: string;
  /** What more of it means. */
  more: Direction;
  /** What that is told by: the measure of a zone as that of all zones. */
  meaning: MeaningId;
  /** What it is: a total since the start, which stays after the end; a rate, at the end that of the whole run; a level. */
  kind: 'total' | 'rate' | 'level';
  /** Whether it may burst for a moment, so that the axis must not follow the highest value. */
  burst?: boolean;
  /** The values of the lane's history by row; NaN where there is none. */
  over(lane: LaneSeries): (row: number) => number;
  /** Value now. */
  now(lane: LaneSeries): number;
  format(value: number): string;
  /** A value beside the axis. */
  tick(value: number): string;
  /** Why there is no value, where there may be none. */
  absent?: string;
  /** Lines that it should stay below, each lane its own. */
  limits?: readonly Limit[];
  /** B against A. */
  compare(a: number, b: number): string;
  /** What B is compared with A by while they run, where a value of the moment would tell another story at each. */
  soFar?: Pick<Metric, 'over' | 'now' | 'format'>;
}

/** A line that a measure should stay below. */
interface Limit extends Pick<Metric, 'over' | 'now'> {
  title: string;
}

/**
 * A measure at an earlier moment of the lane's history, NaN where nothing is known of it. Between two samples it lies on
 * the line between them: the lanes' samples need not be of the same moments.
 */
export function metricAt(
  metric: Pick<Metric, 'over' | 'now'>,
  lane: LaneSeries,
  ns: number,
): number {
  const { history, nowNs } = lane;
  if (ns >= nowNs) {
    return ns === nowNs ? metric.now(lane) : Number.NaN;
  }
  const row = history.rowAt(ns);
  if (row < 0) {
    return Number.NaN;
  }
  const valueOf = metric.over(lane);
  const before = valueOf(row);
  const fromNs = history.time(row);
  const isLast = row + 1 >= history.length;
  const toNs = isLast ? nowNs : history.time(row + 1);
  if (ns === fromNs || toNs <= fromNs) {
    return before;
  }
  const after = isLast ? metric.now(lane) : valueOf(row + 1);
  const value = before + (after - before) * ((ns - fromNs) / (toNs - fromNs));
  // A rate of the whole run, or a value that begins there, is no end of a line.
  if (Number.isNaN(value) || (isLast && lane.finished)) {
    return before;
  }
  return Number.isInteger(before) && Number.isInteger(after) ? Math.round(value) : value;
}

/** Virtual time over which a rate is taken. */
export const RATE_NS = 10e9;

/** What more of a measure means, and what that is told by. */
function meant(meaning: MeaningId): Pick<Metric, 'more' | 'meaning'> {
  return { more: directionOf(meaning), meaning };
}

function counter(id: CounterName & MeaningId, unit: string, explanation: string): Metric {
  return {
    id,
    title: id,
    unit,
    explanation,
    ...meant(id),
    kind: 'total',
    over({ index, history }) {
      const position = index.position(id);
      return (row) => history.value(row, position);
    },
    now: ({ index, now }) => index.value(now, id),
    format: formatCount,
    tick: formatTick,
    compare: formatChange,
  };
}

function percent(value: number): string {
  return Number.isNaN(value) ? '–' : `${Math.round(value)} %`;
}

function comparePoints(a: number, b: number): string {
  return Number.isNaN(a) || Number.isNaN(b) ? '' : formatSigned(b - a, 'pt');
}

/** Megabytes a second of what was done up to a time; NaN where that is the start. */
function rate(bytes: number, toNs: number): number {
  return (bytes / Math.min(toNs, RATE_NS)) * 1e3;
}

/** Megabytes that the workload has written or read since the start. */
const done = {
  over({ index, history }: LaneSeries) {
    const position = index.position('bytes_done');
    return (row: number) => history.value(row, position) / 1e6;
  },
  now: ({ index, now }: LaneSeries) => index.value(now, 'bytes_done') / 1e6,
  format: (value: number) => formatNumber(value, 1),
};

/** Bytes of the workload a second, over the last ten virtual seconds. */
export const throughput: Metric = {
  id: 'throughput',
  title: 'Throughput',
  unit: 'MB/s',
  explanation:
    'Data that the workload read or wrote per second, over the last 10 s of virtual time; after its end, over the whole run. B is compared with A by all data so far.',
  ...meant('throughput'),
  kind: 'rate',
  burst: true,
  over({ index, history }) {
    const position = index.position('bytes_done');
    // Rows can be far apart: the one before would count more than ten seconds.
    return (row) => {
      const ns = history.time(row);
      return rate(history.value(row, position) - history.valueAt(ns - RATE_NS, position), ns);
    };
  },
  now({ index, history, now, nowNs, finished }) {
    if (finished) {
      return nowNs > 0 ? (index.value(now, 'bytes_done') / nowNs) * 1e3 : Number.NaN;
    }
    const bytes = index.value(now, 'bytes_done');
    const fromNs = nowNs - RATE_NS;
    const lastNs = history.length > 0 ? history.time(history.length - 1) : nowNs;
    const last = history.valueAt(fromNs, index.position('bytes_done'));
    // Where the last row is older than that, it lies between that row and now.
    const before =
      fromNs > lastNs ? last + (bytes - last) * ((fromNs - lastNs) / (nowNs - lastNs)) : last;
    return rate(bytes - before, nowNs);
  },
  format: (value) => (Number.isNaN(value) ? '–' : formatNumber(value, 1)),
  tick: formatTick,
  compare: (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? '' : formatChange(a, b)),
  soFar: done,
};

/** Pages that kswapd freed of a hundred that it scanned. */
const efficiency: Metric = {
  id: 'efficiency',
  title: 'kswapd efficiency',
  unit: '',
  explanation: 'kswapd_steal as a share of pgscan_kswapd, since the start.',
  ...meant('efficiency'),
  kind: 'total',
  absent: 'no scan yet',
  over({ index, history }) {
    const freed = index.position('kswapd_steal');
    const scanned = index.position('pgscan_kswapd');
    return (row) => ratio(history.value(row, freed), history.value(row, scanned));
  },
  now: ({ index, now }) =>
    ratio(index.value(now, 'kswapd_steal'), index.value(now, 'pgscan_kswapd')),
  format: percent,
  tick: percent,
  compare: comparePoints,
};

function ratio(part: number, whole: number): number {
  return whole > 0 ? (part / whole) * 100 : Number.NaN;
}

/** A gauge of the machine as a line. */
function gaugeLine(title: string, names: readonly FigureName[]): Limit {
  return {
    title,
    over({ index, history }) {
      const positions = names.map((name) => index.position(name));
      return (row) => positions.reduce((sum, position) => sum + history.value(row, position), 0);
    },
    now: ({ index, now }) => names.reduce((sum, name) => sum + index.value(now, name), 0),
  };
}

/** Dirty and writeback pages of the machine against its two limits. */
const dirtyPages: Metric = {
  id: 'dirty',
  ...gaugeLine('Dirty and writeback', ['nr_dirty', 'nr_writeback']),
  unit: 'pages',
  explanation:
    'nr_dirty and nr_writeback of the machine. Dashed: the background limit, above which the flusher writes, and the dirty limit. Writers are free up to the freerun ceiling, halfway between the two. Above it balance_dirty_pages holds them back, each task at a limit of its own, which lies below the dirty limit.',
  ...meant('dirty'),
  kind: 'level',
  format: formatCount,
  tick: formatTick,
  compare: formatChange,
  limits: [
    gaugeLine('dirty limit', ['nr_dirty_threshold']),
    gaugeLine('background limit', ['nr_dirty_background_threshold']),
  ],
};

/**
 * Dirty and writeback pages of a zone as a share of the pages that can be either: free, file and anonymous ones. The
 * kernel's dirtyable memory would not do, since nr_writeback also counts anonymous pages on their way to swap.
 */
function dirtyShare(zone: string): Metric {
  return {
    id: `dirty-${zone}`,
    title: `Dirty share of ${zone}`,
    unit: '',
    explanation: `nr_dirty and nr_writeback of ${zone} as a share of its free, file and anonymous pages.`,
    ...meant('dirty-zone'),
    kind: 'level',
    absent: `nothing in ${zone} could be dirty`,
    over({ index, history }) {
      if (!hasZone(index, zone)) {
        return () => Number.NaN;
      }
      const positions = DIRTY_PARTS.map((name) => index.position(name, zone));
      return (row) => dirtyOf(positions.map((position) => history.value(row, position)));
    },
    now: ({ index, now }) => dirtyShareOf(index, now, zone),
    format: percent,
    tick: percent,
    compare: comparePoints,
  };
}

const DIRTY_PARTS = [
  'nr_dirty',
  'nr_writeback',
  'nr_free_pages',
  'nr_inactive_file',
  'nr_active_file',
  'nr_inactive_anon',
  'nr_active_anon',
  'nr_unevictable',
  'nr_isolated',
] as const;

/** The other lane's machine may have other zones. */
function hasZone(index: SampleIndex, zone: string): boolean {
  return DIRTY_PARTS.every((name) => index.has(name, zone));
}

/** Dirty share of a zone in a sample, percent; NaN where nothing could be dirty. */
export function dirtyShareOf(index: SampleIndex, sample: Float64Array, zone: string): number {
  if (!hasZone(index, zone)) {
    return Number.NaN;
  }
  return dirtyOf(DIRTY_PARTS.map((name) => index.value(sample, name, zone)));
}

function dirtyOf(parts: number[]): number {
  const [dirty = 0, writeback = 0, ...pages] = parts;
  return ratio(
    dirty + writeback,
    pages.reduce((sum, count) => sum + count, 0),
  );
}

/** All measures for a machine with these zones. */
export function metricsFor(zones: readonly string[]): Metric[] {
  return [
    throughput,
    counter(
      'nr_vmscan_write',
      'pages',
      'Pages that reclaim itself wrote, one by one, instead of leaving them to the flusher.',
    ),
    counter(
      'allocstall',
      'times',
      'Times that a task had to reclaim memory for itself before it got a page.',
    ),
    counter(
      'pgrotated',
      'pages',
      'Pages moved to the tail of their list when their writeback ended, to be freed next.',
    ),
    efficiency,
    dirtyPages,
    ...[...zones].reverse().map(dirtyShare),
  ];
}

/** Least top of a chart's axis: percentages of little must not look like much. */
export function leastOf(metric: Metric): number {
  return metric.format(50) === '50 %' ? 20 : 1;
}
