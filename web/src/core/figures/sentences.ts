/** Describes in words what a machine is doing, from two of its samples, and how the lanes compare by a measure. */
import { formatMebibytes, formatRatio, formatSeconds } from '../../base/format.ts';
import type { FigureName } from '../../engine/types.ts';
import type { SampleIndex } from './history.ts';
import { dirtyShareOf, metricAt, RATE_NS, type LaneSeries, type Metric } from './metrics.ts';

/** Tone of a headline, which determines its colour. */
type Tone = 'good' | 'bad' | 'warn' | 'neutral';

/** A headline about a lane. */
export interface Headline {
  text: string;
  tone: Tone;
}

/** Input of `headlineOf`. */
export interface HeadlineInput {
  index: SampleIndex;
  /** The current sample, and one from shortly before in virtual time. */
  now: Float64Array;
  before: Float64Array;
  nowNs: number;
  zones: readonly string[];
  /** Name of the task that writes. */
  writer: string;
  finished: boolean;
}

/** Writers count as throttled if dirty memory reaches this share of the dirty threshold. */
const NEAR_LIMIT = 0.93;

/** Dirty share of a zone, in percent, above which most pages that reclaim scans are dirty. */
const MOSTLY_DIRTY = 50;
/** Writing counts as rare if reclaim scans at least this many pages per page that it writes. */
const FEW_WRITES = 50;

/** Returns the headline for the current state. */
export function headlineOf(input: HeadlineInput): Headline {
  const { index, now, before, nowNs, finished } = input;
  const rise = (name: FigureName, zone: string | null = null) =>
    index.value(now, name, zone) - index.value(before, name, zone);
  if (finished) {
    const bytes = index.value(now, 'bytes_done');
    const copied = bytes > 0 ? `${formatMebibytes(bytes)} in ` : 'after ';
    return { text: `Done: ${copied}${formatSeconds(nowNs)}`, tone: 'neutral' };
  }
  const scannedByKswapd = rise('pgscan_kswapd');
  const scannedDirectly = rise('pgscan_direct');
  const stolen = rise('pgsteal');
  const written = rise('nr_vmscan_write');
  const scanned = scannedByKswapd + scannedDirectly;
  if (written > 0) {
    return writesFromReclaim(input, rise, scannedDirectly > scannedByKswapd, scanned / written);
  }
  const soiled = input.zones.find((zone) => dirtyShareOf(index, now, zone) > MOSTLY_DIRTY);
  if (soiled !== undefined && scanned > 0) {
    return { text: `More than half of the ${soiled} zone is dirty`, tone: 'warn' };
  }
  if (rise('allocstall') > 0) {
    return { text: 'Writers are in direct reclaim', tone: 'warn' };
  }
  if (scanned > 0) {
    if (stolen * 2 < scanned) {
      return { text: 'kswapd scans many pages and frees few', tone: 'warn' };
    }
    return { text: 'Reclaim finds clean pages', tone: 'good' };
  }
  const reclaimedBefore = index.value(now, 'pgscan_kswapd') + index.value(now, 'pgscan_direct') > 0;
  if (isThrottled(index, now)) {
    return { text: `${input.writer} is throttled at the dirty limit`, tone: 'neutral' };
  }
  return reclaimedBefore
    ? { text: 'Free memory is above the high watermark', tone: 'neutral' }
    : { text: 'Memory is filling, no reclaim yet', tone: 'neutral' };
}

function writesFromReclaim(
  { zones }: HeadlineInput,
  rise: (name: FigureName, zone: string | null) => number,
  direct: boolean,
  scannedPerWrite: number,
): Headline {
  let worst: string | null = null;
  let most = 0;
  for (const zone of zones) {
    const written = rise('nr_vmscan_write', zone);
    if (written > most) {
      most = written;
      worst = zone;
    }
  }
  const from = worst === null ? '' : ` from the ${worst} zone`;
  const who = direct ? 'Direct reclaim' : 'kswapd';
  if (scannedPerWrite >= FEW_WRITES) {
    return { text: `${who} writes a few pages${from}`, tone: 'warn' };
  }
  return { text: `${who} is writing single pages${from}`, tone: 'bad' };
}

function isThrottled(index: SampleIndex, sample: Float64Array): boolean {
  const threshold = index.value(sample, 'nr_dirty_threshold');
  const dirty = index.value(sample, 'nr_dirty') + index.value(sample, 'nr_writeback');
  return threshold > 0 && dirty >= threshold * NEAR_LIMIT;
}

/** The comparison of both lanes by one measure. */
interface Comparison {
  /** The values shown for the lanes; NaN if a lane has none. */
  a: number;
  b: number;
  /** B compared with A in words; empty if there is nothing to compare. */
  text: string;
  tone: 'good' | 'bad' | 'neutral';
  /** The exact ratio, if there is one. */
  title?: string;
  /** Whether `text` compares the totals so far instead of the values shown. */
  soFar?: boolean;
  /** The time over which a rate is averaged, in words; empty if the measure is not a rate. */
  over: string;
}

/**
 * A value, and its kind: of this moment, of the whole run, or of the run's end. Values of the same kind are comparable.
 */
interface Value {
  value: number;
  of: 'moment' | 'run' | 'end';
}

/** The latest time that both lanes have reached; null if both have ended. A lane that has ended does not count. */
export function commonNs(a: LaneSeries | null, b: LaneSeries | null): number | null {
  const open = [a, b].filter((lane) => lane !== null && !lane.finished);
  return open.length === 0 ? null : Math.min(...open.map((lane) => lane?.nowNs ?? Infinity));
}

/** Compares the lanes at `ns`, or, if it is null, at the latest time that both have reached. */
export function compareAt(
  metric: Metric,
  a: LaneSeries | null,
  b: LaneSeries | null,
  ns: number | null,
): Comparison {
  const atNs = ns ?? commonNs(a, b);
  const ofA = a ? valueAt(metric, a, atNs) : null;
  const ofB = b ? valueAt(metric, b, atNs) : null;
  const over = metric.kind === 'rate' ? overWords(ofA, ofB) : '';
  const shown = { a: ofA?.value ?? Number.NaN, b: ofB?.value ?? Number.NaN, over };
  if (!a || !b || !ofA || !ofB || Number.isNaN(shown.a) || Number.isNaN(shown.b)) {
    return { ...shown, text: a && b ? (metric.absent ?? '') : '', tone: 'neutral' };
  }
  const sameEnd = ofA.of === 'end' && ofB.of === 'end' && a.nowNs === b.nowNs;
  const comparable = ofA.of === ofB.of && (ofA.of !== 'end' || sameEnd);
  if (!comparable) {
    const done = a.finished && b.finished ? 'ended at different times' : doneText(a);
    return { ...shown, text: done, tone: 'neutral' };
  }
  const { soFar } = metric;
  if (soFar && ofA.of === 'moment') {
    const [ofAll, ofAllB] = [a, b].map((lane) =>
      atNs === null ? soFar.now(lane) : metricAt(soFar, lane, atNs),
    );
    const words = inWords({ ...metric, ...soFar }, ofAll ?? Number.NaN, ofAllB ?? Number.NaN);
    return { ...shown, ...words, soFar: words.text !== NONE };
  }
  return { ...shown, ...inWords(metric, shown.a, shown.b) };
}

/** Describes the time over which the rates are averaged. A lane that has ended has the mean of its run. */
function overWords(a: Value | null, b: Value | null): string {
  const of = (value: Value | null) =>
    value?.of === 'run' ? 'mean of the whole run' : `last ${formatSeconds(RATE_NS, 0)}`;
  return of(a) === of(b) ? of(a) : `A: ${of(a)}; B: ${of(b)}`;
}

function doneText(a: LaneSeries): string {
  return `${a.finished ? 'A' : 'B'} is done`;
}

/** Returns the value of a lane at a time, at which its run may have ended already. */
function valueAt(metric: Metric, lane: LaneSeries, ns: number | null): Value {
  if (!lane.finished || (ns !== null && ns < lane.nowNs)) {
    return { value: ns === null ? metric.now(lane) : metricAt(metric, lane, ns), of: 'moment' };
  }
  const ends = { total: 'moment', rate: 'run', level: 'end' } as const;
  return { value: metric.now(lane), of: ends[metric.kind] };
}

/** The text if both values are 0. */
const NONE = 'none';

/**
 * Compares two values. Values that look equal count as equal: 0.04 and 0.041, both shown as 0.0, must not differ by 3
 * %.
 */
function inWords(
  metric: Metric,
  a: number,
  b: number,
): Pick<Comparison, 'text' | 'tone' | 'title'> {
  const [shownA, shownB, none] = [a, b, 0].map((value) => metric.format(value));
  if (shownA === shownB) {
    return { text: shownA === none ? NONE : metric.compare(1, 1), tone: 'neutral' };
  }
  const text = metric.compare(shownA === none ? 0 : a, shownB === none ? 0 : b);
  const title = formatRatio(shownA === none ? 0 : a, b);
  // A difference that rounds to zero is neither good nor bad.
  if (metric.more === 'neutral' || text.startsWith('±')) {
    return { text, tone: 'neutral', title };
  }
  const good = b > a === (metric.more === 'better');
  return { text, tone: good ? 'good' : 'bad', title };
}
