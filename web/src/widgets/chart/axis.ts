/**
 * Scales, and the time axis that all charts share, with the events on it: one scale, ticks and words as many as have room.
 * A scale brings numbers to places along a line, and back. d3-scale would bring with it how to mix colours and write
 * numbers, a tenth of what the page may take before it runs; its ticks are these.
 */
import { nice, ticks } from 'd3-array';

import { formatTick } from '../../base/format.ts';
import type { Span } from '../../core/lab/store.ts';

/** An interval of numbers; of places its ends may be the other way round. */
type Ends = readonly [from: number, to: number];

/** A number's place. */
export interface LinearScale {
  (value: number): number;
  /** The number at a place. */
  invert: (place: number) => number;
  readonly domain: Ends;
  /** Round numbers, about as many as asked for. */
  ticks: (count: number) => number[];
}

/** Puts the ends of the domain at the ends of the range. */
export function linearScale(domain: Ends, range: Ends): LinearScale {
  const scale = (range[1] - range[0]) / (domain[1] - domain[0]);
  return Object.assign((value: number) => range[0] + (value - domain[0]) * scale, {
    invert: (place: number) => domain[0] + (place - range[0]) / scale,
    domain,
    ticks: (count: number) => ticks(domain[0], domain[1], count),
  });
}

/** The domain with its ends at round numbers: for about `count` ticks. */
export function niceEnds([from, to]: Ends, count: number): Ends {
  return nice(from, to, count);
}

/** Where the lines begin. */
export const plotLeft = 4;
/** Room on the right for the names of the lanes. */
export const PLOT_RIGHT = 18;
/** Least distance of two labels, CSS pixels. */
const LABEL_ROOM = 52;

/** Virtual nanoseconds to CSS pixels. */
export function timeScale({ fromNs, toNs }: Span, width: number): LinearScale {
  return linearScale(
    [fromNs, Math.max(toNs, fromNs + 1)],
    [plotLeft, Math.max(width - PLOT_RIGHT, plotLeft + 1)],
  );
}

/** Round times, none so near the next that their labels would touch. */
export function timeTicks(x: LinearScale, width: number): number[] {
  const [fromNs, untilNs] = x.domain;
  const room = width - plotLeft - PLOT_RIGHT;
  const seconds = linearScale([fromNs / 1e9, untilNs / 1e9], [0, room]);
  for (let count = Math.ceil(room / LABEL_ROOM); count > 0; count -= 1) {
    const ticks = seconds.ticks(count);
    const [first = 0, second = Infinity] = ticks;
    if (ticks.length > 0 && seconds(second) - seconds(first) >= LABEL_ROOM) {
      return ticks.map((second) => second * 1e9);
    }
  }
  return [fromNs];
}

/** Writes the round times beside one another, `middle` CSS pixels from the top. */
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

/** Something that happened in a lane, or to both. */
export interface ChartEvent {
  atNs: number;
  lane: 'a' | 'b' | 'both';
  text: string;
}

/** An event with its place. */
interface PlacedEvent {
  x: number;
  lane: ChartEvent['lane'];
  text: string;
  /** Row of its words from the top; null where there is no room for them. */
  row: number | null;
  /** On which side of its line they stand. */
  side: 'left' | 'right';
}

/** Distance up to which the same event of both lanes is one line, CSS pixels. */
const SAME = 3;
const GAP = 8;

/** The events within a stretch from left to right, with rows for the words of as many as have room. */
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
      placed.push({ x: at, lane: event.lane, text: event.text, row: null, side: 'right' });
    }
  }
  const free = Array.from({ length: rows }, () => left);
  for (const event of placed) {
    const wide = widthOf(labelOf(event)) + GAP;
    event.side = event.x + wide <= right ? 'right' : 'left';
    const from = event.side === 'right' ? event.x : event.x - wide;
    const row = free.findIndex((place) => from >= place);
    if (row >= 0) {
      event.row = row;
      free[row] = from + wide;
    }
  }
  return placed;
}

/** What is written beside the line of an event. */
export function labelOf({ lane, text }: Pick<PlacedEvent, 'lane' | 'text'>): string {
  return lane === 'both' ? text : `${text} (${lane.toUpperCase()})`;
}
