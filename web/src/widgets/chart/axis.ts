/**
 * Linear scales, and the time axis that all charts share, with as many ticks and labels as fit. A scale maps numbers to
 * positions on a line, and back. d3-scale makes the same ticks, but would add colour mixing and number formatting to the
 * first load: a tenth of its budget.
 */
import { nice, ticks } from 'd3-array';

import { formatTick } from '../../base/format.ts';
import type { Span } from '../../core/lab/store.ts';

/** An interval of numbers or positions; positions may be in descending order. */
export type Ends = readonly [from: number, to: number];

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
