/** Where an arrow key leads among marks that have places. */
import type { Box } from './drawing.tsx';

/** Directions of the arrow keys. */
export type Direction = 'left' | 'right' | 'up' | 'down';

/** How much a step aside costs against one ahead. */
const ASIDE = 3;

interface Placed {
  box: Box;
}

/** The number of the nearest mark in a direction; the same mark where there is none. */
export function stepFrom(marks: readonly Placed[], from: number, direction: Direction): number {
  const start = marks[from];
  if (!start) {
    return from;
  }
  const [x0, y0] = middleOf(start.box);
  let best = from;
  let least = Infinity;
  for (const [at, { box }] of marks.entries()) {
    const [x, y] = middleOf(box);
    const [dx, dy] = [x - x0, y - y0];
    const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction];
    const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx);
    const cost = ahead + aside * ASIDE;
    if (ahead > 0.5 && cost < least) {
      best = at;
      least = cost;
    }
  }
  // Marks at the very same place would otherwise be unreachable.
  const same = direction === 'right' || direction === 'down' ? from + 1 : from - 1;
  const twin = marks[same];
  return twin && near(twin.box, start.box) ? same : best;
}

function middleOf({ x, y, width, height }: Box): [number, number] {
  return [x + width / 2, y + height / 2];
}

function near(one: Box, other: Box): boolean {
  const [[x1, y1], [x2, y2]] = [middleOf(one), middleOf(other)];
  return Math.abs(x1 - x2) <= 0.5 && Math.abs(y1 - y2) <= 0.5;
}
