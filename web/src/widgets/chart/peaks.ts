/** What goes beyond the scale of a chart, and so would not be seen. */
import type { Points } from './decimate.ts';

/** A peak: where it is, and how high. */
export interface Peak {
  x: number;
  value: number;
}

/** Least distance of two marks, CSS pixels. */
const ROOM = 10;

/** The highest point of each stretch above `top`; of those that would touch, the higher one. */
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
