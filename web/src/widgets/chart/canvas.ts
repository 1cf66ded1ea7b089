/** A canvas with the resolution of the screen. */
import { zoomOf } from '../../core/type-size.ts';

/** Fits a canvas to its element and returns its context, scaled to CSS pixels; null while the element has no size. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
): CanvasRenderingContext2D | null {
  // Large type enlarges the canvas like everything else, so it needs more pixels.
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
