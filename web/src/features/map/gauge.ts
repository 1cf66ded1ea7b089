/** Where a number of free pages stands on a gauge. */

/** Share of the gauge that goes linearly to three times the high watermark. */
const LINEAR = 0.75;

/** Height of `free` pages, 0 to 1: linear around the watermarks, logarithmic above. */
export function gaugeHeight(free: number, high: number, frames: number): number {
  const knee = Math.max(3 * high, 1);
  if (free <= knee) {
    return (LINEAR * Math.max(free, 0)) / knee;
  }
  const above = Math.log(free / knee) / Math.log(Math.max(frames / knee, 1.0001));
  return LINEAR + (1 - LINEAR) * Math.min(above, 1);
}

/** How free memory stands against the watermarks. */
export function gaugeState(
  free: number,
  marks: { min: number; low: number; high: number },
): 'ample' | 'high' | 'low' | 'min' {
  if (free <= marks.min) {
    return 'min';
  }
  if (free <= marks.low) {
    return 'low';
  }
  return free <= marks.high ? 'high' : 'ample';
}

/** The same in words. */
export const GAUGE_WORDS = {
  ample: 'above high',
  high: 'between low and high',
  low: 'between min and low',
  min: 'below min',
} as const;
