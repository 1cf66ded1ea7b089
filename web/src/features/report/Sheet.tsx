/** The page itself: question, claim, setting, evidence, and the way to run it again. */
import { useEffect, useRef, type ReactElement } from 'react';

import type { Origin } from '../../core/counters/counters.ts';
import { leastOf, type Metric } from '../../core/figures/metrics.ts';
import { shownSpan } from '../../core/lab/chart-view.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { svgChart } from '../../widgets/chart/svg-chart.ts';
import type { EvidenceRow, Fact } from './report.ts';

interface SheetProps {
  question: string;
  claim: string;
  facts: readonly Fact[];
  evidence: readonly EvidenceRow[];
  metrics: readonly Metric[];
  /** Ids of the measures that are drawn. */
  charts: readonly string[];
  origin: Origin;
  pair: Record<LaneId, LaneState>;
  digests: Record<LaneId, string | null>;
}

/** One page of A4. */
export function Sheet(props: SheetProps): ReactElement {
  const { question, claim, facts, evidence, metrics, charts, origin, pair, digests } = props;
  const drawn = metrics.filter(({ id }) => charts.includes(id));
  return (
    <article className="sheet" aria-label="The page that is printed" tabIndex={0}>
      <h3 className="sheet-title">{question === '' ? origin.scenario.title : question}</h3>
      {claim !== '' && <p className="sheet-claim">{claim}</p>}
      <dl className="sheet-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <table className="sheet-evidence number">
        <thead>
          <tr>
            <th scope="col">Evidence</th>
            <th scope="col">A</th>
            <th scope="col">B</th>
            <th scope="col">B against A</th>
          </tr>
        </thead>
        <tbody>
          {evidence.map(({ id, title, unit, values, change, spread }) => (
            <tr key={id}>
              <th scope="row">
                {title}
                {unit !== '' && `, ${unit}`}
              </th>
              <Cell value={values.a} spread={spread?.a} />
              <Cell value={values.b} spread={spread?.b} />
              <Cell value={change} spread={spread?.change} />
            </tr>
          ))}
        </tbody>
      </table>
      <div className="sheet-charts">
        {drawn.map((metric) => (
          <SheetChart key={metric.id} metric={metric} origin={origin} pair={pair} />
        ))}
      </div>
      {drawn.length > 0 && (
        <p className="sheet-legend">
          <span className="sheet-line sheet-line-a" /> A{' '}
          <span className="sheet-line sheet-line-b" /> B
        </p>
      )}
      <footer className="sheet-foot">
        <p>
          Simulated by Reclaim Lab {origin.engineVersion}. Whoever opens the link runs this again,
          to the byte: digest of A {digests.a}, of B {digests.b}.
        </p>
        <p className="sheet-link">{origin.link}</p>
      </footer>
    </article>
  );
}

/** A figure and, below it, how it lies over the seeds. */
function Cell({ value, spread }: { value: string; spread: string | undefined }): ReactElement {
  return (
    <td>
      {value}
      {spread && <span className="sheet-spread">{spread}</span>}
    </td>
  );
}

interface SheetChartProps {
  metric: Metric;
  origin: Origin;
  pair: Record<LaneId, LaneState>;
}

function SheetChart({ metric, origin, pair }: SheetChartProps): ReactElement {
  const place = useRef<HTMLDivElement>(null);
  const { scenario, kernels, engineVersion, link } = origin;
  const digest = `${pair.a.digest ?? ''} ${pair.b.digest ?? ''}`;
  useEffect(() => {
    const chart = svgChart({
      metric,
      lanes: pair,
      kernels,
      span: shownSpan(),
      least: leastOf(metric),
      scenario: scenario.title,
      engineVersion,
      link,
      width: 360,
      height: 170,
      bare: true,
    });
    place.current?.replaceChildren(chart);
  }, [metric, pair, kernels, scenario.title, engineVersion, link, digest]);
  return <div ref={place} className="sheet-chart" />;
}
