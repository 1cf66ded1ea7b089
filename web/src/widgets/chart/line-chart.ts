/** Draws one small comparison: A and B over virtual time. */
import { ascending, max, quantileSorted } from 'd3-array';

import type { LaneSeries, Metric } from '../../core/figures/metrics.ts';
import type { Span } from '../../core/lab/chart-span.ts';
import { decimate, type Points } from './decimate.ts';
import { linearScale, niceEnds, type LinearScale } from './linear.ts';
import { plotLeft, PLOT_RIGHT, timeScale, timeTicks } from './time-axis.ts';

/** Colours of a chart. */
export interface ChartColours {
  a: string;
  b: string;
  grid: string;
  cursor: string;
  text: string;
  font: string;
}

/** What a chart shows. */
export interface ChartInput {
  metric: Metric;
  a: LaneSeries | null;
  b: LaneSeries | null;
  span: Span;
  /** The moment that is pointed at; null for none. */
  cursorNs: number | null;
  /** Least top of the value axis. */
  least: number;
}

const PADDING = 4;

/** Draws a chart onto a canvas of `width` by `height` CSS pixels. */
export function drawLineChart(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  input: ChartInput,
  colours: ChartColours,
): void {
  context.clearRect(0, 0, width, height);
  const { metric, span, cursorNs } = input;
  const x = timeScale(span, width);
  const lanes = [input.a, input.b];
  const linesOf = lanes.map((lane) => lane && pointsOf(metric, lane, span, x, width));
  const limitsOf = lanes.map((lane) =>
    lane ? (metric.limits ?? []).map((limit) => pointsOf(limit, lane, span, x, width)) : [],
  );
  const tops = [...linesOf, ...limitsOf.flat()].map((points) => topOf(points, metric));
  const top = Math.max(input.least, ...tops);
  const y = linearScale(niceEnds([0, top], 2), [height - PADDING, PADDING]);
  drawGrid(context, width, x, y, metric, colours);
  context.save();
  context.beginPath();
  context.rect(plotLeft - 2, 0, width - PLOT_RIGHT - plotLeft + 5, height);
  context.clip();
  context.lineJoin = 'round';
  limitsOf.forEach((limits, lane) => {
    context.strokeStyle = lane === 0 ? colours.a : colours.b;
    context.lineWidth = 1;
    // The limits of B would hide those of A, which are nearly the same.
    context.setLineDash(lane === 0 ? [5, 3] : [1.5, 3]);
    for (const limit of limits) {
      strokeLine(context, limit, y);
    }
  });
  context.setLineDash([]);
  for (const [points, colour, thickness] of [
    [linesOf[0], colours.a, 1.25],
    [linesOf[1], colours.b, 1.75],
  ] as const) {
    if (points && points.x.length > 0) {
      context.strokeStyle = colour;
      context.fillStyle = colour;
      context.lineWidth = thickness;
      strokeLine(context, points, y);
      drawEnd(context, points, y);
    }
  }
  if (cursorNs !== null) {
    const at = Math.round(x(cursorNs)) + 0.5;
    context.strokeStyle = colours.cursor;
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(at, 0);
    context.lineTo(at, height);
    context.stroke();
  }
  context.restore();
}

function strokeLine(
  context: CanvasRenderingContext2D,
  points: Points,
  y: (value: number) => number,
): void {
  context.beginPath();
  let begun = false;
  points.y.forEach((value, index) => {
    const x = points.x[index] ?? 0;
    if (Number.isNaN(value)) {
      begun = false;
    } else if (begun) {
      context.lineTo(x, y(value));
    } else {
      context.moveTo(x, y(value));
      begun = true;
    }
  });
  context.stroke();
}

/** Lines at the ends of the value axis, with their values in the margin, and at round times. */
function drawGrid(
  context: CanvasRenderingContext2D,
  width: number,
  x: LinearScale,
  y: LinearScale,
  metric: Metric,
  { grid, text, font }: ChartColours,
): void {
  const [zero, top] = y.domain;
  context.lineWidth = 1;
  context.strokeStyle = grid;
  context.beginPath();
  for (const value of [zero, top]) {
    const at = Math.round(y(value)) + 0.5;
    context.moveTo(plotLeft, at);
    context.lineTo(width - PLOT_RIGHT, at);
  }
  for (const ns of timeTicks(x, width)) {
    const at = Math.round(x(ns)) + 0.5;
    context.moveTo(at, y(top));
    context.lineTo(at, y(zero));
  }
  context.stroke();
  context.font = font;
  context.textAlign = 'right';
  context.fillStyle = text;
  context.textBaseline = 'top';
  context.fillText(metric.tick(top), plotLeft - 5, y(top) - 3);
  context.textBaseline = 'alphabetic';
  context.fillText(metric.tick(zero), plotLeft - 5, y(zero) + 3);
}

/** Value that the axis must reach: the highest, or one that only a burst goes beyond. */
function topOf(points: Points | null, { burst = false }: Metric): number {
  if (!points) {
    return 0;
  }
  if (!burst) {
    return max(points.y) ?? 0;
  }
  const known = points.y.filter((value) => !Number.isNaN(value)).sort(ascending);
  return 1.25 * (quantileSorted(known, 0.9) ?? 0);
}

function drawEnd(
  context: CanvasRenderingContext2D,
  points: Points,
  y: (value: number) => number,
): void {
  const last = points.x.length - 1;
  const value = points.y[last] ?? Number.NaN;
  if (!Number.isNaN(value)) {
    context.beginPath();
    context.arc(points.x[last] ?? 0, y(value), 2.2, 0, Math.PI * 2);
    context.fill();
  }
}

/** The line of a lane within a stretch of time, and one sample beyond each of its ends. */
export function pointsOf(
  metric: Pick<Metric, 'over' | 'now'>,
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
  if (nowNs <= span.toNs) {
    points.x.push(x(nowNs));
    points.y.push(metric.now(lane));
  }
  return points;
}
