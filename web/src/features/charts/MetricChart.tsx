/** One chart of What changes: both lanes, the stretch and the moment that all charts share. */
import { useEffect, useRef, type ReactElement } from 'react';

import { colourOf, useTheme } from '../../base/theme/theme.ts';
import { leastOf, type Metric } from '../../core/figures/metrics.ts';
import { useChartView } from '../../core/lab/chart-span.ts';
import { panBy, pointAt, showSpan, shownSpan, zoomBy } from '../../core/lab/chart-view.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES } from '../../core/lab/lanes.ts';
import { marksOf } from '../../core/lab/marks.ts';
import { useLab } from '../../core/lab/store.ts';
import { ticks } from '../../core/time/ticks.ts';
import { fitCanvas } from '../../widgets/chart/canvas.ts';
import type { ChartEvent } from '../../widgets/chart/events.ts';
import { drawLineChart } from '../../widgets/chart/line-chart.ts';
import { timeScale } from '../../widgets/chart/time-axis.ts';
import { selecting } from './brush.ts';

/** Zoom of one notch of a wheel. */
const WHEEL_FACTOR = 1.25;

/** How labels of charts look. */
export function textOf(element: HTMLElement): { text: string; font: string } {
  return { text: colourOf('faint'), font: `12px ${getComputedStyle(element).fontFamily}` };
}

/** The chart, with what the pointer does to it. */
export function MetricChart({
  metric,
  position,
  large,
}: {
  metric: Metric;
  position: number;
  /** Whether this is the chosen chart. */
  large: boolean;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<SVGSVGElement>(null);
  const dark = useTheme((theme) => theme.dark);
  useEffect(() => {
    const element = canvas.current;
    return element ? drawing(element, metric, position, large) : undefined;
  }, [metric, dark, position, large]);
  useEffect(() => {
    const element = overlay.current;
    if (!element) {
      return undefined;
    }
    const stops = [pointing(element), selecting(element)];
    return () => stops.forEach((stop) => stop());
  }, []);
  return (
    <div className="chart-place">
      <canvas
        ref={canvas}
        className="chart"
        role="img"
        aria-label={`${metric.title} of both lanes over virtual time`}
      />
      <svg ref={overlay} className="chart-overlay" aria-hidden="true" />
    </div>
  );
}

/** What the timeline marks, for the charts. */
function chartEvents(): ChartEvent[] {
  const { marks, scenario, catalogue, divergence } = useLab.getState();
  const ofLanes = marksOf(marks, scenario, catalogue, divergence);
  return LANES.flatMap((lane) =>
    ofLanes[lane].map(({ at_ns: atNs, text, kind }) => ({
      atNs,
      text,
      lane: kind === 'divergence' ? ('both' as const) : lane,
    })),
  );
}

/** Keeps a canvas drawn; the answer ends that. */
function drawing(
  element: HTMLCanvasElement,
  metric: Metric,
  position: number,
  large: boolean,
): () => void {
  const colours = {
    a: colourOf('lane-a'),
    b: colourOf('lane-b'),
    good: colourOf('good'),
    bad: colourOf('bad'),
    neutral: colourOf('faint'),
    ground: colourOf('surface'),
    grid: colourOf('line'),
    cursor: colourOf('ink'),
    ...textOf(element),
  };
  const least = leastOf(metric);
  let visible = true;
  const draw = () => {
    const { clientWidth: width, clientHeight: height } = element;
    const context = visible && fitCanvas(element, width, height);
    if (context) {
      const lanes = { a: lab.lanes.state('a'), b: lab.lanes.state('b') };
      const { cursorNs } = useChartView.getState();
      const shown = { span: shownSpan(), cursorNs, least, events: chartEvents(), large };
      const input = { metric, ...lanes, ...shown };
      drawLineChart(context, width, height, input, colours);
    }
  };
  const observer = new IntersectionObserver((entries) => {
    visible = entries.at(-1)?.isIntersecting ?? true;
    draw();
  });
  observer.observe(element);
  const resized = new ResizeObserver(draw);
  resized.observe(element);
  draw();
  // A third of the charts each time: no frame draws them all.
  const stop = ticks.listen('charts', () => {
    if ((ticks.count('charts') + position) % 3 === 0 || !useLab.getState().playing) {
      draw();
    }
  });
  const unsubscribe = useChartView.subscribe(draw);
  return () => {
    stop();
    unsubscribe();
    resized.disconnect();
    observer.disconnect();
  };
}

/** Lets a pointer zoom, and ask for the figures of a moment; the answer ends that. */
function pointing(element: SVGSVGElement): () => void {
  const nsAt = (x: number) => timeScale(shownSpan(), element.clientWidth).invert(x);
  // Large type enlarges the chart: what it measures itself by does not know of that.
  const xOf = ({ clientX }: MouseEvent) => {
    const { left, width } = element.getBoundingClientRect();
    return ((clientX - left) * element.clientWidth) / width;
  };
  const point = (event: PointerEvent) => {
    pointAt(nsAt(xOf(event)));
  };
  const leave = ({ pointerType }: PointerEvent) => {
    // A finger leaves at once; what it asked for stays until it touches something else.
    if (pointerType !== 'touch') {
      pointAt(null);
    }
  };
  const wheel = (event: WheelEvent) => {
    // Where the panel scrolls, the wheel is for that; a pinch comes with Ctrl.
    const panel = element.closest('.side');
    const scrolls = panel !== null && panel.scrollHeight > panel.clientHeight;
    if (scrolls && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      return;
    }
    event.preventDefault();
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      panBy(Math.sign(event.deltaX || event.deltaY) * 0.1);
    } else {
      zoomBy(WHEEL_FACTOR ** Math.sign(event.deltaY), nsAt(xOf(event)));
    }
  };
  const whole = () => showSpan(null);
  element.addEventListener('pointermove', point);
  element.addEventListener('pointerdown', point);
  element.addEventListener('pointerleave', leave);
  element.addEventListener('dblclick', whole);
  element.addEventListener('wheel', wheel, { passive: false });
  return () => {
    element.removeEventListener('pointermove', point);
    element.removeEventListener('pointerdown', point);
    element.removeEventListener('pointerleave', leave);
    element.removeEventListener('dblclick', whole);
    element.removeEventListener('wheel', wheel);
  };
}
