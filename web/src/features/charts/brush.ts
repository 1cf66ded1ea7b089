/** Lets a pointer select a stretch of time by dragging across a chart, and keys move it. */
import { brushX, type D3BrushEvent } from 'd3-brush';
import { select } from 'd3-selection';

import { plotLeft, PLOT_RIGHT, timeScale } from '../../widgets/chart/time-axis.ts';
import { showSpan, shownSpan } from '../../core/lab/chart-view.ts';

export { moveBy } from './time-keys.ts';

/** Begins that; the answer ends it. */
export function selecting(element: SVGSVGElement): () => void {
  const nsAt = (x: number) => timeScale(shownSpan(), element.clientWidth).invert(x);
  const brush = brushX<unknown>()
    .extent((): [[number, number], [number, number]] => [
      [plotLeft, 0],
      [Math.max(element.clientWidth - PLOT_RIGHT, plotLeft), element.clientHeight],
    ])
    // A finger scrolls the page; it has the buttons.
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
