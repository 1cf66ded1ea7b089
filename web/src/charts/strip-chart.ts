/** Draws the last stretch of a task or device: one coloured bar, state by state. */
import type { StripFrame } from '../engine/protocol.ts';

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
  const { bins, states } = strip;
  const bar = width / bins;
  let from = 0;
  while (from < bins) {
    const state = states[row * bins + from] ?? 255;
    let to = from + 1;
    while (to < bins && states[row * bins + to] === state) {
      to += 1;
    }
    const colour = colours[state];
    if (colour) {
      context.fillStyle = colour;
      context.fillRect(from * bar, 0, (to - from) * bar, height);
    }
    from = to;
  }
}
