/** What a figure shows: its scenario with its moves at some positions, and the lines of its measures from its runs. */
import { SampleIndex } from '../../../core/figures/history.ts';
import { gallery } from '../../../core/gallery/documents.ts';
import { withLane, LANES, type LaneId } from '../../../core/lab/lanes.ts';
import type { FigureRun } from '../../../engine/figure-run.ts';
import type { Scenario } from '../../../engine/types.ts';
import {
  type Fields,
  type FieldValue,
  type Figure,
  type FigureScenario,
  type LaneChoice,
  type Move,
  type Measure,
  type RunPlace,
  measureOf,
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
