/**
 * Numbers to places along a line, and back. d3-scale would bring with it how to mix colours and write
 * numbers, a tenth of what the page may take before it runs; its ticks are these.
 */
import { nice, ticks } from 'd3-array';

/** An interval of numbers; of places its ends may be the other way round. */
export type Ends = readonly [from: number, to: number];

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
