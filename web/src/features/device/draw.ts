/** Draws where the time of a device went: across time, each bin filled by the share of each part. */
import { STATES } from '../../engine/strip.ts';
import type { NumberedPart } from './time-parts.ts';

/** What is drawn of one device. */
export interface DeviceStretch {
  /** Nanoseconds by device, bin and part: `DeviceFrame.spent`. */
  spent: Float32Array;
  device: number;
  bins: number;
  fromNs: number;
  toNs: number;
}

/** Draws the parts over the ground, those at the start of the list at the foot. `fills` by the parts' numbers. */
export function drawDeviceTime(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  { spent, device, bins, fromNs, toNs }: DeviceStretch,
  parts: readonly NumberedPart[],
  fills: readonly (string | CanvasPattern)[],
): void {
  const { width, height } = size;
  const bar = width / bins;
  const binNs = (toNs - fromNs) / bins;
  // It may begin before time 0.
  const oldest = Math.round(fromNs / binNs) + bins;
  for (let bin = 0; bin < bins; bin += 1) {
    const at = (device * bins + ((oldest + bin) % bins)) * STATES;
    let busy = 0;
    for (const { number } of parts) {
      busy += spent[at + number] ?? 0;
    }
    // A device that serves several at once spends more than the time that passes.
    const scale = height / Math.max(binNs, busy);
    let foot = height;
    for (const { number } of parts) {
      const rise = (spent[at + number] ?? 0) * scale;
      if (rise > 0) {
        context.fillStyle = fills[number] ?? '';
        context.fillRect(bin * bar, foot - rise, bar, rise);
        foot -= rise;
      }
    }
  }
}

/** Marks the span of one request. */
export function drawMark(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  span: { fromX: number; toX: number },
  ink: string,
): void {
  const width = Math.max(4, span.toX - span.fromX);
  const middle = (span.fromX + span.toX) / 2;
  context.strokeStyle = ink;
  context.lineWidth = 2;
  context.strokeRect(middle - width / 2, 1, width, size.height - 2);
}
