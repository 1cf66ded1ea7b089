/** The counters and gauges of both lanes side by side, by their names in /proc/vmstat: as tables and as text. */
import { useMemo } from 'react';

import { csvText, type Field, formatSeconds } from '../../base/format.ts';
import type { Description, FigureName, Scenario, WholeCatalogue } from '../../engine/types.ts';
import { wholeCatalogue } from '../../engine/whole-catalogue.ts';
import type { SampleHistory } from '../figures/history.ts';
import type { LaneState } from '../lab/lane-state.ts';
import { LANES, type LaneId, laneSetting, laneTitle } from '../lab/lanes.ts';
import { type CounterSelection, useLab } from '../lab/store.ts';
import { useLane } from '../lab/use-lab.ts';

/** The origin of the figures, which an exported file states. */
export interface Origin {
  scenario: Scenario;
  link: string;
  engineVersion: string;
  /** The lanes' kernels, with the switches changed during the run. */
  kernels: Record<LaneId, string>;
}

/** The part of a lane that is read here. */
export interface LaneSamples {
  description: Pick<Description, 'sample'>;
  history: SampleHistory;
  /** The newest sample and its time; the history may not have it yet. */
  now: Float64Array;
  nowNs: number;
}

/** The samples of both lanes. */
export interface PairSamples {
  a: LaneSamples;
  b: LaneSamples;
}

/** One of the values in every sample. */
export interface Column {
  /** As in /proc/vmstat, followed by the zone if there is one. */
  name: string;
  zone: string | null;
  kind: 'gauge' | 'counter';
  explanation: string;
  /** Whether only the engine counts this value: no kernel has it in /proc/vmstat. */
  beside: boolean;
  /** Index of the value in a sample. */
  position: number;
}

/** A row of the table: a column of the samples, with its current value in both lanes. */
export interface CounterRow extends Column {
  a: number;
  b: number;
}

/**
 * Figures that /proc/vmstat does not have: trace points, debug patches of the postings, and the engine's own figures.
 */
const BESIDE: ReadonlySet<string> = new Set<FigureName>([
  'bytes_done',
  'kswapd_priority',
  'pg_stall',
  'pg_stall_slept',
  'pg_wait_jiffies',
  'pg_rclm',
  'ksd_stall',
  'ksd_wait_jiffies',
  'reclaim_throttled',
  'tree_lock_rounds',
  'instant_freed',
  'mm_vmscan_writepage_kswapd',
  'mm_vmscan_writepage_direct',
  'wait_iff_congested',
]);

/** Returns the name as in /proc/vmstat: pgscan_kswapd of the zone DMA32 is pgscan_kswapd_dma32. */
function vmstatName({ name, zone }: { name: string; zone: string | null }): string {
  return zone === null ? name : `${name}_${zone.toLowerCase()}`;
}

/** Returns the columns of a machine's samples: gauges first, and each name followed by its zones. */
export function columnsOf(
  catalogue: WholeCatalogue,
  { sample }: Pick<Description, 'sample'>,
): Column[] {
  const definitions = new Map(
    [...catalogue.counters, ...catalogue.gauges].map(({ name, explanation }) => [
      name,
      explanation,
    ]),
  );
  const whole = sample.filter(({ zone }) => zone === null).map(({ name }) => name);
  return sample
    .map((column, position) => ({ ...column, position, rank: whole.indexOf(column.name) }))
    .sort((x, y) => x.rank - y.rank || depth(x) - depth(y) || x.position - y.position)
    .map(({ name, zone, kind, position }) => {
      const said = definitions.get(name) ?? '';
      const explanation = zone === null ? said : `${said} Only zone ${zone}.`;
      const beside = BESIDE.has(name);
      return { name: vmstatName({ name, zone }), zone, kind, explanation, beside, position };
    });
}

function depth({ zone }: { zone: string | null }): number {
  return zone === null ? 0 : 1;
}

/** Returns the rows that match the filter, with the current values. */
export function rowsOf(
  columns: readonly Column[],
  { a, b }: PairSamples,
  { filter, movedOnly, zones }: CounterSelection,
): CounterRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return columns
    .filter(({ name, zone }) => {
      return (zones || zone === null) && words.every((word) => name.includes(word));
    })
    .filter(({ position }) => !movedOnly || hasMoved(a, position) || hasMoved(b, position))
    .map((column) => ({
      ...column,
      a: a.now[column.position] ?? 0,
      b: b.now[column.position] ?? 0,
    }));
}

/** Whether a value has ever differed from its first value. A gauge that returns to its first value keeps its row. */
function hasMoved({ history, now }: LaneSamples, position: number): boolean {
  if (history.length === 0) {
    return false;
  }
  const start = history.value(0, position);
  if (now[position] !== start) {
    return true;
  }
  for (let row = 1; row < history.length; row += 1) {
    if (history.value(row, position) !== start) {
      return true;
    }
  }
  return false;
}

/** B as a percentage of A: 100 if both are 0, null if only A is 0. */
export function ratioPercent(a: number, b: number): number | null {
  if (a === b) {
    return 100;
  }
  return a === 0 ? null : (b / a) * 100;
}

/** Returns all rows as comma-separated values. */
export function countersCsv(columns: readonly Column[], pair: PairSamples): string {
  const rows = rowsOf(columns, pair, { filter: '', movedOnly: false, zones: true });
  return csvText([
    ['name', 'zone', 'kind', 'a', 'b', 'difference', 'ratio_percent'],
    ...rows.map(({ name, zone, kind, a, b }) => {
      const ratio = ratioPercent(a, b);
      return [name, zone, kind, a, b, b - a, ratio === null ? null : Number(ratio.toFixed(4))];
    }),
  ]);
}

const HEAD = ['NAME', 'A', 'B', 'DIFF', '(RATIO)'];

/** Returns a heading and a plain-text table. */
export function comparisonText(
  { scenario, link, engineVersion, kernels }: Origin,
  pair: PairSamples,
  rows: readonly CounterRow[],
): string {
  const heading = [
    scenario.title,
    `A  ${plain(kernels.a)}, at ${formatSeconds(pair.a.nowNs)}`,
    `B  ${plain(kernels.b)}, at ${formatSeconds(pair.b.nowNs)}`,
    `Simulated by Reclaim Lab ${engineVersion}: counters since the start, gauges at the time of each lane.`,
    link,
  ];
  const table = rows.map(({ name, a, b }) => [
    name,
    String(a),
    String(b),
    String(b - a),
    bracketed(ratioPercent(a, b)),
  ]);
  return `${heading.join('\n')}\n\n${aligned([HEAD, ...table])}`;
}

/** Replaces the true minus, which some mail programs and their fonts do not have. */
function plain(text: string): string {
  return text.replaceAll('−', '-');
}

function bracketed(ratio: number | null): string {
  return ratio === null ? '-' : `(${ratio.toFixed(2)})`;
}

/** Pads columns to their longest cell; the first column is left-aligned, the others right-aligned. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => {
    return Math.max(...rows.map((cells) => cells[column]?.length ?? 0));
  });
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ');
  return rows.map((cells) => `${line(cells)}\n`).join('');
}

/** A lane, and whether its run has ended; after the end its counters stay as they are. */
type RunningSamples = LaneSamples & { finished: boolean };

/** Returns the lanes at the latest time that both have reached; a lane that has ended is at its end. */
export function atOneTime(pair: { a: RunningSamples; b: RunningSamples }): PairSamples {
  const open = [pair.a, pair.b].filter(({ finished }) => !finished);
  const ns = Math.min(...open.map(({ nowNs }) => nowNs));
  return { a: samplesAt(pair.a, ns), b: samplesAt(pair.b, ns) };
}

/** Returns a lane at an earlier time; each figure is interpolated between the two samples around it. */
function samplesAt(lane: RunningSamples, ns: number): LaneSamples {
  const { description, history, now, nowNs, finished } = lane;
  const row = history.rowAt(ns);
  if (finished || ns >= nowNs || row < 0) {
    return lane;
  }
  const isLast = row + 1 >= history.length;
  const before = history.row(row);
  const after = isLast ? now : history.row(row + 1);
  const fromNs = history.time(row);
  const toNs = isLast ? nowNs : history.time(row + 1);
  const share = toNs > fromNs ? (ns - fromNs) / (toNs - fromNs) : 0;
  const between = before.map((value, at) =>
    Math.round(value + ((after[at] ?? value) - value) * share),
  );
  return { description, history, now: between, nowNs: ns };
}

/** Times and samples: the history, and the current sample. */
function samplesOf({ history, now, nowNs }: LaneSamples): [ns: number, sample: Float64Array][] {
  const rows = Array.from({ length: history.length }, (_, row): [number, Float64Array] => [
    history.time(row),
    history.row(row),
  ]);
  const last = rows.at(-1);
  return last && last[0] >= nowNs ? rows : [...rows, [nowNs, now]];
}

/** Returns CSV with one value per line: lane, time, name, value. */
export function samplesCsv(pair: PairSamples): string {
  const lines: Field[][] = [['lane', 'seconds', 'name', 'value']];
  for (const lane of LANES) {
    const names = pair[lane].description.sample.map(vmstatName);
    for (const [ns, sample] of samplesOf(pair[lane])) {
      names.forEach((name, position) => lines.push([lane, ns / 1e9, name, sample[position]]));
    }
  }
  return csvText(lines);
}

/** Returns one JSON document with everything: the scenario, the samples, and the digests that identify the run. */
export function samplesJson(
  origin: Origin,
  pair: PairSamples,
  digests: Record<LaneId, string | null>,
): string {
  const laneOf = (lane: LaneId) => ({
    kernel: origin.kernels[lane],
    now_ns: pair[lane].nowNs,
    digest: digests[lane],
    columns: pair[lane].description.sample.map((column) => ({
      name: vmstatName(column),
      zone: column.zone,
      kind: column.kind,
    })),
    samples: samplesOf(pair[lane]).map(([ns, sample]) => ({ at_ns: ns, values: [...sample] })),
  });
  return `${JSON.stringify({
    engine: `Reclaim Lab ${origin.engineVersion}`,
    link: origin.link,
    scenario: origin.scenario,
    lanes: { a: laneOf('a'), b: laneOf('b') },
  })}\n`;
}

/** The machines of both lanes, and the columns of their samples; null while the machines are being created. */
export interface Counters {
  columns: Column[];
  pair: Record<LaneId, LaneState>;
}

/** Returns the counters; the component renders again only when a machine is replaced. */
export function useCounters(): Counters | null {
  const a = useLane('a');
  const b = useLane('b');
  return useMemo(
    // Both lanes have the same machine, so A's columns are also those of B.
    () => (a && b ? { columns: columnsOf(wholeCatalogue, a.description), pair: { a, b } } : null),
    [a, b],
  );
}

/** Returns the titles of the lanes' kernels; a title includes the switches that have been changed so far. */
export function useKernels(pair: Record<LaneId, LaneState> | null): Record<LaneId, string> {
  const catalogue = useLab((state) => state.catalogue);
  const scenario = useLab((state) => state.scenario);
  const [a = '', b = ''] = LANES.map((lane) =>
    scenario && pair ? laneTitle(catalogue, laneSetting(scenario, lane), pair[lane].nowNs) : '',
  );
  return { a, b };
}
