/** What a measure of a lesson comes to in a lane, and what that says of a quiz. */
import { formatCount, formatMebibytes, formatTick } from '../../base/format.ts';
import type { FigureName } from '../../engine/types.ts';
import type { SampleIndex } from '../../core/figures/history.ts';
import type { Measure, Quiz, QuizOption } from './library.ts';

/** What is read of a lane. */
export interface Sampled {
  index: SampleIndex;
  /** The newest sample. */
  now: Float64Array;
}

/** The measure of a lane now; NaN where there is nothing to divide by, or the machine has no such figure of the zone. */
export function measureOf({ of, minus = [], per, zone }: Measure, { index, now }: Sampled): number {
  const figure = (name: FigureName) =>
    index.has(name, zone) ? index.value(now, name, zone) : Number.NaN;
  const sum = (names: readonly FigureName[]) =>
    names.reduce((total, name) => total + figure(name), 0);
  const part = sum(of) - sum(minus);
  if (per === undefined) {
    return part;
  }
  const whole = sum(per);
  return whole === 0 ? Number.NaN : part / whole;
}

/** As people read it: whole numbers for counts, four digits for quotients. */
export function formatMeasure(measure: Measure, value: number): string {
  if (Number.isNaN(value)) {
    return '–';
  }
  if (measure.as === 'percent') {
    return `${formatTick(Number((value * 100).toPrecision(2)))} %`;
  }
  if (measure.as === 'MiB') {
    return formatMebibytes(value);
  }
  return measure.per === undefined || value >= 1000
    ? formatCount(value)
    : String(Number(value.toPrecision(3)));
}

/** B divided by A: 1 where neither has any, without an end where only B has; NaN where a measure is missing. */
export function ratioOf(a: number, b: number): number {
  return a === b ? 1 : b / a;
}

/** What a quiz came to. */
export interface Answer {
  /** Position of the option that was chosen, and of the one that the run proved right; -1 if none. */
  chosen: number;
  right: number;
  a: number;
  b: number;
  /** Virtual time of the comparison, seconds. */
  seconds: number;
}

/** Position of the option that is right for the figures of both lanes; -1 if they cannot be compared. */
export function rightOption({ options }: Quiz, a: number, b: number): number {
  return rightOf(options, ratioOf(a, b));
}

/** Position of the option that is right for a ratio; -1 if there is no ratio. */
export function rightOf(options: readonly QuizOption[], ratio: number): number {
  return options.findIndex(({ from = 0, below = Infinity }) => {
    return ratio >= from && (ratio < below || below === Infinity);
  });
}

/** What is wrong with the ranges of options, in a sentence; null if each ratio has exactly one. */
export function rangeProblem(options: readonly QuizOption[]): string | null {
  const ranges = options
    .map(({ from = 0, below = Infinity, text }) => ({ from, below, text }))
    .sort((x, y) => x.from - y.from);
  let reached = 0;
  for (const { from, below, text } of ranges) {
    if (from !== reached) {
      const what = from > reached ? 'No option is right' : 'More than one option is right';
      return `${what} for a ratio between ${Math.min(from, reached)} and ${Math.max(from, reached)}`;
    }
    if (below <= from) {
      return `“${text}” can never be right: its range ends where it begins`;
    }
    reached = below;
  }
  return reached === Infinity ? null : `No option is right for a ratio of ${reached} and more`;
}
