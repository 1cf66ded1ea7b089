/** Marks on the timeline, with labels where there is room. */
import type { Mark } from '../engine/types.ts';
import { LANES, type LaneId } from '../lab/lanes.ts';

/** A mark with its place, 0 to 1. */
export interface PlacedMark {
  lane: LaneId;
  name: string;
  text: string;
  atNs: number;
  share: number;
  labelled: boolean;
}

/** Room that a label takes, as a share of the timeline. */
const LABEL_SHARE = 0.15;
/** Labels may not run over the end. */
const LABEL_END = 0.9;

/** The marks of both lanes in the order of time; a label only where the one before has ended. */
export function placeMarks(marks: Record<LaneId, readonly Mark[]>, endNs: number): PlacedMark[] {
  const placed = LANES.flatMap((lane) =>
    marks[lane].map(({ name, text, at_ns: atNs }) => ({
      lane,
      name,
      text,
      atNs,
      share: Math.min(1, atNs / endNs),
      labelled: false,
    })),
  ).sort((x, y) => x.atNs - y.atNs);
  let free = 0;
  for (const mark of placed) {
    if (mark.share >= free && mark.share <= LABEL_END) {
      mark.labelled = true;
      free = mark.share + LABEL_SHARE;
    }
  }
  return placed;
}
