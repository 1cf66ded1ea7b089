/** Fewer points than pixels: what a line needs to look the same. */

/** Points of a line; y may be NaN where there is a gap. */
export interface Points {
  x: number[];
  y: number[];
}

/**
 * The line through `count` rows on `pixels` columns: per column the first, least, greatest and last value.
 * `columnOf` must not decrease.
 */
export function decimate(
  count: number,
  columnOf: (row: number) => number,
  valueOf: (row: number) => number,
  pixels: number,
): Points {
  const points: Points = { x: [], y: [] };
  const put = (row: number, value: number) => {
    points.x.push(columnOf(row));
    points.y.push(value);
  };
  if (count <= pixels * 2) {
    for (let row = 0; row < count; row += 1) {
      put(row, valueOf(row));
    }
    return points;
  }
  // The scale is asked once a row: it is what costs here.
  let row = 0;
  let next = Math.floor(columnOf(0));
  while (row < count) {
    const column = next;
    const first = row;
    let least = row;
    let greatest = row;
    let leastValue = valueOf(row);
    let greatestValue = leastValue;
    for (row += 1; row < count; row += 1) {
      next = Math.floor(columnOf(row));
      if (next !== column) {
        break;
      }
      const value = valueOf(row);
      if (value < leastValue || Number.isNaN(leastValue)) {
        least = row;
        leastValue = value;
      }
      if (value > greatestValue || Number.isNaN(greatestValue)) {
        greatest = row;
        greatestValue = value;
      }
    }
    const wanted = [...new Set([first, least, greatest, row - 1])].sort((a, b) => a - b);
    for (const kept of wanted) {
      put(kept, valueOf(kept));
    }
  }
  return points;
}

// What goes beyond the scale of a chart, and so would not be seen.

/** A peak: where it is, and how high. */
interface Peak {
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
