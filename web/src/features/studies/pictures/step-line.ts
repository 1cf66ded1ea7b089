/** The line between the cells of a grid that differ in kind, along the edges of cells. */

/** A straight part of the line; corners of cells are whole numbers. */
export interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/**
 * The line between neighbours of different kinds. `kinds` is by row, then column; null where a cell has no value, and
 * the line passes no such cell.
 */
export function stepLine(kinds: readonly (readonly (number | null)[])[]): Segment[] {
  const rows = kinds.length;
  const columns = Math.max(0, ...kinds.map((row) => row.length));
  const at = (row: number, column: number) => kinds[row]?.[column] ?? null;
  const differ = (one: number | null, other: number | null) =>
    one !== null && other !== null && one !== other;
  const segments: Segment[] = [];
  for (let x = 1; x < columns; x += 1) {
    for (const [from, to] of runs(rows, (y) => differ(at(y, x - 1), at(y, x)))) {
      segments.push({ x1: x, y1: from, x2: x, y2: to });
    }
  }
  for (let y = 1; y < rows; y += 1) {
    for (const [from, to] of runs(columns, (x) => differ(at(y - 1, x), at(y, x)))) {
      segments.push({ x1: from, y1: y, x2: to, y2: y });
    }
  }
  return segments;
}

/** Where a condition holds, as stretches: from the first to behind the last. */
function runs(count: number, holds: (at: number) => boolean): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < count; at += 1) {
    const last = found.at(-1);
    if (holds(at)) {
      if (last?.[1] === at) {
        last[1] = at + 1;
      } else {
        found.push([at, at + 1]);
      }
    }
  }
  return found;
}

/** Whether a relative change matters: −1 where it is at least the threshold lower, 1 higher, otherwise 0. */
export function kindOf(change: number, threshold: number): -1 | 0 | 1 {
  if (Math.abs(change) < threshold) {
    return 0;
  }
  return change < 0 ? -1 : 1;
}
