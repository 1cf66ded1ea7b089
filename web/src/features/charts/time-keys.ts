/** The keys of the slider over the charts. */
import { panBy, pointAt, showSpan, shownSpan, zoomBy } from '../../core/lab/chart-view.ts';

/** By how much the charts are zoomed at once. */
const ZOOM = 2;
/** How far the arrows move, as shares of the stretch that is shown. */
const STEP = 1 / 60;
const LONG_STEP = 1 / 10;

/** Does what a key says that is pressed at a moment, virtual nanoseconds. */
export function moveBy(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  atNs: number,
): void {
  const { fromNs, toNs } = shownSpan();
  const step = (toNs - fromNs) * (shiftKey ? LONG_STEP : STEP);
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      pointAt(Math.max(fromNs, atNs - step));
      break;
    case 'ArrowRight':
    case 'ArrowUp':
      pointAt(Math.min(toNs, atNs + step));
      break;
    case 'Home':
      pointAt(fromNs);
      break;
    case 'End':
      pointAt(toNs);
      break;
    case 'PageUp':
      panBy(0.5);
      break;
    case 'PageDown':
      panBy(-0.5);
      break;
    case '+':
    case '=':
      zoomBy(1 / ZOOM);
      break;
    case '-':
      zoomBy(ZOOM);
      break;
    case '0':
      showSpan(null);
      break;
  }
}
