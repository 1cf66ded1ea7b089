/** Selects a time range by dragging across a chart, and moves it with keys. */
import { brushX, type D3BrushEvent } from 'd3-brush';
import { select } from 'd3-selection';

import { showSpan, shownSpan, panBy, pointAt, zoomBy } from '../../core/lab/chart-view.ts';
import { plotLeft, PLOT_RIGHT, timeScale } from '../../widgets/chart/axis.ts';

/** Lets the user select a time range on a chart; returns a function that ends this. */
export function selecting(element: SVGSVGElement): () => void {
  const nsAt = (x: number) => timeScale(shownSpan(), element.clientWidth).invert(x);
  const brush = brushX<unknown>()
    .extent((): [[number, number], [number, number]] => [
      [plotLeft, 0],
      [Math.max(element.clientWidth - PLOT_RIGHT, plotLeft), element.clientHeight],
    ])
    // On a touch screen, a drag scrolls the page, and buttons select the time range.
    .touchable(false)
    .on('end', ({ selection, sourceEvent }: D3BrushEvent<unknown>) => {
      if (sourceEvent && selection) {
        const [from, to] = selection as [number, number];
        showSpan({ fromNs: nsAt(from), toNs: nsAt(to) });
        brush.clear(group);
      }
    });
  const group = select<SVGSVGElement, unknown>(element).append('g').call(brush);
  const observer = new ResizeObserver(() => group.call(brush));
  observer.observe(element);
  return () => {
    observer.disconnect();
    group.remove();
  };
}

/** Zoom factor per step. */
const ZOOM = 2;
/** Step of the arrow keys, as a share of the time range shown. */
const STEP = 1 / 60;
const LONG_STEP = 1 / 10;

/** Handles a key pressed at a time, virtual nanoseconds. */
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
