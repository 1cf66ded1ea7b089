/** Places of the names at the ends of a chart's lines. */
import type { LaneId } from '../../core/lab/lanes.ts';
import { lineEnd, valueAtX, type Points } from './lines.ts';

/** Minimum distance between two names, and between a name and a line. */
const NAME_ROOM = 12;
/** Distance of a name from the end of its line. */
const NAME_GAP = 5;

export interface LaneLine {
  lane: LaneId;
  points: Points;
  limits: Points[];
}

interface NamePlace {
  lane: LaneId;
  x: number;
  y: number;
}

/** Returns the middle of each name on its left edge: at the end of its line, on no other line and without overlap. */
export function placeNames(
  lines: readonly LaneLine[],
  right: number,
  y: (value: number) => number,
): NamePlace[] {
  const ends = lines.flatMap(({ lane, points, limits }, at) => {
    const end = lineEnd(points, right);
    if (!end) {
      return [];
    }
    // Other lines may go on where this one ends.
    const other = lines[1 - at];
    const others = [...limits, ...(other ? [other.points, ...other.limits] : [])];
    const x = end.x + NAME_GAP;
    const taken = others.flatMap((of) => rangeOf(of, x - 2, Math.min(right, x + NAME_ROOM), y));
    return [{ lane, x, y: freeHeight(y(end.value), taken) }];
  });
  const [upper, lower] = ends.sort((one, next) => one.y - next.y);
  const missing = NAME_ROOM - ((lower?.y ?? Infinity) - (upper?.y ?? 0));
  if (upper && lower && missing > 0 && Math.abs(upper.x - lower.x) < NAME_ROOM) {
    upper.y -= missing / 2;
    lower.y += missing / 2;
  }
  return ends;
}

/** Returns the heights between which a line passes from one position to another; empty if it does not go there. */
function rangeOf(
  points: Points,
  from: number,
  to: number,
  y: (value: number) => number,
): (readonly [number, number])[] {
  const inside = points.y.filter((_, at) => {
    const x = points.x[at] ?? Number.NaN;
    return x > from && x < to;
  });
  const values = [valueAtX(points, from), ...inside, valueAtX(points, to)];
  const heights = values.filter((value) => !Number.isNaN(value)).map(y);
  return from < to && heights.length > 0 ? [[Math.min(...heights), Math.max(...heights)]] : [];
}

/** Returns the height nearest to `wanted` at which a name is clear of all ranges; `wanted` if there is none. */
function freeHeight(wanted: number, taken: readonly (readonly [number, number])[]): number {
  const clear = (height: number) =>
    taken.every(([top, foot]) => height <= top - NAME_ROOM || height >= foot + NAME_ROOM);
  const choices = taken.flatMap(([top, foot]) => [top - NAME_ROOM, foot + NAME_ROOM]);
  const free = [wanted, ...choices].filter(clear);
  const off = (height: number) => Math.abs(height - wanted);
  return free.toSorted((one, other) => off(one) - off(other))[0] ?? wanted;
}
