/** The right column: the measures in which the lanes differ. */
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactElement } from 'react';

import { formatSeconds } from '../../base/format.ts';
import { embedded, idle } from '../../base/page.ts';
import type { Comparison } from '../../core/figures/compare.ts';
import { metricsFor, type Metric } from '../../core/figures/metrics.ts';
import { useChartView, useLab } from '../../core/lab/store.ts';
import { lab } from '../../core/lab/lab.ts';
import { firstRun, useLane } from '../../core/lab/use-lab.ts';
import { ask, Part } from '../../core/parts.tsx';
import { useTick } from '../../core/time.ts';
import { Panel, Icon } from '../../widgets/controls.tsx';

/** The charts. Their places are empty until the machines run. */
export const chartsPart = new Part('The charts', () => import('./MetricChart.tsx'));

export function ChangesPanel(): ReactElement {
  const a = useLane('a');
  const metrics = useMemo(
    () => metricsFor(a?.description.zones.map(({ name }) => name) ?? []),
    [a?.description],
  );
  useEffect(() => {
    // Until the machines run, nothing else may use the network.
    void firstRun()
      .then(idle)
      .then(() => ask(chartsPart));
  }, []);
  const part = useCharts();
  // The measure with the large chart; null for none, which is the default when the page is embedded.
  const [chosen, setChosen] = useState<string | null>(embedded ? null : 'throughput');
  return (
    <Panel side="right" title="Charts">
      <div className="changes-head">
        <h2 className="eyebrow">Charts</h2>
        <Key />
      </div>
      {part ? <part.ChartTimes /> : <div className="chart-controls" />}
      <div className="changes-rows">
        {metrics.map((metric, position) => (
          <ChangeRow
            key={metric.id}
            metric={metric}
            position={position}
            chosen={metric.id === chosen}
            onChoose={() => setChosen(metric.id === chosen ? null : metric.id)}
          />
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

function useCharts() {
  return useSyncExternalStore(chartsPart.listen, () => chartsPart.module);
}

/** Renders the key: which figures are A's and B's, and the time if it is not the current one. Must fit on one line. */
function Key(): ReactElement {
  useTick('figures');
  const cursorNs = useChartView((state) => state.cursorNs);
  const part = useCharts();
  const atNs = cursorNs ?? part?.comparedNs() ?? null;
  return (
    <p className="key number">
      <span className="key-b">B</span> {atNs === null ? 'vs.' : 'and'}{' '}
      <span className="key-a">A</span>
      {atNs !== null && (
        <>
          {' at '}
          <span data-testid="cursor">{formatSeconds(atNs)}</span>
        </>
      )}
    </p>
  );
}

/** Shown until the charts are loaded. */
const NOTHING: Comparison = { a: NaN, b: NaN, text: '', tone: 'neutral', over: '' };

interface ChangeRowProps {
  metric: Metric;
  position: number;
  chosen: boolean;
  onChoose: () => void;
}

function ChangeRow({ metric, position, chosen, onChoose }: ChangeRowProps): ReactElement {
  useTick('figures');
  const part = useCharts();
  const cursorNs = useChartView((state) => state.cursorNs);
  const lanes = { a: lab.lanes.state('a'), b: lab.lanes.state('b') };
  const { text, tone, title, over, soFar, ...values } =
    part?.compareAt(metric, lanes.a, lanes.b, cursorNs) ?? NOTHING;
  const show = (value: number) => (Number.isNaN(value) ? '–' : metric.format(value));
  return (
    <section
      className={chosen ? 'change is-chosen' : 'change'}
      aria-label={metric.title}
      data-metric={metric.id}
    >
      <h3 title={part?.explained(metric)}>
        <span className="change-title">
          {metric.title}
          {metric.unit && <span className="quiet"> · {metric.counts ?? metric.unit}</span>}
        </span>
        <button
          type="button"
          className="change-enlarge"
          aria-label={`${metric.title}: large chart`}
          title={chosen ? 'Make this chart small' : 'Make this chart large'}
          aria-pressed={chosen}
          onClick={onChoose}
        >
          <Icon name={chosen ? 'smaller' : 'larger'} />
        </button>
        {chosen && (
          <button
            type="button"
            className="change-enlarge"
            aria-label={`Export the chart of ${metric.title}`}
            title="Export this chart as SVG or PNG"
            aria-haspopup="dialog"
            onClick={() => useLab.setState({ countersShown: true, exported: metric.id })}
          >
            <Icon name="export" />
          </button>
        )}
      </h3>
      <span className={`change-ratio number tone-${tone}`} title={title}>
        {text}
        {soFar && (
          <span className="change-so-far"> {cursorNs === null ? 'so far' : 'until then'}</span>
        )}
      </span>
      <p className="change-values number">
        {(['b', 'a'] as const).map((lane) => (
          <span key={lane} className={`value-${lane}`}>
            <span className="value-name">{lane.toUpperCase()}</span>{' '}
            <span data-lane={lane}>{show(values[lane])}</span>
          </span>
        ))}
        {over !== '' && <span className="value-over">{over}</span>}
      </p>
      {part ? (
        <part.MetricChart metric={metric} position={position} large={chosen} />
      ) : (
        <div className="chart-place">
          <div className="chart" />
        </div>
      )}
    </section>
  );
}
