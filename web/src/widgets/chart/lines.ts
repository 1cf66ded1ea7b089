/** Geometry of a chart's lines: fewer points than rows, the ends of lines, and the areas between two lines. */
import { ascending, max, quantileSorted } from 'd3-array';

import type { LaneSeries, Metric } from '../../core/figures/metrics.ts';
import type { Span } from '../../core/lab/store.ts';

/** Points of a line; y is NaN in a gap. */
export interface Points {
  x: number[];
  y: number[];
}

/**
 * Returns the line through `count` rows on `pixels` columns: per column the first, smallest, largest and last value.
 * `columnOf` must not decrease.
 */
export function decimate(
  count: number,
  columnOf: (row: number) => number,
  valueOf: (row: number) => number,
  pixels: number,
): Points {
  const points: Points = { x: [], y: [] };
  const put = (row: number, value: number) => {
    points.x.push(columnOf(row));
    points.y.push(value);
  };
  if (count <= pixels * 2) {
    for (let row = 0; row < count; row += 1) {
      put(row, valueOf(row));
    }
    return points;
  }
  // The scale is called only once per row, because it is the expensive part.
  let row = 0;
  let next = Math.floor(columnOf(0));
  while (row < count) {
    const column = next;
    const first = row;
    let least = row;
    let greatest = row;
    let leastValue = valueOf(row);
    let greatestValue = leastValue;
    for (row += 1; row < count; row += 1) {
      next = Math.floor(columnOf(row));
      if (next !== column) {
        break;
      }
      const value = valueOf(row);
      if (value < leastValue || Number.isNaN(leastValue)) {
        least = row;
        leastValue = value;
      }
      if (value > greatestValue || Number.isNaN(greatestValue)) {
        greatest = row;
        greatestValue = value;
      }
    }
    const wanted = [...new Set([first, least, greatest, row - 1])].sort((a, b) => a - b);
    for (const kept of wanted) {
      put(kept, valueOf(kept));
    }
  }
  return points;
}

// Peaks: values beyond the scale of a chart, which would otherwise be invisible.

/**
 * Returns the value that the axis must reach: the highest value, or for measures with bursts a value that only bursts
 * exceed.
 */
export function topOf(points: Points | null, { burst = false }: Metric): number {
  if (!points) {
    return 0;
  }
  if (!burst) {
    return max(points.y) ?? 0;
  }
  const known = points.y.filter((value) => !Number.isNaN(value)).sort(ascending);
  return 1.25 * (quantileSorted(known, 0.9) ?? 0);
}

/** A peak: its position and its value. */
interface Peak {
  x: number;
  value: number;
}

/** Minimum distance between two marks in CSS pixels. */
const ROOM = 10;

/** Returns the highest point of each stretch above `top`; of points whose marks would touch, only the highest. */
export function peaksOf({ x, y }: Points, top: number): Peak[] {
  const peaks: Peak[] = [];
  let inside = false;
  for (const [at, value] of y.entries()) {
    const place = x[at] ?? 0;
    const last = peaks.at(-1);
    if (!(value > top)) {
      inside = false;
    } else if (last && (inside || place - last.x < ROOM)) {
      inside = true;
      if (value > last.value) {
        peaks[peaks.length - 1] = { x: place, value };
      }
    } else {
      inside = true;
      peaks.push({ x: place, value });
    }
  }
  return peaks;
}

/** A stretch in which one line stays above the other. */
export interface Area {
  /** Which line is above. */
  above: 'first' | 'second';
  /** Positions on the time axis, with the values of both lines. */
  x: number[];
  first: number[];
  second: number[];
}

/** Returns a function for a line's value at non-decreasing positions; NaN beyond its ends and in gaps. */
function follow({ x, y }: Points): (place: number) => number {
  let at = 0;
  return (place) => {
    while (at + 1 < x.length && (x[at + 1] ?? 0) <= place) {
      at += 1;
    }
    const from = x[at] ?? Number.NaN;
    const value = y[at] ?? Number.NaN;
    if (place === from) {
      return value;
    }
    const to = x[at + 1] ?? Number.NaN;
    const share = (place - from) / (to - from);
    return share >= 0 && share <= 1
      ? value + ((y[at + 1] ?? Number.NaN) - value) * share
      : Number.NaN;
  };
}

/** Returns the value of a line at a position; NaN if it has none. */
export function valueAtX(points: Points, place: number): number {
  return follow(points)(place);
}

/** The values of both lines at a position. */
interface Place {
  x: number;
  first: number;
  second: number;
}

/** Returns the areas between two lines from left to right, only where both have a value. */
export function areasBetween(first: Points, second: Points): Area[] {
  const [firstAt, secondAt] = [follow(first), follow(second)];
  const areas: Area[] = [];
  let area: Area | null = null;
  let before: Place | null = null;
  const put = ({ x, first: one, second: other }: Place) => {
    area?.x.push(x);
    area?.first.push(one);
    area?.second.push(other);
  };
  /** Adds a piece in which the lines do not cross. */
  const add = (from: Place, to: Place) => {
    const apart = from.first - from.second || to.first - to.second;
    const above = apart > 0 ? 'first' : 'second';
    if (apart === 0) {
      area = null;
      return;
    }
    if (area?.above !== above || from.first === from.second) {
      area = { above, x: [], first: [], second: [] };
      areas.push(area);
      put(from);
    }
    put(to);
  };
  for (const x of [...new Set([...first.x, ...second.x])].sort((a, b) => a - b)) {
    const place = { x, first: firstAt(x), second: secondAt(x) };
    if (Number.isNaN(place.first) || Number.isNaN(place.second)) {
      [area, before] = [null, null];
      continue;
    }
    if (before) {
      const [was, is] = [before.first - before.second, place.first - place.second];
      if (was * is < 0) {
        const share = was / (was - is);
        const level = before.first + (place.first - before.first) * share;
        const crossing = { x: before.x + (x - before.x) * share, first: level, second: level };
        add(before, crossing);
        add(crossing, place);
      } else {
        add(before, place);
      }
    }
    before = place;
  }
  return areas;
}

/** Returns where a line ends or leaves the chart. */
export function lineEnd(points: Points, right: number): { x: number; value: number } | null {
  const last = points.y.findLastIndex((value) => !Number.isNaN(value));
  const x = points.x[last];
  if (x === undefined) {
    return null;
  }
  if (x <= right) {
    return { x, value: points.y[last] ?? 0 };
  }
  const value = valueAtX(points, right);
  return Number.isNaN(value) ? null : { x: right, value };
}

/** Returns the points of a lane's line in a span of time, with one sample beyond each end. */
export function pointsOf(
  metric: Pick<Metric, 'over' | 'now'> & Partial<Pick<Metric, 'kind'>>,
  lane: LaneSeries,
  span: Span,
  x: (ns: number) => number,
  width: number,
): Points {
  const { history, nowNs } = lane;
  const first = Math.max(0, history.rowAt(span.fromNs));
  const count = Math.min(history.length, history.rowAt(span.toNs) + 2) - first;
  const valueOf = metric.over(lane);
  const points = decimate(
    Math.max(0, count),
    (row) => x(history.time(first + row)),
    (row) => valueOf(first + row),
    width,
  );
  // For a finished lane a rate covers the whole run, so it is not a point of this line.
  const ends = !(lane.finished && metric.kind === 'rate');
  if (nowNs <= span.toNs && ends) {
    points.x.push(x(nowNs));
    points.y.push(metric.now(lane));
  }
  return points;
}
