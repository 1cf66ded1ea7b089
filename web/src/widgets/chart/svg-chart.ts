/** A chart as a separate picture: with title, axes, units, legend and source. */
import { axisBottom, axisLeft } from 'd3-axis';
import { scaleLinear } from 'd3-scale';
import { select, type Selection } from 'd3-selection';
import { line } from 'd3-shape';

import type { LaneSeries, Metric } from '../../core/figures/metrics.ts';
import type { Span } from '../../core/lab/store.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { placeNames, type LaneLine } from './line-names.ts';
import { areasBetween, peaksOf, pointsOf, topOf, type Points } from './lines.ts';

/** The data and the texts of the picture. */
export interface SvgChartInput {
  metric: Metric;
  lanes: Record<LaneId, LaneSeries>;
  kernels: Record<LaneId, string>;
  span: Span;
  /** Minimum for the upper end of the value axis. */
  least: number;
  /** The scenario and its setting. */
  scenario: string;
  /** What the user has changed in the scenario; empty or absent for nothing. */
  changes?: string;
  engineVersion: string;
  link: string;
  width: number;
  height: number;
  /** Omits the scenario and the engine, if they are already shown beside the picture. */
  bare?: boolean;
}

/** Colours for paper and slides: those of the light theme, whatever the theme of the page. */
const PAPER = { ground: '#ffffff', ink: '#1d2329', quiet: '#5b6670', line: '#dfe2e1' };
const SHADES = { good: '#d3e8df', bad: '#f2d6d4', neutral: '#e2e5e7' };
const LANE_COLOURS = { a: '#5f6a74', b: '#0b6bcb' };
/** Limits of B have shorter dashes, so that they do not hide the limits of A, which are nearly equal. */
const LIMIT_DASHES = { a: '5 3', b: '1.5 3' };
const LANE_WIDTHS = { a: 1.4, b: 2 };
/** Minimum share of the plot from which a shade is visible enough for the legend. */
const SHADE_LEAST = 1 / 1000;
/** Height of a shade that the lines at its edges hide. */
const SHADE_HIDDEN = 3;
/** Height of the arrows and labels of peaks, above the plot. */
const PEAK_ROOM = 12;
const FONT = 'Helvetica, Arial, sans-serif';

type Group = Selection<SVGGElement, unknown, null, undefined>;

/** Builds the picture as an element that is not in a document yet. */
export function svgChart(input: SvgChartInput): SVGSVGElement {
  const { metric, lanes, kernels, span, width, height, bare = false } = input;
  const element = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const svg = select<SVGSVGElement, unknown>(element)
    .attr('xmlns', 'http://www.w3.org/2000/svg')
    .attr('viewBox', `0 0 ${width} ${height}`)
    .attr('width', width)
    .attr('height', height)
    .attr('role', 'img')
    .attr('font-family', FONT)
    .attr('font-size', 11);
  const unit = metric.unit === '' ? '' : `, ${metric.unit}`;
  const over = metric.kind === 'rate' ? ' (mean of the last 10 s)' : '';
  const title = `${metric.title}${unit}${over}`;
  svg.append('title').text(`${title}: A ${kernels.a}, B ${kernels.b}`);
  if (!bare) {
    svg.append('desc').text(`${input.scenario}. Reclaim Lab ${input.engineVersion}. ${input.link}`);
  }
  svg.append('rect').attr('width', width).attr('height', height).attr('fill', PAPER.ground);
  const head = (bare ? 26 : 64) + (metric.burst ? PEAK_ROOM : 0);
  const edge = { left: 62, right: 24, top: head, bottom: bare ? 34 : 64 };
  label(svg.append('g'), 10, 18, title, { size: bare ? 12 : 15, bold: true });
  const x = scaleLinear([span.fromNs / 1e9, span.toNs / 1e9], [edge.left, width - edge.right]);
  const nsToX = (ns: number) => x(ns / 1e9);
  const plot = width - edge.left - edge.right;
  const lines = LANES.map((lane) => ({
    lane,
    points: pointsOf(metric, lanes[lane], span, nsToX, plot),
    limits: (metric.limits ?? []).map((limit) => pointsOf(limit, lanes[lane], span, nsToX, plot)),
  }));
  const top = Math.max(
    input.least,
    ...lines.flatMap(({ points, limits }) => [points, ...limits].map((of) => topOf(of, metric))),
  );
  const y = scaleLinear([0, top], [height - edge.bottom, edge.top]).nice(4);
  drawAxes(svg.append('g'), x, y, metric, edge.left, width - edge.right);
  label(svg.append('g'), width / 2, height - edge.bottom + 30, 'virtual time, s', {
    middle: true,
  });
  // Samples beyond the ends of the plot give the lines the right slope at these ends; what is outside the plot is
  // clipped.
  const clipId = `plot-${metric.id}`;
  svg
    .append('clipPath')
    .attr('id', clipId)
    .append('rect')
    .attr('x', edge.left)
    .attr('y', edge.top - 2)
    .attr('width', plot)
    .attr('height', height - edge.top - edge.bottom + 4);
  const clip = svg
    .append('g')
    .attr('clip-path', `url(#${clipId})`)
    .attr('fill', 'none')
    .attr('stroke-linejoin', 'round');
  const [ofA, ofB] = lines;
  const plotArea = plot * (height - edge.top - edge.bottom);
  const shades = ofA && ofB ? shade(clip, metric, ofA.points, ofB.points, y, plotArea) : [];
  for (const { lane, points, limits } of lines) {
    for (const limit of limits) {
      trace(clip, limit, y, LANE_COLOURS[lane], 1).attr('stroke-dasharray', LIMIT_DASHES[lane]);
    }
    trace(clip, points, y, LANE_COLOURS[lane], LANE_WIDTHS[lane]);
  }
  for (const { lane, points } of lines) {
    markPeaks(svg.append('g'), points, metric, y, [edge.left, width - edge.right], lane);
  }
  // A line that ends above the scale has its name at the top.
  nameLines(svg.append('g'), lines, nsToX(span.toNs), (value) => Math.max(y(value), edge.top));
  if (!bare) {
    label(svg.append('g'), 10, 34, input.scenario, { colour: PAPER.quiet });
    drawLegend(svg.append('g'), kernels, metric, shades, 50);
    const { changes = '' } = input;
    const from = `Reclaim Lab ${input.engineVersion}, simulated${changes && ` · ${changes}`}`;
    for (const [line, text] of [from, addressFor(input.link, width / 5)].entries()) {
      label(svg.append('g'), 10, height - 20 + line * 12, shortened(text, width / 5), {
        colour: PAPER.quiet,
        size: 9.5,
      });
    }
  }
  return element;
}

function drawAxes(
  group: Group,
  x: ReturnType<typeof scaleLinear<number, number>>,
  y: ReturnType<typeof scaleLinear<number, number>>,
  metric: Metric,
  left: number,
  right: number,
): void {
  const [bottom = 0] = y.range();
  const below = axisBottom(x)
    .ticks(Math.max(2, Math.round((right - left) / 80)))
    .tickSizeOuter(0);
  // There is no half of a page.
  const whole = (value: number) => metric.kind !== 'total' || Number.isInteger(value);
  const beside = axisLeft(y)
    .tickValues(y.ticks(4).filter(whole))
    .tickFormat((value) => metric.tick(Number(value)))
    .tickSize(left - right);
  group.append('g').attr('transform', `translate(0,${bottom})`).call(below);
  group.append('g').attr('transform', `translate(${left},0)`).call(beside);
  group.selectAll('.domain').remove();
  group.selectAll('line').attr('stroke', PAPER.line);
  group.selectAll('text').attr('fill', PAPER.quiet).attr('font-family', FONT);
}

function trace(
  group: Group,
  points: Points,
  y: (value: number) => number,
  colour: string,
  width: number,
): Selection<SVGPathElement, unknown, null, undefined> {
  const path = line<number>()
    .defined((index) => !Number.isNaN(points.y[index]))
    .x((index) => points.x[index] ?? 0)
    .y((index) => y(points.y[index] ?? 0));
  return group
    .append('path')
    .attr('d', path(points.x.map((_, index) => index)))
    .attr('stroke', colour)
    .attr('stroke-width', width);
}

/** Shades the area between the lanes by whether B is better there; returns the shades that can be seen. */
function shade(
  group: Group,
  { more }: Metric,
  a: Points,
  b: Points,
  y: (value: number) => number,
  plotArea: number,
): (keyof typeof SHADES)[] {
  const used = new Map<keyof typeof SHADES, number>();
  for (const { above, x, first, second } of areasBetween(a, b)) {
    const better = (above === 'second') === (more === 'better');
    const corners = [
      ...x.map((place, at) => [place, y(first[at] ?? 0)]),
      ...x.map((place, at) => [place, y(second[at] ?? 0)]).reverse(),
    ];
    const name = more === 'neutral' ? 'neutral' : better ? 'good' : 'bad';
    const heights = x.map((_, at) => Math.abs(y(first[at] ?? 0) - y(second[at] ?? 0)));
    used.set(name, (used.get(name) ?? 0) + visibleArea(x, heights));
    group
      .append('polygon')
      .attr('points', corners.map(([place = 0, height = 0]) => `${place},${height}`).join(' '))
      .attr('fill', SHADES[name]);
  }
  const seen = [...used].filter(([, area]) => area >= plotArea * SHADE_LEAST);
  return seen
    .map(([name]) => name)
    .sort()
    .reverse();
}

/** Returns the part of an area that its lines do not hide. */
function visibleArea(x: readonly number[], heights: readonly number[]): number {
  return x.slice(1).reduce((sum, to, at) => {
    const height = ((heights[at] ?? 0) + (heights[at + 1] ?? 0)) / 2;
    return sum + (to - (x[at] ?? to)) * Math.max(0, height - SHADE_HIDDEN);
  }, 0);
}

/** Draws arrows where a line leaves the scale, and writes the height of its highest peak, as on the screen. */
function markPeaks(
  group: Group,
  points: Points,
  metric: Metric,
  y: ReturnType<typeof scaleLinear<number, number>>,
  [left, right]: readonly [number, number],
  lane: LaneId,
): void {
  const [, most = 0] = y.domain();
  const foot = y(most) - 2;
  const peaks = peaksOf(points, most).filter(({ x }) => x >= left && x <= right);
  for (const { x } of peaks) {
    group
      .append('polygon')
      .attr('class', 'peak')
      .attr('points', `${x - 4},${foot} ${x + 4},${foot} ${x},${foot - 7}`)
      .attr('fill', LANE_COLOURS[lane]);
  }
  const [highest] = peaks.sort((one, other) => other.value - one.value);
  if (highest) {
    const text = `peak ${metric.format(highest.value)}`;
    // Letters of this size are about 6 px wide.
    const beside = highest.x > (left + right) / 2 ? -7 - text.length * 6 : 7;
    label(group, highest.x + beside, foot, text, { colour: LANE_COLOURS[lane] });
  }
}

/** Meaning of the shades, for the legend. */
const SHADE_WORDS = { good: 'B is better', bad: 'B is worse', neutral: 'A and B differ' };

/** Writes the name of each lane at the end of its line. */
function nameLines(
  group: Group,
  lines: readonly LaneLine[],
  right: number,
  y: (value: number) => number,
): void {
  for (const { lane, x, y: height } of placeNames(lines, right, y)) {
    const look = { bold: true, colour: LANE_COLOURS[lane] };
    label(group.append('g'), x, height + 4, lane.toUpperCase(), look);
  }
}

function drawLegend(
  group: Group,
  kernels: Record<LaneId, string>,
  metric: Metric,
  shades: readonly (keyof typeof SHADES)[],
  y: number,
): void {
  const entries = [
    ...LANES.map((lane) => ({
      text: `${lane.toUpperCase()}: ${kernels[lane]}`,
      colour: LANE_COLOURS[lane],
      dash: 'none',
      width: 2,
    })),
    ...(metric.limits
      ? [{ text: 'limits of A and B', colour: PAPER.quiet, dash: '5 3', width: 2 }]
      : []),
    ...shades.map((name) => ({
      text: SHADE_WORDS[name],
      colour: SHADES[name],
      dash: 'none',
      width: 10,
    })),
  ];
  let x = 10;
  for (const { text, colour, dash, width } of entries) {
    group
      .append('line')
      .attr('x1', x)
      .attr('x2', x + 16)
      .attr('y1', y - 4)
      .attr('y2', y - 4)
      .attr('stroke', colour)
      .attr('stroke-width', width)
      .attr('stroke-dasharray', dash);
    label(group.append('g'), x + 21, y, text, {});
    // Outside a page, text cannot be measured; letters of this size are about 6 px wide.
    x += 21 + text.length * 6 + 14;
  }
}

/**
 * Returns the link if it fits, perhaps without its query, such as the published row from which the run was opened;
 * otherwise the address of the page, which is not that of the run but can be opened.
 */
function addressFor(link: string, most: number): string {
  const bare = link.replace(/\?[^#]*/, '');
  return [link, bare].find(({ length }) => length <= most) ?? bare.replace(/#.*/, '');
}

/** Cuts off what does not fit; letters of the smallest text are about 5 px wide. */
function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

interface LabelLook {
  size?: number;
  bold?: boolean;
  colour?: string;
  middle?: boolean;
}

function label(
  group: Group,
  x: number,
  y: number,
  text: string,
  { size = 11, bold = false, colour = PAPER.ink, middle = false }: LabelLook,
): void {
  group
    .append('text')
    .attr('x', x)
    .attr('y', y)
    .attr('font-size', size)
    .attr('font-weight', bold ? 'bold' : 'normal')
    .attr('text-anchor', middle ? 'middle' : 'start')
    .attr('fill', colour)
    .text(text);
}

/** Returns the picture as the text of a file. */
export function svgText(svg: SVGSVGElement): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${new XMLSerializer().serializeToString(svg)}\n`;
}

/** Pixels of the PNG per unit of the SVG. */
const PNG_SCALE = 2;

/** Renders the picture as a PNG; null if the browser cannot. */
export async function pngOf(svg: SVGSVGElement): Promise<Blob | null> {
  const address = URL.createObjectURL(new Blob([svgText(svg)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = svg.width.baseVal.value * PNG_SCALE;
    canvas.height = svg.height.baseVal.value * PNG_SCALE;
    const context = canvas.getContext('2d');
    context?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  } catch (error) {
    console.warn('No picture of the chart:', error);
    return null;
  } finally {
    URL.revokeObjectURL(address);
  }
}
