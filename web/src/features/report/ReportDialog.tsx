/** A report for a design review: written beside a preview, printed on one page. */
import { useEffect, useRef, type ReactElement, useState } from 'react';
import { useCounters, useKernels, type Counters } from '../../core/counters/counters.ts';
import { metricsFor, type Metric, type LaneSeries } from '../../core/figures/metrics.ts';
import { lab } from '../../core/lab/lab.ts';
import { LANES, type LaneId } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { runFileName, saveText } from '../../core/storage/files.ts';
import { useTick } from '../../core/time.ts';
import { Dialog } from '../../widgets/Dialog.tsx';
import { Sheet } from './Sheet.tsx';
import { evidenceOf, factsOf, reportText, type Fact } from './report.ts';
import { forgetOthers, keyOf, useSeeds, type SeedPair, cancelSeeds, runSeeds } from './seeds.ts';
import { CHARTS_MAX, useReport } from './store.ts';
import './report.css';
import type { Scenario } from '../../engine/types.ts';

/** The dialog. */
export function ReportDialog(): ReactElement {
  useTick('tables');
  const dialog = useRef<HTMLDialogElement>(null);
  const counters = useCounters();
  const failed = useLab((state) => state.failure !== null);
  useEffect(() => {
    // It speaks of a moment: both lanes must stand at the same one.
    if (useLab.getState().playing) {
      lab.play(false);
    }
  }, []);
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
          {failed ? 'Nothing runs that could be reported.' : 'Both lanes come to a stand…'}
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
  const { question, claim, charts } = useReport();
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
            placeholder="What is to be decided?"
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
  return ['Seeds', `${seeds.join(', ')}: median [least, most] below each figure`];
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

/** Seeds in all to choose from: an odd number has a run in its middle. */
const COUNTS = [3, 5, 9, 15];

interface SeedsFieldProps {
  scenario: Scenario;
  nowNs: number;
  pair: Record<LaneId, LaneSeries>;
}

/** The field. */
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
      {!own && <p className="quiet">Runs both lanes to this moment with other seeds.</p>}
    </fieldset>
  );
}

function statusWords(status: string, seeds: number): string {
  const known = seeds === 1 ? 'no other seed is done' : `the figures are of ${seeds} seeds`;
  switch (status) {
    case 'done':
      return `Done: ${known}.`;
    case 'stopped':
      return `Canceled: ${known}.`;
    default:
      return '';
  }
}
