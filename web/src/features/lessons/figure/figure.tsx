/**
 * What a figure shows: its scenario with its moves at some positions, the lines of its measures from its runs, and the
 * small chart of them over virtual time, or over the positions of a move.
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

/** A position of a move: its text, and what it sets. */
interface Position {
  text: string;
  set: Fields;
}

/** The positions of a move, in the order of the slider. */
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

/** Where each move stands before anybody moves it. */
export function startOf({ moves }: Figure): number[] {
  return moves.map((move) => Math.min(move.start ?? 0, positionsOf(move).length - 1));
}

/** The scenario that a figure names, before its moves; null if the gallery has none of that name. */
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

/** The scenario of a figure with each move at a position; null if it has none. */
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

/** A copy with one field set. What is no object on the way becomes one, and the module of documents reports it. */
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

/** A run by its place; undefined while it is not there. */
export type FindRun = (place: RunPlace) => FigureRun | undefined;

/** A line with what it is called. */
export interface Line {
  name: string;
  measure: Measure;
  lane: LaneId;
  /** Seconds, or positions of the first move. */
  x: number[];
  /** NaN where there is nothing. */
  y: number[];
  /** The value that the headline shows, for the positions of the moves. */
  now: number;
}

/** A measure in a row of a run; the last row without one. */
function valueIn(run: FigureRun, measure: Measure, row = run.times.length - 1): number {
  const width = run.sample.length;
  const now = run.rows.subarray(row * width, (row + 1) * width);
  return measureOf(measure, { index: new SampleIndex(run.sample), now });
}

/** Samples of a run: as many as a small chart can show. */
export const POINTS = 80;

/** What a figure says of a measure in a run: its value at the end, or its mean from a time on. */
export function headlineIn(figure: Figure, run: FigureRun, measure: Measure): number {
  const { mean_from: from } = figure;
  if (from === undefined) {
    return valueIn(run, measure);
  }
  const rows = [...run.times.keys()].filter((row) => (run.times[row] ?? 0) >= from * 1e9);
  const values = rows.map((row) => valueIn(run, measure, row)).filter(Number.isFinite);
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The runs that a figure needs with its moves at some positions. */
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
  // What is asked about comes first.
  return [...here, ...along.filter((place) => place.at[0] !== at[0])];
}

/** The lines of a figure: of each lane, or of each measure. */
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
  /** What is drawn with its values, in a sentence: for whoever does not see it. */
  label: string;
  /** Texts of the positions; null over time. */
  positions: readonly string[] | null;
  /** Position that the headline speaks of. */
  at: number;
  /** End of the time axis, seconds. */
  until: number;
  /** How the values are shown. */
  as: Measure['as'];
}

/** What one step of the value axis is. */
const UNITS = { count: 1, percent: 0.01, MiB: 1024 * 1024 } as const;
const HEIGHT = 190;
const EDGE = { left: 60, right: 22, top: 12, bottom: 34 };

/** The chart, as wide as there is room. */
export function FigureChart(props: FigureChartProps): ReactElement {
  const { lines, label, positions, at, until, as } = props;
  const holder = useRef<HTMLDivElement>(null);
  const width = useWidth(holder);
  const values = lines.flatMap(({ y }) => y).filter(Number.isFinite);
  const unit = UNITS[as ?? 'count'];
  const top = Math.max(...values.map((value) => value / unit), 1);
  const last = positions === null ? until : positions.length - 1;
  // A line along single positions keeps clear of both axes.
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
        {/* The first lies on top: it is dashed, and shows what it covers. */}
        {[...lines.entries()].reverse().map(([index, line]) => (
          <g key={`${line.lane}/${line.name}`} className={seriesOf(lines, index)}>
            <path d={pathOf(line)} />
            {positions &&
              line.x.map((place, point) => {
                const value = line.y[point] ?? Number.NaN;
                const radius = place === at ? 5 : 3;
                return Number.isFinite(value) ? (
                  <circle key={place} cx={x(place)} cy={y(value / unit)} r={radius} />
                ) : null;
              })}
          </g>
        ))}
      </svg>
    </div>
  );
}

/** The class that gives a line its colour and dashes: by lane where lanes are compared. */
export function seriesOf(lines: readonly Line[], index: number): string {
  const lanes = new Set(lines.map(({ lane }) => lane));
  return `figure-line series-${lanes.size > 1 ? (lines[index]?.lane ?? 'a') : index}`;
}

function round(place: number): number {
  return Math.round(place * 10) / 10;
}

/** A number beside an axis that ends at `top`: all of them in the same unit. */
function short(value: number, top: number): string {
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
      // Where nothing is laid out there is no width either.
      setWidth(element.clientWidth || 600);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [holder]);
  return width;
}
