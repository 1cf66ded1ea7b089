/** Where the tour's panel stands: beside what it speaks of, inside the window. */
import type { Box } from '../../widgets/pointing/targets.ts';

/** A size, CSS pixels. */
export interface Size {
  width: number;
  height: number;
}

/** Room between the panel and what is beside it. */
const GAP = 14;
/** Room between the panel and the edge of the window. */
const EDGE = 10;

/** The top left corner: right of the box, left, below or above, wherever it hides least of it. */
export function placeBeside(box: Box, panel: Size, window: Size): Pick<Box, 'left' | 'top'> {
  const middle = {
    left: box.left + box.width / 2 - panel.width / 2,
    top: box.top + box.height / 2 - panel.height / 2,
  };
  const places = [
    { left: box.left + box.width + GAP, top: middle.top },
    { left: box.left - GAP - panel.width, top: middle.top },
    { left: middle.left, top: box.top + box.height + GAP },
    { left: middle.left, top: box.top - GAP - panel.height },
  ].map(({ left, top }) => ({
    left: clamp(left, EDGE, window.width - panel.width - EDGE),
    top: clamp(top, EDGE, window.height - panel.height - EDGE),
  }));
  const hidden = places.map((place) => hiddenOf(box, { ...place, ...panel }));
  const best = places[hidden.indexOf(Math.min(...hidden))];
  return best ?? { left: EDGE, top: EDGE };
}

/** How much of a box another hides, square pixels. */
export function hiddenOf(box: Box, above: Box): number {
  const across = overlap(box.left, box.width, above.left, above.width);
  return across * overlap(box.top, box.height, above.top, above.height);
}

function overlap(from: number, length: number, otherFrom: number, otherLength: number): number {
  return Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom));
}

function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
