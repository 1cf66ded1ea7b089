/** A report for a design review: written beside a preview, and printed on one page. */
import { useEffect, useRef, type ReactElement, useState } from 'react';

import {
  useCounters,
  useKernels,
  type Counters,
  type Origin,
} from '../../core/counters/counters.ts';
import { metricsFor, type Metric, type LaneSeries, leastOf } from '../../core/figures/metrics.ts';
import { shownSpan } from '../../core/lab/chart-view.ts';
import { useHeldRun } from '../../core/lab/moment.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { runFileName, saveText } from '../../core/storage/files.ts';
import { useTick } from '../../core/time.ts';
import type { Scenario } from '../../engine/types.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { svgChart } from '../../widgets/chart/svg-chart.ts';
import {
  evidenceOf,
  factsOf,
  reportText,
  usualCharts,
  type Fact,
  type EvidenceRow,
} from './report.ts';
import { forgetOthers, keyOf, useSeeds, type SeedPair, cancelSeeds, runSeeds } from './seeds.ts';
import { CHARTS_MAX, useReport } from './store.ts';
import './report.css';

export function ReportDialog(): ReactElement {
  useTick('tables');
  const dialog = useRef<HTMLDialogElement>(null);
  const counters = useCounters();
  const failed = useLab((state) => state.failure !== null);
  // The report is about one moment, so both lanes are paused at the same time.
  useHeldRun();
  const standing =
    !failed && counters && LANES.every((lane) => counters.pair[lane].digest !== null);
  return (
    <Dialog
      ref={dialog}
      id="report-title"
      title="Report"
      className="report"
      onClose={() => useReport.setState({ shown: false })}
    >
      {standing ? (
        <Report counters={counters} />
      ) : (
        <p className="counters-none quiet" role="status">
          {failed ? 'There is no run to report.' : 'Pausing both lanes…'}
        </p>
      )}
    </Dialog>
  );
}

function Report({ counters }: { counters: Counters }): ReactElement | null {
  const scenario = useLab((state) => state.scenario);
  const link = useLab((state) => state.link);
  const engineVersion = useLab((state) => state.engineVersion);
  const catalogue = useLab((state) => state.catalogue);
  const kernels = useKernels(counters.pair);
  const { question, claim, charts: chosen } = useReport();
  const seeds = useSeeds();
  const nowNs = lab.lanes.nowNs();
  const key = scenario ? keyOf(scenario, nowNs) : '';
  useEffect(() => forgetOthers(key), [key]);
  if (!scenario) {
    return null;
  }
  const { columns, pair } = counters;
  const origin = { scenario, link, engineVersion, kernels };
  const others = seeds.key === key ? seeds.done : [];
  const facts: readonly Fact[] = [
    ...factsOf(origin, catalogue, nowNs),
    ...(others.length > 0 ? [seedsFact(scenario.seed ?? 1, others)] : []),
  ];
  const digests = { a: pair.a.digest, b: pair.b.digest };
  const metrics = metricsFor(pair.a.description.zones.map(({ name }) => name));
  const charts = chosen ?? usualCharts(metrics, pair);
  const evidence = evidenceOf(
    metrics,
    pair,
    others.map((other) => other.pair),
  );
  const save = () => {
    const words = { question, claim };
    const text = reportText(words, facts, origin, columns, pair, digests, evidence);
    saveText(runFileName(scenario.title, kernels, nowNs, 'report.txt'), 'text/plain', text);
  };
  return (
    <div className="report-body">
      <div className="report-edit">
        <label className="report-field">
          Question
          <input
            type="text"
            maxLength={160}
            value={question}
            placeholder="What do you want to decide?"
            onChange={(event) => useReport.setState({ question: event.target.value })}
          />
        </label>
        <label className="report-field">
          Claim
          <textarea
            maxLength={500}
            rows={4}
            value={claim}
            placeholder="What does the evidence below show?"
            onChange={(event) => useReport.setState({ claim: event.target.value })}
          />
        </label>
        <SeedsField scenario={scenario} nowNs={nowNs} pair={pair} />
        <ChartChoice metrics={metrics} chosen={charts} />
        <div className="report-actions">
          <button type="button" className="button" onClick={save}>
            Save as text
          </button>
          <button type="button" className="button button-primary" onClick={() => window.print()}>
            Print…
          </button>
        </div>
      </div>
      <Sheet
        question={question}
        claim={claim}
        facts={facts}
        evidence={evidence}
        metrics={metrics}
        charts={charts}
        origin={origin}
        pair={pair}
        digests={digests satisfies Record<LaneId, string | null>}
      />
    </div>
  );
}

function seedsFact(first: number, others: readonly SeedPair[]): Fact {
  const seeds = [first, ...others.map(({ seed }) => seed)].toSorted((one, other) => one - other);
  return ['Seeds', `${seeds.join(', ')}: median [least, most] below each value`];
}

function ChartChoice({
  metrics,
  chosen,
}: {
  metrics: readonly Metric[];
  chosen: readonly string[];
}): ReactElement {
  const full = chosen.length >= CHARTS_MAX;
  return (
    <fieldset className="report-charts">
      <legend>Charts, up to {CHARTS_MAX}</legend>
      {metrics.map(({ id, title }) => {
        const on = chosen.includes(id);
        return (
          <label key={id}>
            <input
              type="checkbox"
              checked={on}
              disabled={full && !on}
              onChange={() => {
                const charts = on ? chosen.filter((other) => other !== id) : [...chosen, id];
                useReport.setState({ charts });
              }}
            />
            {title}
          </label>
        );
      })}
    </fieldset>
  );
}

/** Numbers of seeds to choose from, all odd, so that one run is the median. */
const COUNTS = [3, 5, 9, 15];

interface SeedsFieldProps {
  scenario: Scenario;
  nowNs: number;
  pair: Record<LaneId, LaneSeries>;
}

/** Renders the choice of the seeds. */
export function SeedsField({ scenario, nowNs, pair }: SeedsFieldProps): ReactElement {
  const [count, setCount] = useState(5);
  const { key, status, jobs, share, done, message } = useSeeds();
  const own = key === keyOf(scenario, nowNs);
  const running = own && status === 'running';
  const told = own ? statusWords(status, done.length + 1) : '';
  return (
    <fieldset className="report-seeds">
      <legend>Seeds</legend>
      {running ? (
        <>
          <progress
            max={1}
            value={share}
            aria-label="Runs with other seeds"
            aria-valuetext={`${Math.floor(share * 100)} % of ${jobs} runs`}
          />
          <div className="report-seeds-run">
            <span className="number quiet">
              {Math.floor(share * 100)} % of {jobs} runs
            </span>
            <button type="button" className="button" onClick={cancelSeeds}>
              Cancel
            </button>
          </div>
        </>
      ) : (
        <div className="report-seeds-run">
          <select
            aria-label="Number of seeds"
            value={count}
            onChange={(event) => setCount(Number(event.target.value))}
          >
            {COUNTS.map((number) => (
              <option key={number} value={number}>
                {number} seeds
              </option>
            ))}
          </select>
          <button
            type="button"
            className="button"
            disabled={nowNs === 0}
            onClick={() => runSeeds(scenario, nowNs, count, pair)}
          >
            Run
          </button>
        </div>
      )}
      <p className="quiet" role="status">
        {told}
      </p>
      {own && status === 'failed' && <p role="alert">{message}</p>}
      {!own && <p className="quiet">Runs both lanes to this time with other seeds.</p>}
    </fieldset>
  );
}

function statusWords(status: string, seeds: number): string {
  const known = seeds === 1 ? 'no other seed has finished' : `the values are from ${seeds} seeds`;
  switch (status) {
    case 'done':
      return `Done: ${known}.`;
    case 'stopped':
      return `Canceled: ${known}.`;
    default:
      return '';
  }
}

interface SheetProps {
  question: string;
  claim: string;
  facts: readonly Fact[];
  evidence: readonly EvidenceRow[];
  metrics: readonly Metric[];
  /** Ids of the measures with a chart in the report. */
  charts: readonly string[];
  origin: Origin;
  pair: Record<LaneId, LaneState>;
  digests: Record<LaneId, string | null>;
}

/** Renders one A4 page: question, claim, setting, evidence, and how to run it again. */
function Sheet(props: SheetProps): ReactElement {
  const { question, claim, facts, evidence, metrics, charts, origin, pair, digests } = props;
  const drawn = metrics.filter(({ id }) => charts.includes(id));
  return (
    <article className="sheet" aria-label="Print preview" tabIndex={0}>
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
            <th scope="col">B vs. A</th>
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
          Simulated by Reclaim Lab {origin.engineVersion}. Opening this link reproduces the run
          exactly. Digests: A {digests.a}, B {digests.b}.
        </p>
        <p className="sheet-link">{origin.link}</p>
      </footer>
    </article>
  );
}

/** Renders a figure, and below it its spread over the seeds. */
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
