/** The time axis of all charts: a slider for the moment whose figures are shown, and the zoom. */
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { useTheme } from '../../base/theme/theme.ts';
import { useChartView } from '../../core/lab/chart-span.ts';
import { pointAt, showSpan, shownSpan, wholeSpan, zoomBy } from '../../core/lab/chart-view.ts';
import { ticks, useTick } from '../../core/time/ticks.ts';
import { fitCanvas } from '../../widgets/chart/canvas.ts';
import { drawTimeAxis } from '../../widgets/chart/time-axis.ts';
import { textOf } from './MetricChart.tsx';
import { moveBy } from './brush.ts';

const AXIS_HEIGHT = 14;
const ZOOM = 2;
/** Keys that move the moment or the stretch. */
const MOVES = /^(Arrow|Home|End|Page|[-+=0]$)/;

/** The axis with its controls. */
export function ChartTimes(): ReactElement {
  const span = useChartView((state) => state.span);
  const cursorNs = useChartView((state) => state.cursorNs);
  // Where a stretch begins that is being chosen with the keyboard.
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
  const atNs = cursorNs ?? wholeSpan().toNs;
  const help = 'Arrows move it, + and − zoom, 0 shows all, Enter begins and ends a stretch';
  const shows = `${formatSeconds(shown.fromNs)} to ${formatSeconds(shown.toNs)} shown`;
  const begun = markNs === null ? '' : `, stretch from ${formatSeconds(markNs)}`;
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
    <div className="change change-axis">
      <div className="chart-zoom" role="group" aria-label="Stretch of time in the charts">
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
        aria-label="Moment whose figures are shown"
        aria-description={help}
        title={`Drag across a chart to look at a stretch. ${help}`}
        aria-valuemin={0}
        aria-valuemax={Math.round(wholeSpan().toNs / 1e6)}
        aria-valuenow={Math.round(atNs / 1e6)}
        aria-valuetext={`${cursorNs === null ? 'now' : formatSeconds(cursorNs)}, ${shows}${begun}`}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setMarkNs(null);
          pointAt(null);
        }}
      >
        <AxisLabels />
        <span className="chart-time-name">Moment</span>
      </div>
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

/** The labels, above all charts. */
function AxisLabels(): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useTheme((theme) => theme.dark);
  useEffect(() => {
    const element = canvas.current;
    if (!element) {
      return undefined;
    }
    const look = textOf(element);
    const draw = () => {
      const context = fitCanvas(element, element.clientWidth, AXIS_HEIGHT);
      if (context) {
        drawTimeAxis(context, element.clientWidth, AXIS_HEIGHT, shownSpan(), look);
      }
    };
    draw();
    const resized = new ResizeObserver(draw);
    resized.observe(element);
    const stops = [ticks.listen('charts', draw), useChartView.subscribe(draw)];
    return () => {
      resized.disconnect();
      stops.forEach((stop) => stop());
    };
  }, [dark]);
  return <canvas ref={canvas} className="chart axis" aria-hidden="true" />;
}
