/**
 * Linear scales, and the time axis that all charts share, with its events and as many ticks and labels as fit. A scale
 * maps numbers to positions on a line, and back. d3-scale makes the same ticks, but would add colour mixing and number
 * formatting to the first load: a tenth of its budget.
 */
import { nice, ticks } from 'd3-array';

import { formatTick } from '../../base/format.ts';
import type { Span } from '../../core/lab/store.ts';

/** An interval of numbers or positions; positions may be in descending order. */
type Ends = readonly [from: number, to: number];

/** Maps a number to its position. */
export interface LinearScale {
  (value: number): number;
  /** Maps a position back to its number. */
  invert: (place: number) => number;
  readonly domain: Ends;
  /** Returns round numbers, about as many as requested. */
  ticks: (count: number) => number[];
}

/** Returns a scale that maps the domain linearly to the range. */
export function linearScale(domain: Ends, range: Ends): LinearScale {
  const scale = (range[1] - range[0]) / (domain[1] - domain[0]);
  return Object.assign((value: number) => range[0] + (value - domain[0]) * scale, {
    invert: (place: number) => domain[0] + (place - range[0]) / scale,
    domain,
    ticks: (count: number) => ticks(domain[0], domain[1], count),
  });
}

/** Returns the domain with its ends moved to round numbers, for about `count` ticks. */
export function niceEnds([from, to]: Ends, count: number): Ends {
  return nice(from, to, count);
}

/** Left edge of the plot. */
export const plotLeft = 4;
/** Space on the right for the names of the lanes. */
export const PLOT_RIGHT = 18;
/** Minimum distance between two labels in CSS pixels. */
const LABEL_ROOM = 52;

/** Returns a scale from virtual nanoseconds to CSS pixels. */
export function timeScale({ fromNs, toNs }: Span, width: number): LinearScale {
  return linearScale(
    [fromNs, Math.max(toNs, fromNs + 1)],
    [plotLeft, Math.max(width - PLOT_RIGHT, plotLeft + 1)],
  );
}

/** Returns round times, far enough apart that their labels do not touch. */
export function timeTicks(x: LinearScale, width: number): number[] {
  const [fromNs, untilNs] = x.domain;
  const room = width - plotLeft - PLOT_RIGHT;
  const seconds = linearScale([fromNs / 1e9, untilNs / 1e9], [0, room]);
  for (let count = Math.ceil(room / LABEL_ROOM); count > 0; count -= 1) {
    const ticks = seconds.ticks(count);
    const [first = 0, second] = ticks;
    if (second !== undefined && seconds(second) - seconds(first) >= LABEL_ROOM) {
      return ticks.map((second) => second * 1e9);
    }
  }
  const [only = fromNs / 1e9] = seconds.ticks(1);
  return withEnd(only, seconds).map((second) => second * 1e9);
}

/** Adds to a round time the end of the range, or its beginning, so that the times show the scale. */
function withEnd(only: number, seconds: LinearScale): number[] {
  const [from, to] = seconds.domain;
  const step = 10 ** (Math.floor(Math.log10(to - from)) - 1);
  const apart = (one: number, other: number) => seconds(other) - seconds(one) >= LABEL_ROOM;
  // The factor keeps the sum of many small steps from adding digits.
  const rounded = (steps: number) => Number((steps * step).toPrecision(12));
  const [first, last] = [rounded(Math.ceil(from / step)), rounded(Math.floor(to / step))];
  if (apart(only, last)) {
    return [only, last];
  }
  return apart(first, only) ? [first, only] : [only];
}

/** Writes the labels of the round times, centred `middle` CSS pixels from the top. */
export function writeTimes(
  context: CanvasRenderingContext2D,
  width: number,
  middle: number,
  x: LinearScale,
  colour: string,
): void {
  context.fillStyle = colour;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  for (const ns of timeTicks(x, width)) {
    const label = `${formatTick(ns / 1e9)} s`;
    const half = context.measureText(label).width / 2;
    context.fillText(label, Math.max(half, Math.min(x(ns), width - half)), middle);
  }
}

/** An event in one lane, or in both. */
export interface ChartEvent {
  atNs: number;
  lane: 'a' | 'b' | 'both';
  text: string;
  /** Events with a higher weight get their labels first. */
  weight: number;
}

/** An event with its position. */
interface PlacedEvent {
  x: number;
  weight: number;
  lane: ChartEvent['lane'];
  text: string;
  /** Row of its label, counted from the top; null if there is no room for a label. */
  row: number | null;
  /** On which side of its line the label is. */
  side: 'left' | 'right';
  /** Whether its label also names the other lane, whose same event has no room for a label. */
  forBoth: boolean;
}

/** Maximum distance in CSS pixels at which the same event in both lanes is drawn as one line. */
const SAME = 3;
const GAP = 8;
/** Maximum distance in CSS pixels at which the pointer is on the line of an event. */
const NEAR = 6;

/**
 * Returns the events in a range from left to right. As many as fit get a row for their label, those with a higher
 * weight first. The rows descend from left to right, so that no line runs through the label of another one. If there is
 * no room for the label of an event, but for that of the same event in the other lane, this label names both lanes.
 */
export function placeEvents(
  events: readonly ChartEvent[],
  span: { fromNs: number; toNs: number },
  x: (ns: number) => number,
  [left, right]: Ends,
  rows: number,
  widthOf: (text: string) => number,
): PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  const inside = events.filter(({ atNs }) => atNs >= span.fromNs && atNs <= span.toNs);
  for (const event of inside.toSorted((a, b) => a.atNs - b.atNs)) {
    const at = x(event.atNs);
    const twin = placed.find(({ text, x: place }) => text === event.text && at - place <= SAME);
    if (twin) {
      twin.lane = twin.lane === event.lane ? twin.lane : 'both';
    } else {
      const { lane, text, weight } = event;
      placed.push({ x: at, weight, lane, text, row: null, side: 'right', forBoth: false });
    }
  }
  let labelled: Labelled[] = [];
  const lay = (event: PlacedEvent): Labelled => {
    const wide = widthOf(labelOf(event)) + GAP;
    event.side = event.x + wide <= right ? 'right' : 'left';
    const from = event.side === 'right' ? event.x : event.x - wide;
    return { event, from, to: from + wide };
  };
  const fits = (labels: readonly Labelled[]) =>
    labels.every(({ from }) => from >= left) && rowsOf(labels).every((row) => row < rows);
  for (const event of placed.toSorted((a, b) => b.weight - a.weight)) {
    const more = [...labelled, lay(event)];
    if (fits(more)) {
      labelled = more;
    }
  }
  const named = new Set(labelled.map(({ event }) => event));
  for (const { lane, text } of placed.filter((event) => !named.has(event))) {
    const other = { a: 'b', b: 'a', both: '' }[lane];
    const at = labelled.findIndex(({ event }) => event.lane === other && event.text === text);
    const twin = labelled[at]?.event;
    if (twin) {
      twin.forBoth = true;
      const wider = labelled.with(at, lay(twin));
      twin.forBoth = fits(wider);
      labelled = twin.forBoth ? wider : labelled.with(at, lay(twin));
    }
  }
  const of = rowsOf(labelled);
  labelled.forEach(({ event }, at) => {
    event.row = of[at] ?? null;
  });
  return placed;
}

/** An event with the ends of its label. */
interface Labelled {
  event: PlacedEvent;
  from: number;
  to: number;
}

/**
 * Returns the row of each label: below the labels that reach its line. Labels at the right end are left of their lines,
 * so their rows are assigned first, from right to left.
 */
function rowsOf(labels: readonly Labelled[]): number[] {
  const rows = new Map<Labelled, number>();
  const place = ({ event: { x, side } }: Labelled) => (side === 'left' ? -x : x);
  for (const label of labels.toSorted((one, other) => place(one) - place(other))) {
    const above = [...rows].filter(([{ from, to }]) => from < label.to && to > label.from);
    rows.set(label, Math.max(-1, ...above.map(([, row]) => row)) + 1);
  }
  return labels.map((label) => rows.get(label) ?? 0);
}

/** Returns the event whose line is nearest to a position; null if none is near. */
export function eventNear(placed: readonly PlacedEvent[], x: number): PlacedEvent | null {
  const nearest = placed.toSorted((a, b) => Math.abs(a.x - x) - Math.abs(b.x - x))[0];
  return nearest && Math.abs(nearest.x - x) <= NEAR ? nearest : null;
}

/** Returns the label beside the line of an event: “kswapd wakes (A)”, or “(B, A)” if it names both lanes. */
export function labelOf({
  lane,
  text,
  forBoth = false,
}: Pick<PlacedEvent, 'lane' | 'text'> & { forBoth?: boolean }): string {
  const other = forBoth ? `, ${lane === 'a' ? 'B' : 'A'}` : '';
  return lane === 'both' ? text : `${text} (${lane.toUpperCase()}${other})`;
}
