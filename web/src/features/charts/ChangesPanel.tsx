/** The right side: what differs between the lanes. */
import { useMemo, type ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { compareAt } from '../../core/figures/compare.ts';
import { metricsFor, type Metric } from '../../core/figures/metrics.ts';
import { useChartView } from '../../core/lab/chart-span.ts';
import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import { useLane } from '../../core/lab/use-lane.ts';
import { useTick } from '../../core/time/ticks.ts';
import { Panel } from '../../widgets/Panel.tsx';
import { ChartTimes } from './ChartTimes.tsx';
import { MetricChart } from './MetricChart.tsx';

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
        <Key />
      </div>
      <ChartTimes />
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

/** Whose the figures are, and of which moment if not of now; it must never take a second line. */
function Key(): ReactElement {
  const cursorNs = useChartView((state) => state.cursorNs);
  return (
    <p className="key number">
      <span className="key-b">B</span> {cursorNs === null ? 'against' : 'and'}{' '}
      <span className="key-a">A</span>
      {cursorNs !== null && (
        <>
          {' at '}
          <span data-testid="cursor">{formatSeconds(cursorNs)}</span>
        </>
      )}
    </p>
  );
}

function ChangeRow({ metric, position }: { metric: Metric; position: number }): ReactElement {
  useTick('figures');
  const laneA = lab.lanes.state('a');
  const laneB = lab.lanes.state('b');
  const cursorNs = useChartView((state) => state.cursorNs);
  const comparison = compareAt(metric, laneA, laneB, cursorNs);
  const { a, b } = comparison;
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
      <MetricChart metric={metric} position={position} />
    </section>
  );
}
