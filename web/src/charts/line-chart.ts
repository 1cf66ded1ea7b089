/** Draws one small comparison: A and B over virtual time. */
import { max, quantile } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

import type { LaneSeries, Metric } from '../lab/metrics.ts';
import { decimate, type Points } from './decimate.ts';

/** Colours of a chart. */
export interface ChartColours {
  a: string;
  b: string;
  grid: string;
  text: string;
  ground: string;
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

const PADDING = 3;

/** Draws a chart onto a canvas of `width` by `height` CSS pixels. */
export function drawLineChart(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  input: ChartInput,
  colours: ChartColours,
): void {
  context.clearRect(0, 0, width, height);
  const x = scaleLinear([0, Math.max(input.untilNs, 1)], [1, width - 3]);
  const linesOf = [input.a, input.b].map((lane) => lane && pointsOf(input.metric, lane, x, width));
  const top = Math.max(input.least, ...linesOf.map((points) => topOf(points, input.metric)));
  const y = scaleLinear([0, top], [height - PADDING, PADDING]).nice(2);
  context.lineWidth = 1;
  context.strokeStyle = colours.grid;
  context.beginPath();
  context.moveTo(0, height - 0.5);
  context.lineTo(width, height - 0.5);
  context.stroke();
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
  drawLabel(context, input.metric.format(y.domain()[1] ?? top), colours);
}

/** The top of the value axis, legible where a line runs behind it. */
function drawLabel(
  context: CanvasRenderingContext2D,
  label: string,
  { font, text, ground }: ChartColours,
): void {
  context.font = font;
  context.textAlign = 'left';
  context.textBaseline = 'top';
  context.lineWidth = 4;
  context.strokeStyle = ground;
  context.strokeText(label, 2, 1);
  context.fillStyle = text;
  context.fillText(label, 2, 1);
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
