/** The right side: what differs between the lanes. */
import { useEffect, useMemo, useRef, type ReactElement } from 'react';

import { fitCanvas } from '../charts/canvas.ts';
import { drawLineChart } from '../charts/line-chart.ts';
import { drawTimeAxis } from '../charts/time-axis.ts';
import { formatRatio } from '../lab/format.ts';
import { LANES } from '../lab/lanes.ts';
import { lab } from '../lab/lab.ts';
import { metricsFor, type Metric } from '../lab/metrics.ts';
import { useLab } from '../lab/store.ts';
import { ticks, useTick } from '../lab/ticks.ts';
import { colourOf, useTheme } from '../theme/theme.ts';
import { Panel } from './Panel.tsx';
import { useLane } from './use-lane.ts';

const AXIS_HEIGHT = 14;

/** The panel. */
export function ChangesPanel(): ReactElement {
  const a = useLane('a');
  const metrics = useMemo(
    () => metricsFor(a?.description.zones.map(({ name }) => name) ?? []),
    [a?.description],
  );
  return (
    <Panel side="right" title="What changes">
      <div className="changes-head">
        <h2 className="eyebrow">What changes</h2>
        <p className="key">
          <span className="key-b">B</span> against <span className="key-a">A</span>
        </p>
      </div>
      <div className="change change-axis" aria-hidden="true">
        <TimeAxis />
      </div>
      <div className="changes-rows">
        {metrics.map((metric, position) => (
          <ChangeRow key={metric.id} metric={metric} position={position} />
        ))}
      </div>
      <button
        type="button"
        className="button changes-all"
        aria-haspopup="dialog"
        onClick={() => useLab.setState({ countersShown: true })}
      >
        All counters…
      </button>
    </Panel>
  );
}

/** What B is against A in words, whether that is good, and the figure itself. */
function comparisonOf(metric: Metric, a: number, b: number) {
  if (Number.isNaN(a) || Number.isNaN(b)) {
    return { text: metric.absent ?? '', tone: 'neutral', title: undefined };
  }
  const text = metric.compare(a, b);
  const title = formatRatio(a, b);
  // A difference that rounds to nothing is neither good nor bad.
  if (metric.more === null || text.startsWith('±') || a === b) {
    return { text, tone: 'neutral', title };
  }
  return { text, tone: b > a === (metric.more === 'better') ? 'good' : 'bad', title };
}

function ChangeRow({ metric, position }: { metric: Metric; position: number }): ReactElement {
  useTick('figures');
  const laneA = lab.lanes.state('a');
  const laneB = lab.lanes.state('b');
  const a = laneA ? metric.now(laneA) : Number.NaN;
  const b = laneB ? metric.now(laneB) : Number.NaN;
  const comparison = comparisonOf(metric, a, b);
  const show = (value: number) => (Number.isNaN(value) ? '–' : metric.format(value));
  return (
    <section className="change" aria-label={metric.title} data-metric={metric.id}>
      <h3 title={metric.explanation}>
        {metric.title}
        {metric.unit && <span className="quiet"> · {metric.unit}</span>}
      </h3>
      <span className={`change-ratio number tone-${comparison.tone}`} title={comparison.title}>
        {comparison.text}
      </span>
      <p className="change-values number">
        <span className="value-b" title="Lane B" data-lane="b">
          {show(b)}
        </span>
        <span className="value-a" title="Lane A" data-lane="a">
          {show(a)}
        </span>
      </p>
      <Chart metric={metric} position={position} />
    </section>
  );
}

/** End of the time axis: now, and at the start a little more. */
function axisEndNs(): number {
  const times = LANES.map((lane) => lab.lanes.state(lane)?.nowNs ?? 0);
  return Math.max(...times, 5e9);
}

function textOf(element: HTMLElement): { text: string; font: string } {
  return { text: colourOf('faint'), font: `10px ${getComputedStyle(element).fontFamily}` };
}

/** The labels of the time axis, above all charts. */
function TimeAxis(): ReactElement {
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
        drawTimeAxis(context, element.clientWidth, AXIS_HEIGHT, axisEndNs(), look);
      }
    };
    draw();
    return ticks.listen('charts', draw);
  }, [dark]);
  return <canvas ref={canvas} className="chart axis" />;
}

function Chart({ metric, position }: { metric: Metric; position: number }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useTheme((theme) => theme.dark);
  useEffect(() => {
    const element = canvas.current;
    if (!element) {
      return undefined;
    }
    const colours = {
      a: colourOf('lane-a'),
      b: colourOf('lane-b'),
      grid: colourOf('line'),
      ...textOf(element),
    };
    let visible = true;
    const draw = () => {
      const { clientWidth: width, clientHeight: height } = element;
      const context = visible && fitCanvas(element, width, height);
      if (context) {
        const untilNs = axisEndNs();
        const lanes = { a: lab.lanes.state('a'), b: lab.lanes.state('b') };
        const least = metric.format(50) === '50 %' ? 20 : 1;
        drawLineChart(context, width, height, { metric, ...lanes, untilNs, least }, colours);
      }
    };
    const observer = new IntersectionObserver((entries) => {
      visible = entries.at(-1)?.isIntersecting ?? true;
      draw();
    });
    observer.observe(element);
    draw();
    // A third of the charts each time: no frame draws them all.
    const stop = ticks.listen('charts', () => {
      if ((ticks.count('charts') + position) % 3 === 0 || !useLab.getState().playing) {
        draw();
      }
    });
    return () => {
      stop();
      observer.disconnect();
    };
  }, [metric, dark, position]);
  return (
    <canvas
      ref={canvas}
      className="chart"
      role="img"
      aria-label={`${metric.title} of both lanes over virtual time; the values now are above`}
    />
  );
}
