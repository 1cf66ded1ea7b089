/** The measures by which the lanes are compared. */
import {
  formatChange,
  formatCount,
  formatNumber,
  formatSigned,
  formatTick,
} from '../../base/format.ts';
import type { CounterName, FigureName } from '../../engine/types.ts';
import type { SampleHistory, SampleIndex } from './history.ts';

/** Whether a higher value of a measure is better or worse than a lower one; neutral: neither. */
type Direction = 'better' | 'worse' | 'neutral';

/**
 * Decides which measures are coloured as good or bad, by their id; the measures of all zones share the key
 * `dirty-zone`. No other place decides this.
 */
const DIRECTIONS = {
  throughput: 'better',
  nr_vmscan_write: 'worse',
  allocstall: 'worse',
  pgrotated: 'neutral',
  efficiency: 'better',
  dirty: 'neutral',
  'dirty-zone': 'neutral',
} as const satisfies Record<string, Direction>;

/** Key of a measure's direction. */
export type MeaningId = keyof typeof DIRECTIONS;

/** Returns the direction of a measure. */
function directionOf(id: MeaningId): Direction {
  return DIRECTIONS[id];
}

/** The part of a lane that metrics read. */
export interface LaneSeries {
  index: SampleIndex;
  history: SampleHistory;
  /** The newest sample and its time; the history may not have it yet. */
  now: Float64Array;
  nowNs: number;
  finished: boolean;
}

/** A measure. The charts explain it. */
export interface Metric {
  id: string;
  title: string;
  unit: string;
  /** For a counter whose name says little: what it counts, in two plain words. */
  counts?: string;
  /** Whether a higher value is better. */
  more: Direction;
  /** Key of its direction in `DIRECTIONS`: all zones share one key. */
  meaning: MeaningId;
  /**
   * A total since the start, which keeps its value after the end; a rate, which after the end is the rate of the whole
   * run; or a level.
   */
  kind: 'total' | 'rate' | 'level';
  /** Whether the value is a share of all that happened since the start, not of the last seconds. */
  sinceStart?: boolean;
  /** Whether the value may peak briefly; the axis then need not extend to the highest value. */
  burst?: boolean;
  /** Returns a function from a row of the lane's history to the value; NaN if there is none. */
  over(lane: LaneSeries): (row: number) => number;
  /** The current value. */
  now(lane: LaneSeries): number;
  format(value: number): string;
  /** Formats a label of the axis. */
  tick(value: number): string;
  /** Why there may be no value; absent if there always is one. */
  absent?: string;
  /** Limits that the value should stay below, one line per lane. */
  limits?: readonly Limit[];
  /** Describes B compared with A. */
  compare(a: number, b: number): string;
  /** The measure by which the lanes are compared while they run, if the current value fluctuates too much. */
  soFar?: Pick<Metric, 'over' | 'now' | 'format'>;
}

/** A limit that a measure should stay below. */
interface Limit extends Pick<Metric, 'over' | 'now'> {
  title: string;
}

/**
 * Returns a measure at an earlier time, NaN if it is unknown. Interpolates between two samples, because the lanes'
 * samples may have different times.
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
  // Do not interpolate if a value is missing, nor towards the current value of an ended lane: its rate is that of the
  // whole run.
  if (Number.isNaN(value) || (isLast && lane.finished)) {
    return before;
  }
  return Number.isInteger(before) && Number.isInteger(after) ? Math.round(value) : value;
}

/** Virtual time over which a rate is averaged. */
export const RATE_NS = 10e9;

/** Returns the direction of a measure and the key of this direction. */
function meant(meaning: MeaningId): Pick<Metric, 'more' | 'meaning'> {
  return { more: directionOf(meaning), meaning };
}

function counter(id: CounterName & MeaningId, unit: string, counts = unit): Metric {
  return {
    id,
    title: id,
    unit,
    counts,
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

/** Rate in MB/s of the bytes of the last 10 s, or of all bytes if less time has passed; NaN at time 0. */
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

/** Throughput of the workload over the last ten virtual seconds. */
export const throughput: Metric = {
  id: 'throughput',
  title: 'Throughput',
  unit: 'MB/s',
  ...meant('throughput'),
  kind: 'rate',
  burst: true,
  over({ index, history }) {
    const position = index.position('bytes_done');
    // Interpolate: rows can be far apart, and the previous row would cover more than ten seconds.
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
    // If the last row is older than `fromNs`, interpolate between that row and the current sample.
    const before =
      fromNs > lastNs ? last + (bytes - last) * ((fromNs - lastNs) / (nowNs - lastNs)) : last;
    return rate(bytes - before, nowNs);
  },
  format: (value) => (Number.isNaN(value) ? '–' : formatNumber(value, 1)),
  tick: formatTick,
  compare: (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? '' : formatChange(a, b)),
  soFar: done,
};

/** Pages that kswapd freed per hundred scanned. */
const efficiency: Metric = {
  id: 'efficiency',
  title: 'kswapd efficiency',
  unit: '',
  ...meant('efficiency'),
  kind: 'total',
  sinceStart: true,
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

/** Returns a gauge of the machine as a limit line. */
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

/** Dirty and writeback pages of the machine, with its two limits. */
const dirtyPages: Metric = {
  id: 'dirty',
  ...gaugeLine('Dirty and writeback', ['nr_dirty', 'nr_writeback']),
  unit: 'pages',
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
 * Returns the measure: dirty and writeback pages of a zone as a share of its free, file and anonymous pages. The
 * kernel's dirtyable memory does not fit as the denominator, since nr_writeback also counts anonymous pages under
 * writeback to swap.
 */
function dirtyShare(zone: string): Metric {
  return {
    id: `dirty-${zone}`,
    title: `Dirty share of ${zone}`,
    unit: '',
    ...meant('dirty-zone'),
    kind: 'level',
    absent: `${zone} has no pages that can be dirty`,
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

/** Whether the samples of a machine have the zone. */
function hasZone(index: SampleIndex, zone: string): boolean {
  return DIRTY_PARTS.every((name) => index.has(name, zone));
}

/** Dirty share of a zone in a sample, percent; NaN if no page of the zone could be dirty. */
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

/** Returns all measures for a machine with these zones. */
export function metricsFor(zones: readonly string[]): Metric[] {
  return [
    throughput,
    counter('nr_vmscan_write', 'pages', 'reclaim writes'),
    counter('allocstall', 'times', 'direct reclaims'),
    counter('pgrotated', 'pages'),
    efficiency,
    dirtyPages,
    ...[...zones].reverse().map(dirtyShare),
  ];
}

/** Minimum upper end of a chart's axis, so that small percentages do not look large. */
export function leastOf(metric: Metric): number {
  return metric.format(50) === '50 %' ? 20 : 1;
}
