/** A chart: both lanes, over the time range that all charts share. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { colourOf, useTheme } from '../../base/theme.ts';
import { commonNs } from '../../core/figures/compare.ts';
import { leastOf, type Metric } from '../../core/figures/metrics.ts';
import { useChartView, useLab, type LabStore } from '../../core/lab/store.ts';
import {
  panBy,
  pointAt,
  showSpan,
  shownSpan,
  wholeSpan,
  zoomBy,
} from '../../core/lab/chart-view.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES } from '../../core/lab/lanes.ts';
import { goToMark, type MarkGoal } from '../../core/lab/marks.ts';
import { marksOf, weightOf } from '../../core/lab/timeline.ts';
import { ticks, useTick } from '../../core/time.ts';
import { fitCanvas } from '../../widgets/chart/canvas.ts';
import { drawLineChart } from '../../widgets/chart/line-chart.ts';
import { timeScale } from '../../widgets/chart/axis.ts';
import { eventAt, labelOf, type ChartEvent, type PlacedEvent } from '../../widgets/chart/events.ts';
import { moveBy, selecting } from './brush.ts';
import './metric-chart.css';

export { compareAt } from '../../core/figures/compare.ts';
export { explained } from './explained.ts';

/** Minimum distance of the lanes at which the key tells at which time both are compared, virtual nanoseconds. */
const APART_NS = 1e9;

/** The time at which the lanes are compared, if a lane has already passed it: both are being computed. */
export function comparedNs(): number | null {
  const [a, b] = LANES.map((lane) => lab.lanes.state(lane));
  const atNs = commonNs(a ?? null, b ?? null);
  const apart = [a, b].some((lane) => atNs !== null && (lane?.nowNs ?? 0) > atNs + APART_NS);
  return useLab.getState().goalNs !== null && apart ? atNs : null;
}

/** Zoom factor per notch of the wheel. */
const WHEEL_FACTOR = 1.25;

/** Returns the colour and font of chart labels. */
function textOf(element: HTMLElement): { text: string; font: string } {
  return { text: colourOf('faint'), font: `12px ${getComputedStyle(element).fontFamily}` };
}

/** Renders a chart and handles the pointer on it. */
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
  const placed = useRef<PlacedEvent<MarkEvent>[]>([]);
  const dark = useTheme((theme) => theme.dark);
  const marks = useLab((state) => (large ? eventsText(chartEvents(state)) : ''));
  useEffect(() => {
    const element = canvas.current;
    const keep = (events: PlacedEvent<MarkEvent>[]) => {
      placed.current = events;
    };
    return element ? drawing(element, metric, position, large, keep) : undefined;
  }, [metric, dark, position, large]);
  useEffect(() => {
    const element = overlay.current;
    if (!element) {
      return undefined;
    }
    const onEvents = goingToEvents(element, () => placed.current);
    const stops = [pointing(element), selecting(element), onEvents];
    return () => stops.forEach((stop) => stop());
  }, []);
  return (
    <div className="chart-place">
      <canvas
        ref={canvas}
        className="chart"
        role="img"
        aria-label={`${metric.title} of both lanes over virtual time`}
        aria-description={marks}
      />
      <svg ref={overlay} className="chart-overlay" aria-hidden="true" />
    </div>
  );
}

/** A mark of the timeline in a chart. */
interface MarkEvent extends ChartEvent {
  goal: MarkGoal;
}

/** Returns the marks of the timeline, for the charts. */
function chartEvents({ marks, scenario, catalogue, divergence }: LabStore): MarkEvent[] {
  const ofLanes = marksOf(marks, scenario, catalogue, divergence);
  return LANES.flatMap((lane) =>
    ofLanes[lane].map((mark) => ({
      atNs: mark.at_ns,
      text: mark.text,
      lane: mark.kind === 'divergence' ? ('both' as const) : lane,
      weight: weightOf(mark),
      goal: { lane, name: mark.name, atNs: mark.at_ns, kind: mark.kind },
    })),
  );
}

/** Returns the marks as text, for a large chart, which draws their labels. */
function eventsText(events: readonly ChartEvent[]): string {
  const texts = events
    .toSorted((one, other) => one.atNs - other.atNs)
    .map((event) => `${labelOf(event)} at ${formatSeconds(event.atNs)}`);
  return texts.length === 0 ? '' : `Marks: ${texts.join(', ')}`;
}

/** Keeps a canvas up to date, and tells where its events are; returns a function that stops this. */
function drawing(
  element: HTMLCanvasElement,
  metric: Metric,
  position: number,
  large: boolean,
  onDrawn: (events: PlacedEvent<MarkEvent>[]) => void,
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
      // While both lanes are computed, the figures beside the chart are those of an earlier time: show where.
      const cursorNs = useChartView.getState().cursorNs ?? comparedNs();
      const shown = {
        span: shownSpan(),
        cursorNs,
        least,
        events: chartEvents(useLab.getState()),
        large,
      };
      const input = { metric, ...lanes, ...shown };
      onDrawn(drawLineChart(context, width, height, input, colours));
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
  let lastNs = lab.lanes.nowNs();
  // Draw a third of the charts each time, so that no animation frame draws all of them; draw all charts when the run
  // restarts, and during a seek, when the figures beside them change much each time.
  const stop = ticks.listen('charts', () => {
    const nowNs = lab.lanes.nowNs();
    const anew = nowNs < lastNs;
    lastNs = nowNs;
    const { playing, goalNs } = useLab.getState();
    const all = anew || !playing || goalNs !== null;
    if (all || (ticks.count('charts') + position) % 3 === 0) {
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

/** Returns where the pointer is on a chart, CSS pixels. */
function placeOf(element: SVGSVGElement, { clientX, clientY }: MouseEvent): [number, number] {
  const { left, top, width } = element.getBoundingClientRect();
  // Large type zooms the chart, but `clientWidth` does not include this zoom.
  const zoom = element.clientWidth / width;
  return [(clientX - left) * zoom, (clientY - top) * zoom];
}

/** Distance that the pointer may move during a click, CSS pixels. */
const CLICK_ROOM = 3;

/** Seeks to the event that is clicked on a chart; returns a function that stops this. */
function goingToEvents(
  element: SVGSVGElement,
  placed: () => readonly PlacedEvent<MarkEvent>[],
): () => void {
  const stopped = new AbortController();
  const options = { signal: stopped.signal };
  const eventOf = (event: MouseEvent) => eventAt(placed(), ...placeOf(element, event));
  let down: PointerEvent | null = null;
  element.addEventListener('pointerdown', (event) => (down = event), options);
  const show = (event: PointerEvent) => {
    const at = event.pointerType === 'touch' || event.buttons > 0 ? null : eventOf(event);
    element.classList.toggle('is-on-event', at !== null);
    element.parentElement?.setAttribute(
      'title',
      at ? `Go to “${labelOf(at)}”, ${formatSeconds(at.of.atNs)}` : '',
    );
  };
  element.addEventListener('pointermove', show, options);
  const go = (event: MouseEvent) => {
    // A drag selects a time range. A touch reads values; the timeline has its marks as buttons.
    const moved = down ? Math.abs(event.clientX - down.clientX) : Infinity;
    const at = moved <= CLICK_ROOM && down?.pointerType !== 'touch' ? eventOf(event) : null;
    if (at) {
      // Otherwise the figures beside the charts would be those of the pointer, which the run may no longer reach.
      pointAt(null);
      goToMark(at.of.goal);
    }
  };
  element.addEventListener('click', go, options);
  return () => stopped.abort();
}

/** Handles zooming and pointing on a chart; returns a function that stops this. */
function pointing(element: SVGSVGElement): () => void {
  const nsAt = (x: number) => timeScale(shownSpan(), element.clientWidth).invert(x);
  const xOf = (event: MouseEvent) => placeOf(element, event)[0];
  const point = (event: PointerEvent) => {
    pointAt(nsAt(xOf(event)));
  };
  const leave = ({ pointerType }: PointerEvent) => {
    // A touch ends at once, so keep the figures that it selected until the next touch elsewhere.
    if (pointerType !== 'touch') {
      pointAt(null);
    }
  };
  const wheel = (event: WheelEvent) => {
    // If the panel can scroll, or on a narrow screen the page, the wheel scrolls it. A pinch on a touchpad arrives as a
    // wheel event with Ctrl.
    const scrolls = [element.closest('.side'), document.scrollingElement].some(
      (it) => it && it.scrollHeight > it.clientHeight,
    );
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

const ZOOM = 2;
/** Keys that move the cursor or the time range. */
const MOVES = /^(Arrow|Home|End|Page|[-+=0]$)/;

/** Renders the controls above the charts for their shared time range and cursor. */
export function ChartTimes(): ReactElement {
  const span = useChartView((state) => state.span);
  const cursorNs = useChartView((state) => state.cursorNs);
  // Start of a time range that is being selected with the keyboard.
  const [markNs, setMarkNs] = useState<number | null>(null);
  useTick('tables');
  useEffect(() => {
    const elsewhere = ({ target }: PointerEvent) => {
      if (!(target instanceof Element && target.closest('.side-right'))) {
        pointAt(null);
      }
    };
    window.addEventListener('pointerdown', elsewhere);
    return () => window.removeEventListener('pointerdown', elsewhere);
  }, []);
  const shown = shownSpan();
  const { toNs: endNs } = wholeSpan();
  const atNs = cursorNs ?? endNs;
  const left = span === shown && endNs > shown.toNs;
  const help =
    'Arrow keys move the cursor; + and − zoom; 0 shows the whole run; Enter starts and ends a selection';
  const shows = `${formatSeconds(shown.fromNs)} to ${formatSeconds(shown.toNs)} shown`;
  const begun = markNs === null ? '' : `, selection from ${formatSeconds(markNs)}`;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) {
      return;
    }
    if (event.key === 'Enter') {
      if (markNs !== null && markNs !== atNs) {
        showSpan({ fromNs: Math.min(markNs, atNs), toNs: Math.max(markNs, atNs) });
      }
      setMarkNs(markNs === null ? atNs : null);
    } else if (event.key === 'Escape' && markNs !== null) {
      setMarkNs(null);
    } else if (MOVES.test(event.key)) {
      moveBy(event, atNs);
    } else {
      return;
    }
    event.preventDefault();
  };
  return (
    <div className={span ? 'chart-controls is-zoomed' : 'chart-controls'}>
      <div className="chart-zoom" role="group" aria-label="Time range of the charts">
        <ZoomButton name="Zoom the charts in" sign="+" onPress={() => zoomBy(1 / ZOOM)} />
        <ZoomButton
          name="Zoom the charts out"
          sign="−"
          disabled={!span}
          onPress={() => zoomBy(ZOOM)}
        />
        <ZoomButton name="Show the whole run" sign="All" disabled={!span} onPress={showAll} />
      </div>
      <div
        className={`chart-time${markNs === null ? '' : ' is-marking'}`}
        role="slider"
        tabIndex={0}
        aria-label="Time whose values are shown"
        aria-description={help}
        title={`Drag across a chart to zoom in. ${help}.`}
        aria-valuemin={0}
        aria-valuemax={Math.round(endNs / 1e6)}
        aria-valuenow={Math.round(atNs / 1e6)}
        aria-valuetext={`${cursorNs === null ? 'now' : formatSeconds(cursorNs)}, ${shows}${begun}`}
        onKeyDown={onKeyDown}
        // The line in the charts shows what the keys move.
        onFocus={() => pointAt(Math.max(shown.fromNs, Math.min(atNs, shown.toNs)))}
        onBlur={() => {
          setMarkNs(null);
          pointAt(null);
        }}
      >
        Cursor ← →
      </div>
      {left && <span className="chart-left">The run has left this range.</span>}
    </div>
  );
}

function showAll(): void {
  showSpan(null);
}

interface ZoomButtonProps {
  name: string;
  sign: string;
  disabled?: boolean;
  onPress: () => void;
}

function ZoomButton({ name, sign, disabled = false, onPress }: ZoomButtonProps): ReactElement {
  return (
    <button type="button" aria-label={name} title={name} disabled={disabled} onClick={onPress}>
      {sign}
    </button>
  );
}
