/** What is wrong with a figure that its schema cannot say. */
import type { Problem } from '../../../engine/types.ts';
import type { Figure, RunPlace } from '../types.ts';
import { positionsOf, variationOf } from './variation.ts';

/** The first problem; null if there is none. Whether its scenarios run is known when they are validated. */
export function figureProblem(figure: Figure): Problem | null {
  const { moves, lanes, measures, compare, numbers = [], scenario } = figure;
  if (variationOf(figure, []) === null) {
    const id = 'gallery' in scenario ? scenario.gallery : '';
    const what = `No scenario is called “${id}”`;
    return { field: 'scenario.gallery', problem: what, fix: 'Take a name of the gallery' };
  }
  if (lanes.length > 1 && (measures.length > 1 || lanes[0]?.lane === lanes[1]?.lane)) {
    const what = 'Two lanes draw one measure, each its own';
    return { field: 'lanes', problem: what, fix: 'Draw one lane, or one measure of A and B' };
  }
  const { mean_from: from = 0, until } = figure;
  if (from >= until) {
    const what = 'The mean begins when the run is over';
    return { field: 'mean_from', problem: what, fix: 'Take a time before until' };
  }
  const late = moves.findIndex((move) => (move.start ?? 0) >= positionsOf(move).length);
  if (late >= 0) {
    const what = 'There is no such position';
    return { field: `moves.${late + 1}.start`, problem: what, fix: 'Positions begin at 0' };
  }
  const there = ({ at }: RunPlace) =>
    at.length === moves.length &&
    moves.every((move, index) => (at[index] ?? 0) < positionsOf(move).length);
  const drawn = numbers.every(({ measure = 0 }) => measure < measures.length);
  if (!compare.every(there) || !numbers.every(there) || !drawn) {
    const what = 'A run names a position or a measure that the figure does not have';
    return { field: 'compare', problem: what, fix: 'Give one position for each move, from 0' };
  }
  return null;
}
