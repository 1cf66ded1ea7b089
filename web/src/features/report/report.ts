/** The content of a report, without its layout. */
import { median } from 'd3-array';

import { formatChange, formatSeconds } from '../../base/format.ts';
import {
  comparisonText,
  rowsOf,
  type Column,
  type Origin,
  type PairSamples,
} from '../../core/counters/counters.ts';
import { compareAt } from '../../core/figures/compare.ts';
import type { LaneSeries, Metric } from '../../core/figures/metrics.ts';
import { summaryOf } from '../../core/gallery/gallery.ts';
import { laneSetting, LANES, type LaneId } from '../../core/lab/lanes.ts';
import type { Catalogue } from '../../engine/types.ts';
import { CHARTS_MAX } from './store.ts';

/** A line of the setting: name and value. */
export type Fact = readonly [name: string, value: string];

/** Returns the setting: the machine, both kernels, the switches during the run, and the time. */
export function factsOf(
  { scenario, kernels }: Pick<Origin, 'scenario' | 'kernels'>,
  catalogue: Catalogue,
  nowNs: number,
): Fact[] {
  const switched = LANES.flatMap((lane) =>
    laneSetting(scenario, lane).interventions.map(({ at_ns: atNs, mechanism, on }) => {
      const title = catalogue.mechanisms.find(({ id }) => id === mechanism)?.title ?? mechanism;
      return `${title} ${on ? 'on' : 'off'} in ${lane.toUpperCase()} at ${formatSeconds(atNs)}`;
    }),
  );
  const cpus = scenario.machine.cpus ?? 1;
  return [
    ['Scenario', scenario.title],
    ['Machine', `${summaryOf(scenario)}, ${cpus === 1 ? 'one CPU' : `${cpus} CPUs`}`],
    ['A', kernels.a],
    ['B', kernels.b],
    ...(switched.length > 0 ? [['Switched during the run', switched.join('; ')] as const] : []),
    ['Compared at', `${formatSeconds(nowNs)} of virtual time, seed ${scenario.seed ?? 1}`],
  ];
}

/** Measures whose charts come first into a report until the user chooses. */
const USUAL_CHARTS = ['throughput', 'nr_vmscan_write', 'allocstall', 'efficiency'];

/** Returns the ids of the charts with which a report begins: none of them is empty. */
export function usualCharts(
  metrics: readonly Metric[],
  pair: Record<LaneId, LaneSeries>,
): string[] {
  const filled = metrics.filter((metric) => LANES.some((lane) => hasValues(metric, pair[lane])));
  const ids = filled.map(({ id }) => id);
  const usual = USUAL_CHARTS.filter((id) => ids.includes(id));
  return [...new Set([...usual, ...ids])].slice(0, CHARTS_MAX);
}

function hasValues(metric: Metric, lane: LaneSeries): boolean {
  const valueOf = metric.over(lane);
  const rows = Array.from({ length: lane.history.length }, (_, row) => valueOf(row));
  return [...rows, metric.now(lane)].some((value) => value > 0);
}

/** A measure of both lanes, and B compared with A. */
export interface EvidenceRow {
  id: string;
  title: string;
  unit: string;
  values: Record<LaneId, string>;
  change: string;
  /** The spread over all seeds; null if only the page's seed was run. */
  spread: Spread | null;
}

/**
 * Returns the time of the whole run, once a lane has ended, and the current measures of the charts, with their spread
 * over the runs `others` with other seeds.
 */
export function evidenceOf(
  metrics: readonly Metric[],
  pair: Record<LaneId, LaneSeries>,
  others: readonly Record<LaneId, LaneSeries>[] = [],
): EvidenceRow[] {
  const measured = metrics.map((metric) => {
    const show = (value: number) => (Number.isNaN(value) ? '–' : metric.format(value));
    const { a, b, text, soFar } = compareAt(metric, pair.a, pair.b, null);
    const change = soFar ? `${text} so far` : text;
    const { id, title, unit } = metric;
    const spread = others.length > 0 ? spreadOf(metric, [pair, ...others]) : null;
    return { id, title, unit, values: { a: show(a), b: show(b) }, change, spread };
  });
  const { a, b } = pair;
  return a.finished || b.finished ? [elapsedRow(pair, others), ...measured] : measured;
}

/** Returns the row of the elapsed time. */
function elapsedRow(
  pair: Record<LaneId, LaneSeries>,
  others: readonly Record<LaneId, LaneSeries>[],
): EvidenceRow {
  const show = ({ finished, nowNs }: LaneSeries) =>
    finished ? formatSeconds(nowNs) : `over ${formatSeconds(nowNs)}`;
  const runs = [pair, ...others];
  // The runs with other seeds stop at the time of the page, so the slowest ones may not have ended.
  const known = others.length > 0 && runs.every(({ a, b }) => a.finished && b.finished);
  const { a, b } = pair;
  return {
    id: 'elapsed',
    title: 'Elapsed time',
    unit: '',
    values: { a: show(a), b: show(b) },
    change: a.finished && b.finished ? formatChange(a.nowNs, b.nowNs) : '',
    spread: known ? elapsedSpread(runs) : null,
  };
}

function elapsedSpread(runs: readonly Record<LaneId, LaneSeries>[]): Spread {
  const words = (lane: LaneId) => {
    const times = runs.map((run) => run[lane].nowNs).toSorted((one, other) => one - other);
    const [middle = 0, least = 0, most = 0] = [median(times), times[0], times.at(-1)];
    return `${formatSeconds(middle)} [${formatSeconds(least)}, ${formatSeconds(most)}]`;
  };
  const values = runs.map(({ a, b }) => ({ a: a.nowNs, b: b.nowNs }));
  return { a: words('a'), b: words('b'), change: signWords({ format: formatSeconds }, values) };
}

/** Returns the report as text for a mail: question and claim, then the comparison in the format of mailing lists. */
export function reportText(
  { question, claim }: { question: string; claim: string },
  facts: readonly Fact[],
  origin: Origin,
  columns: readonly Column[],
  pair: PairSamples,
  digests: Record<LaneId, string | null>,
  evidence: readonly EvidenceRow[] = [],
): string {
  const width = Math.max(...facts.map(([name]) => name.length));
  const lines = [
    ...(question === '' ? [] : [`Question: ${question}`]),
    ...(claim === '' ? [] : [`Claim: ${claim}`]),
    ...(question === '' && claim === '' ? [] : ['']),
    ...facts.map(([name, value]) => `${name.padEnd(width)}  ${value.replaceAll('−', '-')}`),
    `${'Digests'.padEnd(width)}  A ${digests.a ?? '-'}, B ${digests.b ?? '-'}`,
    '',
    ...spreadLines(evidence),
  ];
  const selection = { filter: '', movedOnly: true, zones: false };
  return `${lines.join('\n')}\n${comparisonText(origin, pair, rowsOf(columns, pair, selection))}`;
}

/** Formats the spreads as lines of columns; none if no other seed was run. */
function spreadLines(evidence: readonly EvidenceRow[]): string[] {
  const rows = evidence.flatMap(({ title, unit, spread }) =>
    spread ? [[unit === '' ? title : `${title}, ${unit}`, spread.a, spread.b, spread.change]] : [],
  );
  if (rows.length === 0) {
    return [];
  }
  const table = [['Median [least, most]', 'A', 'B', 'B vs. A'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const lines = table.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '));
  return [...lines.map((line) => line.trimEnd().replaceAll('−', '-')), ''];
}

/** For each lane a text such as “200 [180, 230]”, and in how many seeds B is below or above A. */
export interface Spread {
  a: string;
  b: string;
  change: string;
}

/** Returns the spread over these runs; empty texts if no run has a value. */
export function spreadOf(metric: Metric, runs: readonly Record<LaneId, LaneSeries>[]): Spread {
  const values = runs.map(({ a, b }) => compareAt(metric, a, b, null));
  const words = (lane: LaneId) => {
    const known = values.map((value) => value[lane]).filter((value) => !Number.isNaN(value));
    const sorted = known.toSorted((one, other) => one - other);
    const [least, most] = [sorted[0], sorted.at(-1)];
    return least === undefined || most === undefined
      ? ''
      : `${metric.format(median(sorted) ?? least)} [${metric.format(least)}, ${metric.format(most)}]`;
  };
  return { a: words('a'), b: words('b'), change: signWords(metric, values) };
}

/** Describes in how many seeds B is below or above A. Values that look equal count as equal. */
function signWords(
  metric: Pick<Metric, 'format'>,
  values: readonly { a: number; b: number }[],
): string {
  const both = values.filter(({ a, b }) => !Number.isNaN(a) && !Number.isNaN(b));
  const differ = both.filter(({ a, b }) => metric.format(a) !== metric.format(b));
  const less = differ.filter(({ a, b }) => b < a).length;
  const counts = [
    ['less', less],
    ['more', differ.length - less],
    ['equal', both.length - differ.length],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word} in ${count} of ${both.length}`)
    .join(', ');
}
