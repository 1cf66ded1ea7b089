/** The layout of a lane with two zones, for tests. */
import { layoutLane } from './layout.ts';

/** The layout of all zones, or of a part of one. */
export function layoutOfTwoZones(part: { zone: number; from: number; frames: number } | null) {
  return layoutLane({
    width: 700,
    height: 300,
    frames: [4000, 900_000],
    ribbons: [1],
    labelWidth: 80,
    part,
  });
}
