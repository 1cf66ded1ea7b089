/**
 * The content of a figure: its scenario with its controls at some positions, the lines of its measures from its runs,
 * and a small chart of these over virtual time, or over the positions of a control.
 */
import { useLayoutEffect, useRef, useState, type ReactElement, type RefObject } from 'react';

import { formatTick } from '../../../base/format.ts';
import { SampleIndex } from '../../../core/figures/history.ts';
import { gallery } from '../../../core/gallery/documents.ts';
import { LANES, withLane, type LaneId } from '../../../core/lab/lanes.ts';
import type { FigureRun } from '../../../engine/figure-run.ts';
import type { Scenario } from '../../../engine/types.ts';
import { linearScale, niceEnds } from '../../../widgets/chart/axis.ts';
import {
  measureOf,
  type Fields,
  type FieldValue,
  type Figure,
  type FigureScenario,
  type LaneChoice,
  type Measure,
  type Move,
  type RunPlace,
} from '../library.ts';

/** A position of a control: its text, and the fields that it sets. */
interface Position {
  text: string;
  set: Fields;
}

/** Returns the positions of a control, in the order of the slider. */
export function positionsOf(move: Move): Position[] {
  if ('choices' in move) {
    return move.choices;
  }
  const { field, values, unit } = move;
  return values.map((value) => ({
    text: `${value.toLocaleString('en')}${unit === undefined ? '' : ` ${unit}`}`,
    set: { [field]: value },
  }));
}

/** Returns the initial position of each control. */
export function startOf({ moves }: Figure): number[] {
  return moves.map((move) => Math.min(move.start ?? 0, positionsOf(move).length - 1));
}

/** Returns the scenario that a figure names, before its controls apply; null if the gallery has none with this name. */
function baseOf(from: FigureScenario): Scenario | null {
  const found =
    'inline' in from
      ? from.inline
      : (gallery.find(({ id }) => id === from.gallery)?.scenario ?? null);
  return found && LANES.reduce((scenario, lane) => setLane(scenario, lane, from[lane]), found);
}

function setLane(scenario: Scenario, lane: 'a' | 'b', choice: LaneChoice | undefined): Scenario {
  return choice
    ? withLane(scenario, lane, { mechanisms: {}, ...choice, interventions: [] })
    : scenario;
}

/** Returns the scenario of a figure with each control at a position; null if the figure names an unknown scenario. */
export function variationOf({ scenario, moves }: Figure, at: readonly number[]): Scenario | null {
  const base = baseOf(scenario);
  const sets = moves.map((move, index) => positionsOf(move)[at[index] ?? 0]?.set ?? {});
  return (
    base &&
    [scenario.set ?? {}, ...sets]
      .flatMap((fields) => Object.entries(fields))
      .reduce((changed, [path, value]) => withField(changed, path.split('.'), value), base)
  );
}

/**
 * Returns a copy with one field set. Creates missing objects on the path; the documents module reports them if they are
 * wrong.
 */
function withField<T>(holder: T, [name = '', ...rest]: string[], value: FieldValue): T {
  if (Array.isArray(holder)) {
    const items: unknown[] = holder;
    const index = Number(name);
    return (index < items.length ? items.with(index, put(items[index], rest, value)) : items) as T;
  }
  const fields = (typeof holder === 'object' && holder !== null ? holder : {}) as Fields;
  const present = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return { ...fields, [name]: put(present, rest, value) } as T;
}

function put(present: unknown, rest: string[], value: FieldValue): unknown {
  return rest.length === 0 ? value : withField(present, rest, value);
}

/** Returns a run by its place; undefined while it is not finished. */
export type FindRun = (place: RunPlace) => FigureRun | undefined;

/** A line with its name. */
export interface Line {
  name: string;
  measure: Measure;
  lane: LaneId;
  /** Seconds, or positions of the first control. */
  x: number[];
  /** NaN where there is no value. */
  y: number[];
  /** The value in the headline, for the current positions of the controls. */
  now: number;
}

/** Returns a measure in a row of a run, by default the last row. */
function valueIn(run: FigureRun, measure: Measure, row = run.times.length - 1): number {
  const width = run.sample.length;
  const now = run.rows.subarray(row * width, (row + 1) * width);
  return measureOf(measure, { index: new SampleIndex(run.sample), now });
}

/** Number of samples of a run: as many as a small chart can show. */
export const POINTS = 80;

/** Returns the headline of a measure in a run: its value at the end, or its mean from a certain time on. */
export function headlineIn(figure: Figure, run: FigureRun, measure: Measure): number {
  const { mean_from: from } = figure;
  if (from === undefined) {
    return valueIn(run, measure);
  }
  const rows = [...run.times.keys()].filter((row) => (run.times[row] ?? 0) >= from * 1e9);
  const values = rows.map((row) => valueIn(run, measure, row)).filter(Number.isFinite);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the runs that a figure needs with its controls at some positions. */
export function placesOf(figure: Figure, at: readonly number[]): RunPlace[] {
  const { draw, lanes, moves } = figure;
  const [, ...others] = at;
  const here = lanes.map(({ lane }) => ({ lane, at: [...at] }));
  const first = moves[0];
  if (draw === 'time' || !first) {
    return here;
  }
  const along = positionsOf(first).flatMap((_, position) =>
    lanes.map(({ lane }) => ({ lane, at: [position, ...others] })),
  );
  // The runs at the current positions come first.
  return [...here, ...along.filter((place) => place.at[0] !== at[0])];
}

/** Whether the chart joins its points. Seeds have no order, so a line between them would show a trend that is not there. */
export function isJoined({ draw, moves }: Figure): boolean {
  const [first] = moves;
  return draw === 'time' || !first || 'choices' in first || first.field !== 'seed';
}

/** Returns the lines of a figure: one per lane and measure. */
export function linesOf(figure: Figure, at: readonly number[], find: FindRun): Line[] {
  const { lanes, measures } = figure;
  return lanes.flatMap(({ lane, name }) =>
    measures.map((measure) => {
      const run = find({ lane, at: [...at] });
      const now = run ? headlineIn(figure, run, measure) : Number.NaN;
      const called = lanes.length > 1 ? name : measure.label;
      return { name: called, measure, lane, now, ...points(figure, measure, lane, at, find) };
    }),
  );
}

function points(
  figure: Figure,
  measure: Measure,
  lane: LaneId,
  at: readonly number[],
  find: FindRun,
): Pick<Line, 'x' | 'y'> {
  const { draw, moves } = figure;
  const first = moves[0];
  if (draw === 'time' || !first) {
    const run = find({ lane, at: [...at] });
    const rows = run ? [...run.times.keys()] : [];
    return {
      x: rows.map((row) => (run?.times[row] ?? 0) / 1e9),
      y: rows.map((row) => (run ? valueIn(run, measure, row) : Number.NaN)),
    };
  }
  const [, ...others] = at;
  const x = positionsOf(first).map((_, position) => position);
  const y = x.map((position) => {
    const run = find({ lane, at: [position, ...others] });
    return run ? headlineIn(figure, run, measure) : Number.NaN;
  });
  return { x, y };
}

interface FigureChartProps {
  lines: readonly Line[];
  /** Describes the chart and its values in a sentence, for screen readers. */
  label: string;
  /** Texts of the positions; null for a chart over time. */
  positions: readonly string[] | null;
  /** Whether lines join the points. */
  joined: boolean;
  /** Position to which the headline belongs. */
  at: number;
  /** End of the time axis, seconds. */
  until: number;
  /** Format of the values. */
  as: Measure['as'];
}

/** The unit of the value axis. */
const UNITS = { count: 1, percent: 0.01, MiB: 1024 * 1024 } as const;
const HEIGHT = 190;
const EDGE = { left: 60, right: 22, top: 12, bottom: 34 };

/** Renders the chart, as wide as there is room. */
export function FigureChart(props: FigureChartProps): ReactElement {
  const { lines, label, positions, joined, at, until, as } = props;
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const values = lines.flatMap(({ y }) => y).filter(Number.isFinite);
  const unit = UNITS[as ?? 'count'];
  const top = Math.max(...values.map((value) => value / unit), 1);
  const last = positions === null ? until : positions.length - 1;
  // A chart over positions has a gap at both ends of the x axis.
  const inset = positions === null ? 0 : 24;
  const x = linearScale([0, last], [EDGE.left + inset, width - EDGE.right - inset]);
  const y = linearScale(niceEnds([0, top], 4), [HEIGHT - EDGE.bottom, EDGE.top]);
  const write = (value: number) =>
    as === 'percent' ? `${formatTick(value)} %` : short(value, top);
  const pathOf = (line: Line) =>
    line.x
      .map((place, point) => [x(place), y((line.y[point] ?? Number.NaN) / unit)] as const)
      .filter(([, height]) => Number.isFinite(height))
      .map(([across, height], point) => `${point ? 'L' : 'M'}${round(across)} ${round(height)}`)
      .join('');
  const steps = positions ? [...positions.keys()] : x.ticks(width > 480 ? 6 : 4);
  return (
    <div ref={holder} className="figure-chart">
      <svg role="img" aria-label={label} width={width} height={HEIGHT}>
        {y.ticks(4).map((tick) => (
          <g key={tick}>
            <line
              className="figure-grid"
              x1={EDGE.left}
              x2={width - EDGE.right}
              y1={y(tick)}
              y2={y(tick)}
            />
            <text x={EDGE.left - 6} y={y(tick) + 4} textAnchor="end">
              {write(tick)}
            </text>
          </g>
        ))}
        {steps.map((step) => (
          <text key={step} x={x(step)} y={HEIGHT - EDGE.bottom + 18} textAnchor="middle">
            {positions ? (positions[step] ?? '') : `${formatTick(step)} s`}
          </text>
        ))}
        {positions && (
          <line
            className="figure-here"
            x1={x(at)}
            x2={x(at)}
            y1={EDGE.top}
            y2={HEIGHT - EDGE.bottom}
          />
        )}
        {/* The first line is on top: it is dashed, and does not hide those below it. */}
        {[...lines.entries()].reverse().map(([index, line]) => (
          <g key={`${line.lane}/${line.name}`} className={seriesOf(lines, index)}>
            {joined && <path d={pathOf(line)} />}
            {positions &&
              line.x.map((place, point) => {
                const value = line.y[point] ?? Number.NaN;
                const radius = place === at ? 5 : 3;
                return Number.isFinite(value) ? (
                  <circle
                    key={place}
                    className={joined ? undefined : 'figure-point'}
                    cx={x(place)}
                    cy={y(value / unit)}
                    r={radius}
                  />
                ) : null;
              })}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** Returns the class for the colour and dashes of a line: by lane if lanes are compared, otherwise by index. */
export function seriesOf(lines: readonly Line[], index: number): string {
  const lanes = new Set(lines.map(({ lane }) => lane));
  return `figure-line series-${lanes.size > 1 ? (lines[index]?.lane ?? 'a') : index}`;
}

function round(place: number): number {
  return Math.round(place * 10) / 10;
}

/** Formats a number on an axis that ends at `top`, with the same unit for all numbers of the axis. */
export function short(value: number, top: number): string {
  if (value === 0) {
    return '0';
  }
  if (top >= 1e6) {
    return `${formatTick(value / 1e6)} M`;
  }
  return top >= 1e4 ? `${formatTick(value / 1e3)} k` : formatTick(value);
}

function useWidth(holder: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(600);
  useLayoutEffect(() => {
    const element = holder.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(() => {
      // Without layout, as in tests, the width is 0.
      setWidth(element.clientWidth || 600);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [holder]);
  return width;
}
