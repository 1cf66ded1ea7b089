/** Draws the last stretch of a task or device: one bar, coloured by state. */
import type { StripFrame } from '../../engine/protocol.ts';

/** Draws one row over the full size; states without a colour leave the ground. */
export function drawStripRow(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  strip: StripFrame | null,
  row: number,
  colours: readonly (string | null)[],
  ground: string,
): void {
  context.fillStyle = ground;
  context.fillRect(0, 0, width, height);
  if (!strip || row >= strip.rows) {
    return;
  }
  const { bins, states, minor, minorShares } = strip;
  const bar = width / bins;
  // One number says state and height, so that neighbours can be compared.
  const put = (key: number, from: number, to: number): void => {
    const rise = key & 255;
    const colour = colours[key >> 8];
    if (colour) {
      context.fillStyle = colour;
      context.fillRect(from * bar, height - rise, (to - from) * bar, rise);
    }
  };
  runs(bins, (bin) => ((states[row * bins + bin] ?? 255) << 8) | height, put);
  // A state too short to be the longest of its bin still shows at the foot.
  const riseOf = (at: number) => Math.max(2, Math.round(((minorShares[at] ?? 0) / 255) * height));
  runs(bins, (bin) => ((minor[row * bins + bin] ?? 255) << 8) | riseOf(row * bins + bin), put);
}

/** Calls back once for neighbouring bins that are to look the same. */
function runs(
  bins: number,
  keyOf: (bin: number) => number,
  put: (key: number, from: number, to: number) => void,
): void {
  let from = 0;
  for (let bin = 1; bin <= bins; bin += 1) {
    const key = keyOf(from);
    if (bin === bins || keyOf(bin) !== key) {
      put(key, from, bin);
      from = bin;
    }
  }
}
