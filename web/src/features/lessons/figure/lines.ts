/** What a figure draws: lines of its measures from its runs. */
import { SampleIndex } from '../../../core/figures/history.ts';
import type { LaneId } from '../../../core/lab/lanes.ts';
import type { FigureRun } from '../../../engine/figure-run.ts';
import type { Figure, Measure, RunPlace } from '../library.ts';
import { measureOf } from '../measure.ts';
import { positionsOf } from './variation.ts';

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
