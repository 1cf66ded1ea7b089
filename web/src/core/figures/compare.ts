/** Compares the lanes by a measure, in words. Loaded with the charts: the first screen has nothing to compare yet. */
import { formatRatio, formatSeconds } from '../../base/format.ts';
import type { LaneId } from '../lab/lanes.ts';
import { metricAt, RATE_NS, type LaneSeries, type Metric } from './metrics.ts';

/** The comparison of both lanes by one measure. */
export interface Comparison {
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
  /** The time over which a rate is averaged, or of which a share is, in words; empty for other measures. */
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
  const [ofA, ofB] = valuesAt(metric, a, b, atNs);
  const over =
    metric.kind === 'rate' ? overWords(ofA, ofB, ns) : sinceWords(metric, ofA ?? ofB, ns);
  const shown = { a: ofA?.value ?? Number.NaN, b: ofB?.value ?? Number.NaN, over };
  if (!a || !b || !ofA || !ofB || Number.isNaN(shown.a) || Number.isNaN(shown.b)) {
    return { ...shown, text: a && b ? absentWords(metric, shown) : '', tone: 'neutral' };
  }
  const sameEnd = ofA.of === 'end' && ofB.of === 'end' && a.nowNs === b.nowNs;
  const comparable = ofA.of === ofB.of && (ofA.of !== 'end' || sameEnd);
  if (!comparable) {
    const done = a.finished && b.finished ? 'each at its end' : doneText(a);
    return { ...shown, text: done, tone: 'neutral' };
  }
  const { soFar } = metric;
  if (soFar && ofA.of === 'moment') {
    const words = inWords({ ...metric, ...soFar }, doneBy(soFar, a, atNs), doneBy(soFar, b, atNs));
    return { ...shown, ...words, soFar: true };
  }
  return { ...shown, ...inWords(metric, shown.a, shown.b) };
}

/** Says why there is no value, and in which lane if the other has one. */
function absentWords({ absent = '' }: Metric, { a, b }: Pick<Comparison, LaneId>): string {
  const one = Number.isNaN(a) === Number.isNaN(b) ? '' : ` in ${Number.isNaN(a) ? 'A' : 'B'}`;
  return absent && absent + one;
}

/** Describes the time over which the rates are averaged. `pointedNs` is the time that the user points at, or null. */
function overWords(a: Value | null, b: Value | null, pointedNs: number | null): string {
  const run = [a, b].filter((value) => value?.of === 'run').length;
  const seconds = formatSeconds(RATE_NS, 0);
  const words =
    pointedNs === null
      ? ([`last ${seconds}`, 'mean of each run so far'] as const)
      : ([`${seconds} before`, 'mean of each run until then'] as const);
  return words[run] ?? 'mean of the whole run';
}

/** Says that a share is of the run so far. */
function sinceWords({ sinceStart }: Metric, value: Value | null, pointedNs: number | null): string {
  if (!sinceStart || !value || Number.isNaN(value.value)) {
    return '';
  }
  return pointedNs === null ? 'run so far' : 'until then';
}

/**
 * Returns the values of both lanes. If one of them has ended, and so has the mean of its run as its rate, the rate of the
 * other lane is the mean of its run so far: last seconds and whole runs do not compare.
 */
function valuesAt(
  metric: Metric,
  a: LaneSeries | null,
  b: LaneSeries | null,
  ns: number | null,
): [Value | null, Value | null] {
  const ofA = a && valueAt(metric, a, ns);
  const ofB = b && valueAt(metric, b, ns);
  const { soFar } = metric;
  if (soFar && a && b && ofA && ofB && ofA.of !== ofB.of) {
    const [lane, value] = ofA.of === 'moment' ? [a, ofA] : [b, ofB];
    value.value = (doneBy(soFar, lane, ns) / (ns ?? lane.nowNs)) * 1e9;
  }
  return [ofA, ofB];
}

/** Returns what a lane had done by a time. */
function doneBy(soFar: NonNullable<Metric['soFar']>, lane: LaneSeries, ns: number | null): number {
  return ns === null ? soFar.now(lane) : metricAt(soFar, lane, ns);
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
    return { text: metric.compare(1, 1), tone: 'neutral' };
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
