/** Draws the chart of one measure: A and B over virtual time, the area between them, and the events. */

import type { LaneSeries, Metric } from '../../core/figures/metrics.ts';
import type { Span } from '../../core/lab/store.ts';
import {
  linearScale,
  niceEnds,
  type LinearScale,
  PLOT_RIGHT,
  plotLeft,
  timeScale,
  timeTicks,
  writeTimes,
} from './axis.ts';
import {
  drawEvents,
  EVENT_ROWS,
  nameEventAt,
  ROW,
  type ChartEvent,
  type EventColours,
  type PlacedEvent,
} from './events.ts';
import { areasBetween, lineEnd, peaksOf, pointsOf, topOf, type Points } from './lines.ts';
import { strokeUpright, write } from './strokes.ts';

export interface ChartColours extends EventColours {
  /** Shades of the area between the lines: B is better there, B is worse, or neither. */
  good: string;
  bad: string;
  neutral: string;
  grid: string;
  font: string;
}

/** The content of a chart. */
export interface ChartInput<E extends ChartEvent = ChartEvent> {
  metric: Metric;
  a: LaneSeries | null;
  b: LaneSeries | null;
  span: Span;
  /** The moment under the pointer; null for none. */
  cursorNs: number | null;
  /** Minimum for the upper end of the value axis. */
  least: number;
  events: readonly E[];
  /** Whether there is room for the labels of events and the heights of peaks. */
  large: boolean;
}

/** Space at the foot; `HEAD` is the space at the top, for the marks of peaks. */
const FOOT = 4;
/** Space for the times below the plot. */
const TIMES = 16;
const HEAD = 12;
/** Minimum distance between the names at the ends of the lines. */
const NAME_ROOM = 13;
const SHADE = 0.22;
const LABEL_HEIGHT = 13;
/** Distance from the end of a lane's line within which the name of a limit would hide the lane's name. */
const END_ROOM = 16;

/** Draws a chart on a canvas of `width` by `height` CSS pixels; returns where its events are. */
export function drawLineChart<E extends ChartEvent>(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  input: ChartInput<E>,
  colours: ChartColours,
): PlacedEvent<E>[] {
  context.clearRect(0, 0, width, height);
  const { metric, span, cursorNs, large } = input;
  const x = timeScale(span, width);
  const right = width - PLOT_RIGHT;
  const linesOf = [input.a, input.b].map((lane) => lane && pointsOf(metric, lane, span, x, width));
  const limitsOf = [input.a, input.b].map((lane) =>
    lane ? (metric.limits ?? []).map((limit) => pointsOf(limit, lane, span, x, width)) : [],
  );
  const tops = [...linesOf, ...limitsOf.flat()].map((points) => topOf(points, metric));
  const top = Math.max(input.least, ...tops);
  const head = large ? HEAD + EVENT_ROWS * ROW : HEAD;
  const foot = height - FOOT - TIMES;
  const y = linearScale(niceEnds([0, top], large ? 4 : 2), [foot, head]);
  context.font = colours.font;
  drawGrid(context, width, x, y, colours, large);
  writeTimes(context, width, height - TIMES / 2, x, colours.text);
  context.save();
  context.beginPath();
  context.rect(plotLeft, y(y.domain[1]) - 1, right - plotLeft, foot - y(y.domain[1]) + 2);
  context.clip();
  context.lineJoin = 'round';
  const [ofA, ofB] = linesOf;
  if (ofA && ofB) {
    shade(context, metric, ofA, ofB, y, colours);
  }
  limitsOf.forEach((limits, lane) => {
    context.strokeStyle = lane === 0 ? colours.a : colours.b;
    context.lineWidth = 1;
    // Limits of B have shorter dashes, so that they do not hide the limits of A, which are nearly equal.
    context.setLineDash(lane === 0 ? [5, 3] : [1.5, 3]);
    for (const limit of limits) {
      strokeLine(context, limit, y);
    }
  });
  context.setLineDash([]);
  const lanes = [
    { name: 'A', points: ofA, colour: colours.a, thickness: 1.5 },
    { name: 'B', points: ofB, colour: colours.b, thickness: 2 },
  ] as const;
  for (const { points, colour, thickness } of lanes) {
    if (points) {
      context.strokeStyle = colour;
      context.lineWidth = thickness;
      strokeLine(context, points, y);
    }
  }
  context.restore();
  const events = drawEvents(context, input, x, [plotLeft, right], foot, colours);
  drawTop(context, metric, y, colours, large);
  const ends = linesOf.flatMap((points) => {
    const end = points && lineEnd(points, x(span.toNs));
    return end ? [{ x: end.x, y: y(end.value) }] : [];
  });
  nameLimits(context, metric, limitsOf, y, right, ends, colours);
  for (const { points, colour } of lanes) {
    if (points) {
      drawPeaks(context, points, metric, y, right, { colour, ground: colours.ground }, large);
    }
  }
  drawNames(context, lanes, x(span.toNs), y, foot + FOOT, colours.ground);
  if (cursorNs !== null && cursorNs >= span.fromNs && cursorNs <= span.toNs) {
    strokeUpright(context, x(cursorNs), 0, foot + FOOT, colours.cursor);
    nameEventAt(context, events, x(cursorNs), right, large, colours);
  }
  return events;
}

/** Shades the area between the lanes by whether B is better there. */
function shade(
  context: CanvasRenderingContext2D,
  { more }: Metric,
  a: Points,
  b: Points,
  y: (value: number) => number,
  { good, bad, neutral }: ChartColours,
): void {
  context.globalAlpha = SHADE;
  for (const area of areasBetween(a, b)) {
    const better = (area.above === 'second') === (more === 'better');
    context.fillStyle = more === 'neutral' ? neutral : better ? good : bad;
    context.beginPath();
    area.x.forEach((x, at) => context.lineTo(x, y(area.first[at] ?? 0)));
    for (let at = area.x.length - 1; at >= 0; at -= 1) {
      context.lineTo(area.x[at] ?? 0, y(area.second[at] ?? 0));
    }
    context.fill();
  }
  context.globalAlpha = 1;
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

/** Draws grid lines: at the ends of the value axis and at round times; in a large chart also at round values. */
function drawGrid(
  context: CanvasRenderingContext2D,
  width: number,
  x: LinearScale,
  y: LinearScale,
  { grid }: ChartColours,
  large: boolean,
): void {
  const [zero, top] = y.domain;
  context.lineWidth = 1;
  context.strokeStyle = grid;
  context.beginPath();
  for (const value of large ? y.ticks(4) : [zero, top]) {
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
}

/** Writes the value at the top of the axis: above its grid line, or below it in a large chart, where peaks have labels. */
function drawTop(
  context: CanvasRenderingContext2D,
  metric: Metric,
  y: LinearScale,
  colours: ChartColours,
  large: boolean,
): void {
  const [, top] = y.domain;
  context.textAlign = 'left';
  context.textBaseline = large ? 'top' : 'bottom';
  const label = metric.tick(top);
  const at = y(top) + (large ? 3 : 0);
  // The lines of events would run through the label, also between its letters.
  context.fillStyle = colours.ground;
  const width = context.measureText(label).width + 4;
  context.fillRect(plotLeft + 1, large ? at : at - LABEL_HEIGHT, width, LABEL_HEIGHT - 1);
  write(context, label, plotLeft + 2, at, colours.text, colours.ground);
}

/**
 * Writes the names of limits at the right end of their lines, or left of where a lane's line ends at the same height:
 * the name of the highest limit is above its line, the other names are below.
 */
function nameLimits(
  context: CanvasRenderingContext2D,
  { limits = [] }: Metric,
  lines: readonly (readonly Points[])[],
  y: LinearScale,
  right: number,
  lanes: readonly { x: number; y: number }[],
  { text, ground }: ChartColours,
): void {
  const ends = limits.flatMap(({ title }, at) => {
    const end = lines.map((of) => of[at] && lineEnd(of[at], right)).find((it) => it);
    return end && end.value > 0 ? [{ title, y: y(end.value) }] : [];
  });
  const highest = Math.min(...ends.map((end) => end.y));
  context.textAlign = 'right';
  for (const end of ends) {
    context.textBaseline = end.y === highest ? 'bottom' : 'top';
    const near = lanes.filter((lane) => Math.abs(lane.y - end.y) < END_ROOM);
    const at = Math.min(right - 2, ...near.map((lane) => lane.x - 6));
    write(context, end.title, at, end.y + (end.y === highest ? -1 : 2), text, ground);
  }
}

/** Draws arrows where a line leaves the scale; in a large chart with the height of the peak. */
function drawPeaks(
  context: CanvasRenderingContext2D,
  points: Points,
  metric: Metric,
  y: LinearScale,
  right: number,
  { colour, ground }: { colour: string; ground: string },
  large: boolean,
): void {
  const top = y(y.domain[1]);
  const peaks = peaksOf(points, y.domain[1]).filter(({ x }) => x >= plotLeft && x <= right);
  context.fillStyle = colour;
  for (const { x } of peaks) {
    context.beginPath();
    context.moveTo(x - 4, top - 2);
    context.lineTo(x + 4, top - 2);
    context.lineTo(x, top - 9);
    context.fill();
  }
  const highest = peaks.reduce<(typeof peaks)[number] | null>(
    (high, peak) => (high && high.value >= peak.value ? high : peak),
    null,
  );
  if (large && highest) {
    const atRight = highest.x > (plotLeft + right) / 2;
    context.textAlign = atRight ? 'right' : 'left';
    context.textBaseline = 'alphabetic';
    const at = highest.x + (atRight ? -7 : 7);
    const label = `peak ${metric.format(highest.value)}`;
    // The lines of events would run through the label, also between its letters.
    const width = context.measureText(label).width + 2;
    context.fillStyle = ground;
    context.fillRect(atRight ? at - width : at - 1, top - ROW, width, ROW - 2);
    write(context, label, at, top - 3, colour, ground);
  }
}

interface NamedLine {
  name: string;
  points: Points | null | undefined;
  colour: string;
}

/** Writes the names of the lanes at the ends of their lines, without overlap. */
function drawNames(
  context: CanvasRenderingContext2D,
  lanes: readonly NamedLine[],
  right: number,
  y: LinearScale,
  height: number,
  ground: string,
): void {
  const [, top] = y.domain;
  const ends = lanes.flatMap(({ name, points, colour }) => {
    const end = points && lineEnd(points, right);
    return end ? [{ name, colour, x: end.x, y: y(Math.min(end.value, top)) }] : [];
  });
  for (const { x, y: at, colour } of ends) {
    context.fillStyle = colour;
    context.beginPath();
    context.arc(x, at, 2.2, 0, Math.PI * 2);
    context.fill();
  }
  // On a canvas y counts from the top, so the smaller one is the upper one.
  const [upper, lower] = ends.sort((one, other) => one.y - other.y);
  if (upper && lower && lower.y - upper.y < NAME_ROOM) {
    const middle = (upper.y + lower.y) / 2;
    const shift = Math.min(0, height - NAME_ROOM / 2 - (middle + NAME_ROOM / 2));
    upper.y = middle + shift - NAME_ROOM / 2;
    lower.y = middle + shift + NAME_ROOM / 2;
  }
  context.textAlign = 'left';
  context.textBaseline = 'middle';
  const { font } = context;
  context.font = `bold ${font}`;
  for (const { name, colour, x, y: at } of ends) {
    // The line of a lane that has ended sooner ends inside the plot, where the other lines go on.
    write(context, name, x + 5, Math.min(Math.max(at, 6), height - 6), colour, ground);
  }
  context.font = font;
}
