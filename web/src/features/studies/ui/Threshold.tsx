/**
 * The two neighbouring values of a numeric factor between which the lanes begin or cease to differ: a sentence about
 * them, and a button that adds values between them.
 */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import type {
  Factor,
  PointResult,
  Study,
  StudyResult,
  StudySpread,
} from '../../../engine/generated/scenario.ts';
import { fullTitle, isElapsed, measureOf, ratioOf, type Measure } from '../measures.ts';
import {
  factorsOf,
  isBeside,
  isAlike,
  NEAR_WORDS,
  levelName,
  levelOf,
  valuesOf,
  varied,
  type FactorInfo,
  type Level,
} from '../pictures/data.ts';
import { capital, formatShift, inWords, listOf } from '../pictures/values.ts';
import { session } from '../session.ts';

/** The result at a value: the lanes differ, they do not differ, or the seeds disagree. */
type State = 'differ' | 'alike' | 'open';

interface Place {
  value: number;
  /** The value with its unit. */
  label: string;
  spread: StudySpread;
  state: State;
}

/**
 * Returns the sentence about the ratio of a measure. Values between the first and the last one may have no run yet: they
 * may have been added. Empty if the first or the last value has no run, or if the study does not vary exactly one numeric
 * factor.
 */
export function thresholdSentence(result: StudyResult, measure: string): string {
  const ratio = ratioOf(result.study, measure);
  const [factor, ...others] = varied(factorsOf(result));
  if (ratio === null || !factor?.numeric || others.length > 0) {
    return '';
  }
  const places = placesOf(result, ratio, factor);
  const possible = factor.levels.filter((level) => pointAt(result, factor, level));
  const ends = [possible[0], possible.at(-1)];
  if (places.length < 2 || ends.some((end) => places.every(({ value }) => value !== end?.value))) {
    return '';
  }
  const gaps = possible.length - places.length;
  const soFar =
    gaps === 0
      ? seedsSoFar(result, places)
      : ` So far, ${places.length} of ${possible.length} values have run${seedsOfPlaces(places, result.study)}; the others may change this.`;
  const of = measureOf(ratio);
  const title = fullTitle({ ...of, lane: 'a' });
  const open = places.filter(({ state }) => state === 'open');
  const disagree = open.length > 0 ? ` With ${namesOf(open)}, the seeds disagree.` : '';
  return `${title}: ${claimOf(places, of, factor, gaps > 0)}${disagree}${soFar}`;
}

function pointAt(result: StudyResult, factor: FactorInfo, level: Level): PointResult | undefined {
  return result.points.find((it) => levelOf(factor, it) === level);
}

/**
 * Says how many seeds the answer is based on, while other seeds have yet to run. A value counts with the seeds that have
 * run there: its figures already include them.
 */
function seedsSoFar({ points, runs, study }: StudyResult, places: readonly Place[]): string {
  const ended = (run: number | undefined) => run === undefined || Boolean(runs[run]);
  const seeds = study.seeds ?? 1;
  if (seeds === 1) {
    return ' One seed only; others may differ.';
  }
  const whole = Array.from({ length: seeds }, (_, seed) => seed).filter((seed) =>
    points.every(({ runs_a: a, runs_b: b }) => ended(a[seed]) && ended(b[seed])),
  );
  if (whole.length === seeds) {
    return '';
  }
  const counts = places.map(({ spread }) => spread.count);
  const [least, most] = [Math.min(...counts), Math.max(...counts)];
  if (least < most) {
    const range = `${inWords(least)} ${most - least === 1 ? 'or' : 'to'} ${inWords(most)}`;
    return ` So far, the figures are from ${range} of the ${inWords(seeds)} seeds, depending on the value; the other runs may change this.`;
  }
  const left = seeds - least;
  const others = left === 1 ? 'the other one' : `the other ${inWords(left)}`;
  return whole.length === 0 || left <= 0
    ? ' Some runs are missing; they may change this.'
    : ` ${capital(inWords(least))} ${least === 1 ? 'seed' : 'seeds'} so far; ${others} may change this.`;
}

/** Says that the values that have run have one seed each, if the study has more. */
function seedsOfPlaces(places: readonly Place[], { seeds }: Study): string {
  return (seeds ?? 1) > 1 && places.every(({ spread }) => spread.count === 1)
    ? ', with one seed each'
    : '';
}

/** Returns a ratio in a combination. If both lanes are always 0, they are alike although the ratio is not defined. */
function ratioAt(result: StudyResult, point: PointResult, ratio: string): StudySpread | null {
  const { inner } = measureOf(ratio);
  const values = (['a', 'b'] as const).flatMap((lane) => valuesOf(result, point, lane, inner));
  const nothing = values.length > 0 && values.every((value) => value === 0);
  const pairs = Math.floor(values.length / 2);
  return point.spread[ratio] ?? (nothing ? { ...ALIKE, count: pairs } : null);
}

const ALIKE = { median: 1, least: 1, most: 1, low: null, high: null };

function placesOf(result: StudyResult, ratio: string, factor: FactorInfo): Place[] {
  return factor.levels.flatMap((level) => {
    const point = pointAt(result, factor, level);
    const spread = point && ratioAt(result, point, ratio);
    if (!spread || level.value === null) {
      return [];
    }
    return [{ value: level.value, label: level.words, spread, state: stateOf(spread) }];
  });
}

/** Classifies the ratio over the seeds. */
function stateOf(spread: StudySpread): State {
  if (isAlike(spread)) {
    return 'alike';
  }
  return isBeside(spread, 1) ? 'differ' : 'open';
}

/** Makes a claim from the values that have a clear result, and names the first and the last of them. */
function claimOf(
  places: readonly Place[],
  measure: Measure,
  factor: FactorInfo,
  gaps: boolean,
): string {
  const sure = places.filter(({ state }) => state !== 'open');
  const different = sure.filter(({ state }) => state === 'differ');
  const alike = sure.filter(({ state }) => state === 'alike');
  const [first, last] = [sure[0], sure.at(-1)];
  if (!first || !last) {
    return `no threshold of ${factor.name} can be determined.`;
  }
  const changes = sure.filter(({ state }, at) => at > 0 && state !== sure[at - 1]?.state);
  const [from] = changes;
  const none = `the difference is ${NEAR_WORDS}`;
  if (!from) {
    const every = `every value of ${factor.name}, from ${first.label} to ${last.label}`;
    // Values that have not run, or whose seeds disagree, are not claimed.
    const some = gaps || sure.length < places.length;
    const where = some ? `${factor.name} ${namesOf(sure)}` : every;
    return different.length > 0
      ? `A and B differ with ${where}: ${effectOf(different, measure)}.`
      : `A and B do not differ with ${where.replace(/^every/, 'any')}: ${none}.`;
  }
  if (changes.length > 1) {
    const name = factor.name.startsWith('size of') ? `the ${factor.name}` : factor.name;
    return `the difference between A and B appears and disappears as ${name} changes. With ${namesOf(different)}, ${effectOf(different, measure)}; with ${namesOf(alike)}, ${none}.`;
  }
  const before = sure[sure.indexOf(from) - 1] ?? first;
  const ends = from.state === 'alike';
  const where =
    from.value - before.value === 1
      ? `at ${levelName(factor, from.label)}`
      : `between ${levelName(factor, before.label)} and ${from.label}`;
  const [low, high] = ends
    ? [effectOf(different, measure), none]
    : [none, effectOf(different, measure)];
  return `the difference between A and B ${ends ? 'ends' : 'begins'} ${where}: up to ${before.label}, ${low}; from ${from.label} on, ${high}.`;
}

function namesOf(places: readonly Place[]): string {
  return listOf(places.map(({ label }) => label));
}

/** Says by how much B differs over some values: the smallest and the largest difference. */
function effectOf(places: readonly Place[], measure: Measure): string {
  const ratios = places
    .map(({ spread }) => spread.median)
    .toSorted((one, other) => Math.abs(one - 1) - Math.abs(other - 1));
  const [least = 1, most = 1] = [ratios[0], ratios.at(-1)];
  const sides = new Set(ratios.map((ratio) => ratio > 1));
  const sizes = [...new Set([least, most].map((ratio) => formatShift(ratio - 1)))].map((size) =>
    size.replace(/^[+−]/, ''),
  );
  if (sides.size > 1) {
    return mixedEffectOf(places, measure);
  }
  if (sizes.some((size) => size.startsWith('×'))) {
    const [low = 1, high = 1] = [Math.min(...ratios), Math.max(...ratios)];
    return `B differs from A by ${[...new Set([low, high].map((ratio) => formatShift(ratio - 1)))].join(' to ')}`;
  }
  const size =
    sizes.length > 1 ? `${sizes[0]?.replace(/ %$/, '')} to ${sizes[1]}` : (sizes[0] ?? '');
  const more = most > 1;
  return isElapsed(measure)
    ? `B takes ${size} ${more ? 'more' : 'less'} time`
    : `it is ${size} ${more ? 'higher' : 'lower'} in B`;
}

/** Says where B is higher than A before it says where B is lower: a range alone would hide which values lose. */
function mixedEffectOf(places: readonly Place[], measure: Measure): string {
  const higher = places.filter(({ spread }) => spread.median > 1);
  const lower = places.filter(({ spread }) => spread.median <= 1);
  const most = (of: readonly Place[], pick: (...ratios: number[]) => number) =>
    (of.length > 1 ? 'up to ' : '') +
    formatShift(pick(...of.map(({ spread }) => spread.median)) - 1);
  const [more, less] = isElapsed(measure)
    ? ['B takes more time', 'less']
    : ['it is higher in B', 'lower'];
  const others = lower.length > 1 ? 'the others' : namesOf(lower);
  return `${more} with ${namesOf(higher)} (${most(higher, Math.max)}) and ${less} with ${others} (${most(lower, Math.min)})`;
}

/** Two neighbouring values, and a study with more values between them. */
interface Closer {
  from: number;
  to: number;
  study: Study;
  /** Whether the lanes begin or cease to differ between them, so that more values narrow the answer. */
  needed: boolean;
}

/**
 * Renders a button that adds the values between two neighbours with different results; nothing if there is no whole number
 * between any such neighbours, or if the exact value at which the lanes begin or cease to differ is known.
 */
export function LookCloser({
  result,
  measure,
}: {
  result: StudyResult;
  measure: string;
}): ReactElement | null {
  const closer = closerOf(result, measure);
  return closer === null ? null : (
    <button
      type="button"
      className="button"
      title={`${closer.needed ? 'A and B begin or cease to differ' : 'The measure changes most'} between these two values. This runs a copy of the study with values between them; completed runs are not repeated`}
      onClick={() => void session.runText(JSON.stringify(closer.study))}
    >
      {closer.needed ? 'Add' : 'Optional: add'} values between {formatCount(closer.from)} and{' '}
      {formatCount(closer.to)}
    </button>
  );
}

/** Renders a button that runs each combination with two more seeds; nothing if there are several seeds already. */
export function MoreSeeds({ result: { study } }: { result: StudyResult }): ReactElement | null {
  return (study.seeds ?? 1) > 1 || (study.factors ?? []).length === 0 ? null : (
    <button
      type="button"
      className="button"
      title="Runs a copy of this study with three seeds; completed runs are not repeated"
      onClick={() => void session.runText(JSON.stringify({ ...study, seeds: 3 }))}
    >
      Run two more seeds
    </button>
  );
}

/** Maximum number of added values. */
const ADDED_MOST = 4;

/** A value of the factor with the results of its runs. */
interface Known {
  value: number;
  spread: StudySpread;
}

/**
 * Returns the values between which the lanes begin or cease to differ, or else between which a measure of one lane
 * changes most. Null if there is no such pair, while results are missing, or if the lanes are known to begin or cease to
 * differ at an exact value: then no further value is needed.
 */
export function closerOf(result: StudyResult, measure: string): Closer | null {
  const { study } = result;
  const [factor, ...others] = study.factors ?? [];
  const values = factor ? numbersOf(factor) : null;
  if (!factor || !values || others.length > 0 || study.design.kind !== 'grid') {
    return null;
  }
  const known = knownOf(result, values, ({ spread }) => spread[measure]);
  if (known.length < values.length) {
    return null;
  }
  const ratio = ratioOf(study, measure);
  const compared = ratio ? knownOf(result, values, (point) => ratioAt(result, point, ratio)) : [];
  const borders = compared.length < values.length ? [] : bordersIn(compared);
  const border = borders.find(hasRoom);
  const step = borders.length > 0 ? border : steepestIn(known, measure);
  if (!step) {
    return null;
  }
  const [from, to] = [step.from.value, step.to.value];
  const more = new Set([...values, ...between(from, to)]);
  const ascending = [...more].toSorted((one, other) => one - other);
  const closer = { ...study, factors: [withValues(factor, ascending)] };
  return { from, to, study: closer, needed: border !== undefined };
}

function knownOf(
  { points }: StudyResult,
  values: readonly number[],
  spreadOf: (point: PointResult) => StudySpread | null | undefined,
): Known[] {
  return points
    .flatMap((point) => {
      const value = values[point.levels[0] ?? -1];
      const spread = spreadOf(point);
      return value === undefined || !spread ? [] : [{ value, spread }];
    })
    .toSorted((one, other) => one.value - other.value);
}

/**
 * Returns neighbours such that the lanes differ at one and not at the other. Values where the seeds disagree do not
 * count.
 */
function bordersIn(known: readonly Known[]): Step[] {
  const sure = known.filter(({ spread }) => stateOf(spread) !== 'open');
  return stepsOf(sure).filter(({ from, to }) => stateOf(from.spread) !== stateOf(to.spread));
}

function steepestIn(known: readonly Known[], measure: string): Step | undefined {
  if (measure.startsWith('ratio:') && known.every(({ spread }) => stateOf(spread) === 'alike')) {
    return undefined;
  }
  const size = ({ from, to }: Step) => Math.abs(to.spread.median - from.spread.median);
  const steps = stepsOf(known).filter(hasRoom);
  return steps.toSorted((one, other) => size(other) - size(one))[0];
}

interface Step {
  from: Known;
  to: Known;
}

/** Whether there is a whole number between the neighbours. */
const hasRoom = ({ from, to }: Step) => to.value - from.value > 1;

/** Returns neighbours with different medians. */
function stepsOf(known: readonly Known[]): Step[] {
  return known
    .slice(1)
    .map((to, at) => ({ from: known[at] ?? to, to }))
    .filter(({ from, to }) => from.spread.median !== to.spread.median);
}

/** Returns the values of a factor if they are whole numbers without labels; otherwise null. */
function numbersOf(factor: Factor): number[] | null {
  if (factor.vary === 'ram') {
    return factor.values_mib;
  }
  if (factor.vary !== 'field' || factor.labels) {
    return null;
  }
  const whole = factor.values.filter((value) => Number.isInteger(value)) as number[];
  return whole.length === factor.values.length ? whole : null;
}

function withValues(factor: Factor, values: number[]): Factor {
  switch (factor.vary) {
    case 'ram':
      return { ...factor, values_mib: values };
    case 'field':
      return { ...factor, values };
    default:
      return factor;
  }
}

/** Returns evenly spaced whole numbers between two numbers. */
function between(from: number, to: number): number[] {
  const count = Math.min(ADDED_MOST, to - from - 1);
  return Array.from({ length: count }, (_, at) =>
    Math.round(from + ((to - from) * (at + 1)) / (count + 1)),
  );
}
