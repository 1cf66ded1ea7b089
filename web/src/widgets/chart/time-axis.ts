/** The time axis that all charts share: one scale, round ticks as many as have room. */
import { formatTick } from '../../base/format.ts';
import type { Span } from '../../core/lab/chart-span.ts';
import { linearScale, type LinearScale } from './linear.ts';

/** Where the lines begin. */
export const plotLeft = 4;
/** Room on the right for the names of the lanes. */
export const PLOT_RIGHT = 18;
/** Least distance of two labels, CSS pixels. */
const LABEL_ROOM = 52;

/** Virtual nanoseconds to CSS pixels. */
export function timeScale({ fromNs, toNs }: Span, width: number): LinearScale {
  return linearScale(
    [fromNs, Math.max(toNs, fromNs + 1)],
    [plotLeft, Math.max(width - PLOT_RIGHT, plotLeft + 1)],
  );
}

/** Round times, none so near the next that their labels would touch. */
export function timeTicks(x: LinearScale, width: number): number[] {
  const [fromNs, untilNs] = x.domain;
  const room = width - plotLeft - PLOT_RIGHT;
  const seconds = linearScale([fromNs / 1e9, untilNs / 1e9], [0, room]);
  for (let count = Math.ceil(room / LABEL_ROOM); count > 0; count -= 1) {
    const ticks = seconds.ticks(count);
    const [first = 0, second = Infinity] = ticks;
    if (ticks.length > 0 && seconds(second) - seconds(first) >= LABEL_ROOM) {
      return ticks.map((second) => second * 1e9);
    }
  }
  return [fromNs];
}

/** Draws the labels of the axis onto a canvas of `width` by `height` CSS pixels. */
export function drawTimeAxis(
  context: CanvasRenderingContext2D,
  width: number,
  height: number,
  span: Span,
  { text, font }: { text: string; font: string },
): void {
  context.clearRect(0, 0, width, height);
  context.font = font;
  writeTimes(context, width, height / 2, timeScale(span, width), text);
}

/** Writes the round times beside one another, `middle` CSS pixels from the top. */
export function writeTimes(
  context: CanvasRenderingContext2D,
  width: number,
  middle: number,
  x: LinearScale,
  colour: string,
): void {
  context.fillStyle = colour;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  for (const ns of timeTicks(x, width)) {
    const label = `${formatTick(ns / 1e9)} s`;
    const half = context.measureText(label).width / 2;
    context.fillText(label, Math.max(half, Math.min(x(ns), width - half)), middle);
  }
}
