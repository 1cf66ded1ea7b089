/**
 * Published and computed figures as points in a square, with the same logarithmic scale on both axes: on the diagonal,
 * both figures are equal.
 */
import { ticks as evenTicks } from 'd3-array';
import { scaleLog } from 'd3-scale';

import { formatRatio, VERDICT_NAMES, type VerdictState } from '../../core/published.ts';
import type { JudgedLine } from './engine.ts';
import { JUDGING, verdictStateOf, type Pair, type PlacedLine } from './tables.ts';

/** Side of the drawing, and the margins for its axes, which leave a square. */
export const SIDE = 400;
const LEFT = 66;
const RIGHT = SIDE - 14;
const BOTTOM = SIDE - 44;
const TOP = BOTTOM - (RIGHT - LEFT);
/** Space for zeros between an axis and the smallest value. */
const ZERO_SLOT = 16;
const ZERO_GAP = 14;
/** Minimum range of an axis, as a factor. */
const SPAN_MIN = 1.6;
/** As in the rule for verdicts: the smaller of two values counts as at least a hundredth of the other. */
const LEAST_PART = 0.01;
/**
 * As in the rule for verdicts: the published and the computed ratio may differ by this factor, and so may their
 * logarithms.
 */
const WITHIN = 2;
/** As in the rule for verdicts: a factor below this counts as no change. */
const STEADY = 1.03;
/** Maximum number of ticks on an axis. */
const TICKS_MAX = 7;

/** The quantity on the axes: the change from the old kernel to the new, or the values themselves. */
export type Axes = 'change' | 'value';

export interface Point {
  line: PlacedLine;
  verdictState: VerdictState;
  /** The kernel of the value; null for a change, or if there is only one kernel. */
  kernel: 'old' | 'new' | null;
  /**
   * The value, the median of the seeds if it is computed; or new / old, the ratio of the medians. 0 if a count falls to
   * zero, which is drawn at a hundredth.
   */
  published: number;
  computed: number;
  x: number;
  y: number;
}

export interface ScatterPlot {
  /** The points from left to right. */
  points: Point[];
  ticks: { at: number; label: string }[];
  /** Position of zeros along either axis; null if there are none. */
  zero: number | null;
  /** Corners of the area in which the verdict is “reproduced”. */
  near: string;
  /** Ends of the line on which computed and published figures are equal. */
  equality: { from: readonly [number, number]; to: readonly [number, number] };
  /** Whether a change beyond a hundredth or a hundredfold is drawn at that limit. */
  hasBounded: boolean;
  /** Number of computed figures that cannot be drawn, because they are negative. */
  left: number;
}

type Raw = Pick<Point, 'line' | 'verdictState' | 'kernel' | 'published' | 'computed'>;

/** Returns the axes for which there is something to draw; the kind by which most lines are judged comes first. */
export function axesOf(lines: readonly PlacedLine[]): Axes[] {
  const paired = lines.filter(({ line }) => line.old !== null && line.new !== null).length;
  if (paired === 0) {
    return ['value'];
  }
  return paired * 2 >= lines.length ? ['change', 'value'] : ['value', 'change'];
}

/** Positions the points; null if no line has both figures. */
export function layScatter(
  lines: readonly PlacedLine[],
  axes: Axes,
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
): ScatterPlot | null {
  const all = lines.flatMap((line) => {
    const verdictState = verdictStateOf(line, judged, failures);
    const of = axes === 'change' ? changeOf : valuesOf;
    return verdictState === 'too_small' ? [] : of(line, verdictState, judged.get(line.number));
  });
  const raw = all.filter(({ published, computed }) => published >= 0 && computed >= 0);
  const placed = axes === 'change' ? bounded : (value: number) => value;
  const values = raw.flatMap(({ published, computed }) => [published, computed]);
  const positive = values.map(placed).filter((value) => value > 0);
  if (raw.length === 0 || positive.length === 0) {
    return null;
  }
  const hasZero = values.some((value) => placed(value) === 0);
  // The area in which a change counts as reproduced starts at “no change”.
  const [least, most] = domainOf(axes === 'change' ? [1, ...positive] : positive);
  const inset = hasZero ? ZERO_SLOT : 0;
  const x = scaleLog([least, most], [LEFT + inset, RIGHT]);
  const y = scaleLog([least, most], [BOTTOM - inset, TOP]);
  const points = raw.map((point) => ({
    ...point,
    x: placed(point.published) === 0 ? LEFT + ZERO_SLOT / 2 : x(placed(point.published)),
    y: placed(point.computed) === 0 ? BOTTOM - ZERO_SLOT / 2 : y(placed(point.computed)),
  }));
  points.sort((one, other) => one.x - other.x || other.y - one.y);
  const corners = cornersOf(axes, least, most);
  return {
    points,
    ticks: ticksOf(least, most)
      .map((value) => ({
        at: x(value) - LEFT,
        label: (axes === 'change' ? '×' : '') + short(value),
      }))
      // There is no room beside the label of the zeros.
      .filter(({ at }) => !hasZero || at > ZERO_SLOT + ZERO_GAP),
    zero: hasZero ? ZERO_SLOT / 2 : null,
    near: corners.map((corner) => `${x(corner[0])},${y(corner[1])}`).join(' '),
    equality: { from: [x(least), y(least)], to: [x(most), y(most)] },
    hasBounded: values.some((value) => placed(value) !== value),
    left: all.length - raw.length,
  };
}

/** Factor from which a change is clearly one. */
const CLEAR = 1.25;

/**
 * Returns the index of the point that is selected at first: a reproduced one near the middle of the axis, whose values
 * are not 0, or which is a clear change; or else any judged one. 0 if there is none.
 */
export function firstShown({ points }: ScatterPlot, axes: Axes): number {
  const judged = points.filter(({ verdictState }) => JUDGING.includes(verdictState));
  const tells = (value: number) =>
    value !== 0 && (axes === 'value' || Math.max(value, 1 / value) >= CLEAR);
  const whole = judged.filter(({ published, computed }) => tells(published) && tells(computed));
  const reproduced = whole.filter(({ verdictState }) => verdictState === 'reproduced');
  const [best = []] = [reproduced, whole, judged].filter((choice) => choice.length > 0);
  const ends = points.map(({ x }) => x);
  const middle = (Math.min(...ends) + Math.max(...ends)) / 2;
  const off = ({ x }: Point) => Math.abs(x - middle);
  const [nearest] = best.toSorted((one, other) => off(one) - off(other));
  return nearest ? points.indexOf(nearest) : 0;
}

/** The edges of the area that contains the points. */
export const FRAME = { left: LEFT, right: RIGHT, top: TOP, bottom: BOTTOM };

function changeOf(
  line: PlacedLine,
  verdictState: VerdictState,
  judged: JudgedLine | undefined,
): Raw[] {
  const published = changeBetween(line.line.old, line.line.new);
  const computed = changeBetween(judged?.computed?.old ?? null, judged?.computed?.new ?? null);
  return published === null || computed === null
    ? []
    : [{ line, verdictState, kernel: null, published, computed }];
}

/**
 * Returns new / old; 1 if both are 0. If one of them is negative, each counts as at least a hundredth of the larger
 * magnitude, as in the rule for verdicts.
 */
function changeBetween(old: number | null, now: number | null): number | null {
  if (old === null || now === null) {
    return null;
  }
  const least = Math.max(Math.abs(old), Math.abs(now)) * LEAST_PART;
  if (least === 0) {
    return 1;
  }
  return old < 0 || now < 0 ? Math.max(now, least) / Math.max(old, least) : now / old;
}

/** Limits a change to a hundredth or a hundredfold, as in the drawing and in the rule for verdicts. */
function bounded(change: number): number {
  return Math.min(1 / LEAST_PART, Math.max(LEAST_PART, change));
}

function valuesOf(
  line: PlacedLine,
  verdictState: VerdictState,
  judged: JudgedLine | undefined,
): Raw[] {
  const computed = judged?.computed;
  const paired = line.line.old !== null && line.line.new !== null;
  const point = (kernel: 'old' | 'new', published: number | null, value: number | null = null) =>
    published === null || value === null
      ? []
      : [{ line, verdictState, kernel: paired ? kernel : null, published, computed: value }];
  return [
    ...point('old', line.line.old, computed?.old),
    ...point('new', line.line.new, computed?.new),
  ];
}

function domainOf(values: readonly number[]): [number, number] {
  const least = Math.min(...values);
  const most = Math.max(...values);
  // The marks, and the ring around the selected one, keep clear of the labels of the axes.
  const widen = Math.max(Math.sqrt(SPAN_MIN / (most / least)), (most / least) ** 0.03, 1.08);
  return [least / widen, most * widen];
}

/** Returns the corners of the area in which a figure counts as reproduced. */
function cornersOf(axes: Axes, least: number, most: number): (readonly [number, number])[] {
  const inside = (value: number) => Math.min(most, Math.max(least, value));
  if (axes === 'value') {
    return [
      [least, least],
      [inside(least * 1.25), least],
      [most, inside(most / 1.25)],
      [most, most],
      [inside(most / 1.25), most],
      [least, inside(least * 1.25)],
    ];
  }
  const invert = ([x, y]: readonly [number, number]) => [1 / x, 1 / y] as const;
  return [...wedgeOf(most), ...wedgeOf(1 / least).map(invert)];
}

/**
 * Returns the area for increases up to `most`: for small changes, the logarithm of the ratio may be half to twice the
 * published one; for large changes, the ratio itself.
 */
function wedgeOf(most: number): (readonly [number, number])[] {
  // From here on, the limit for the ratio itself is narrower.
  const bend = Math.min(most, WITHIN ** 2);
  const below = [[bend, leastIncrease(bend)] as const];
  if (most > bend) {
    below.push([most, leastIncrease(most)]);
  }
  const above = below.map(([x, y]) => [y, x] as const).reverse();
  return [[1, 1], ...below, [most, most], ...above, [1, 1]];
}

/** Returns the smallest ratio that reproduces an increase. */
function leastIncrease(ratio: number): number {
  return Math.max(ratio ** (1 / WITHIN), ratio / WITHIN);
}

/** Returns the least and the greatest computed ratio that reproduce a published one. */
export function allowedRatios(published: number): readonly [number, number] {
  const change = bounded(published);
  if (change < 1) {
    const [least, most] = allowedRatios(1 / change);
    return [1 / most, 1 / least];
  }
  const near = [change / STEADY, change * STEADY] as const;
  if (change < STEADY) {
    return [Math.min(1 / STEADY, near[0]), Math.max(STEADY, near[1])];
  }
  // A computed change that counts as none does not reproduce a published one, unless the two are that close.
  const least = Math.min(near[0], Math.max(STEADY, leastIncrease(change)));
  return [least, Math.max(near[1], Math.min(change ** WITHIN, change * WITHIN))];
}

/** Describes what the computed change may be; empty if the line has no change, or cannot judge the model. */
export function allowedText({ old, new: now }: Pair, verdict: VerdictState): string {
  const published = changeBetween(old, now);
  if (published === null || !JUDGING.includes(verdict)) {
    return '';
  }
  const [least, most] = allowedRatios(published).map(formatRatio);
  const range =
    published <= LEAST_PART
      ? `up to ${most}`
      : published >= 1 / LEAST_PART
        ? `from ${least} on`
        : `${least} to ${most}`;
  const also =
    published < LEAST_PART || published > 1 / LEAST_PART
      ? ', with the larger value within a factor of 1.25'
      : '';
  return `for “${VERDICT_NAMES.reproduced}”, ${range} is allowed${also}`;
}

/** Returns powers of ten: fewer if there are many, and values in between if there are few. */
function ticksOf(least: number, most: number): number[] {
  if (most / least < 4) {
    // On an axis with such a small range, linear ticks work as well.
    return evenTicks(least, most, 4);
  }
  const from = Math.floor(Math.log10(least));
  const to = Math.ceil(Math.log10(most));
  const decades = Array.from({ length: to - from + 1 }, (_, step) => from + step);
  const inside = (value: number) => value >= least && value <= most;
  for (const steps of [[1, 2, 5], [1, 3], [1]]) {
    const values = decades.flatMap((power) => steps.map((step) => step * 10 ** power));
    const shown = values.filter(inside);
    if (shown.length <= TICKS_MAX && shown.length > 0) {
      return shown;
    }
  }
  const every = Math.ceil(decades.length / TICKS_MAX);
  return decades
    .filter((power) => power % every === 0)
    .map((power) => 10 ** power)
    .filter(inside);
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });

function short(value: number): string {
  return value >= 1000 ? compact.format(value) : String(Number(value.toPrecision(3)));
}

/** A ratio below this counts as a change to zero (`engine-wasm/results/src/verdict.rs`). */
const NOTHING = 0.01;

/** Whether a count falls to zero both as published and as computed. */
export function bothFallToZero(published: Pair, computed: Pair | null | undefined): boolean {
  return [published, computed].every(
    (pair) => pair?.old && pair.new !== null && pair.new / pair.old < NOTHING,
  );
}
