/** Draws one small comparison: A and B over virtual time. */
import { max, quantile } from 'd3-array';
import { scaleLinear, type ScaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

import type { LaneSeries, Metric } from '../lab/metrics.ts';
import { decimate, type Points } from './decimate.ts';
import { plotLeft, PLOT_RIGHT, timeScale, timeTicks } from './time-axis.ts';

/** Colours of a chart. */
export interface ChartColours {
  a: string;
  b: string;
  grid: string;
  text: string;
  font: string;
}

/** What a chart shows. */
export interface ChartInput {
  metric: Metric;
  a: LaneSeries | null;
  b: LaneSeries | null;
  /** End of the time axis, virtual nanoseconds. */
  untilNs: number;
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
  const x = timeScale(input.untilNs, width);
  const linesOf = [input.a, input.b].map((lane) => lane && pointsOf(input.metric, lane, x, width));
  const top = Math.max(input.least, ...linesOf.map((points) => topOf(points, input.metric)));
  const y = scaleLinear([0, top], [height - PADDING, PADDING]).nice(2);
  drawGrid(context, width, x, y, input.metric, colours);
  context.save();
  context.beginPath();
  context.rect(plotLeft - 2, 0, width, height);
  context.clip();
  context.lineJoin = 'round';
  for (const [points, colour, thickness] of [
    [linesOf[0], colours.a, 1.25],
    [linesOf[1], colours.b, 1.75],
  ] as const) {
    if (points && points.x.length > 0) {
      context.strokeStyle = colour;
      context.fillStyle = colour;
      context.lineWidth = thickness;
      context.beginPath();
      line<number>()
        .defined((index) => !Number.isNaN(points.y[index]))
        .x((index) => points.x[index] ?? 0)
        .y((index) => y(points.y[index] ?? 0))
        .context(context)(points.x.map((_, index) => index));
      context.stroke();
      drawEnd(context, points, y);
    }
  }
  context.restore();
}

/** Lines at the ends of the value axis, with their values in the margin, and at round times. */
function drawGrid(
  context: CanvasRenderingContext2D,
  width: number,
  x: ScaleLinear<number, number>,
  y: ScaleLinear<number, number>,
  metric: Metric,
  { grid, text, font }: ChartColours,
): void {
  const [zero = 0, top = 1] = y.domain();
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
  return (burst ? (quantile(points.y, 0.9) ?? 0) * 1.25 : max(points.y)) ?? 0;
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

function pointsOf(
  metric: Metric,
  lane: LaneSeries,
  x: (ns: number) => number,
  width: number,
): Points {
  const { history, nowNs } = lane;
  const points = decimate(history.length, (row) => x(history.time(row)), metric.over(lane), width);
  points.x.push(x(nowNs));
  points.y.push(metric.now(lane));
  return points;
}
