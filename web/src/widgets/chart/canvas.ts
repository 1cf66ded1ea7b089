/** A canvas whose pixels are the screen's. */
import { zoomOf } from '../../core/type-size.ts';

/** Fits a canvas to its place and gives its context in CSS pixels; null while it has no size. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  // Large type enlarges a canvas with all else: it must have the pixels for that.
  const ratio = (window.devicePixelRatio || 1) * zoomOf(canvas);
  const across = Math.round(width * ratio);
  const down = Math.round(height * ratio);
  if (across < 1 || down < 1) {
    return null;
  }
  if (canvas.width !== across || canvas.height !== down) {
    canvas.width = across;
    canvas.height = down;
  }
  const context = canvas.getContext('2d');
  context?.setTransform(ratio, 0, 0, ratio, 0, 0);
  return context;
}
