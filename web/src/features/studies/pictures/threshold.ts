/** Where a factor of numbers begins or ceases to make the lanes differ, in a sentence. */
import type { PointResult, StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import {
  factorsOf,
  isBeside,
  levelName,
  levelOf,
  valuesOf,
  varied,
  type FactorInfo,
} from './data.ts';
import { formatRatio, formatShift, listOf } from './format.ts';
import { fullTitle, isElapsed, measureOf, ratioOf, type Measure } from './measures.ts';

/** A ratio closer to 1 than this is none that anybody would measure. */
const NEAR = 0.01;
const NEAR_WORDS = '1 %';

/** What the lanes do at a value: they differ, they do not, or the seeds disagree. */
type State = 'differ' | 'alike' | 'open';

interface Place {
  value: number;
  /** The value with its unit. */
  label: string;
  spread: StudySpread;
  state: State;
}

/** The sentence about the ratio of a measure; empty where the study has none over one factor of numbers, or is not done. */
export function thresholdSentence(result: StudyResult, measure: string): string {
  const ratio = ratioOf(result.study, measure);
  const [factor, ...others] = varied(factorsOf(result));
  if (ratio === null || !factor?.numeric || others.length > 0 || hasGaps(result, ratio)) {
    return '';
  }
  const places = placesOf(result, ratio, factor);
  const of = measureOf(ratio);
  const title = fullTitle({ ...of, lane: 'a' });
  const open = places.filter(({ state }) => state === 'open');
  const disagree = open.length > 0 ? ` With ${namesOf(open)} the seeds disagree.` : '';
  return `${title}: ${claimOf(places, of, factor)}${disagree}`;
}

function hasGaps(result: StudyResult, ratio: string): boolean {
  const { points, runs } = result;
  return runs.some((run) => run === null) || points.some((point) => !ratioAt(result, point, ratio));
}

/** A ratio in a combination. Two lanes that have nothing of a measure are alike, even if nothing can be divided. */
export function ratioAt(
  result: StudyResult,
  point: PointResult,
  ratio: string,
): StudySpread | null {
  const { inner } = measureOf(ratio);
  const values = (['a', 'b'] as const).flatMap((lane) => valuesOf(result, point, lane, inner));
  const nothing = values.length > 0 && values.every((value) => value === 0);
  return point.spread[ratio] ?? (nothing ? ALIKE : null);
}

const ALIKE: StudySpread = { count: 1, median: 1, least: 1, most: 1, low: null, high: null };

function placesOf(result: StudyResult, ratio: string, factor: FactorInfo): Place[] {
  const { heading, name, levels } = factor;
  const unit = heading.slice(name.length).replace(/^, /, '');
  return levels.flatMap((level) => {
    const point = result.points.find((it) => levelOf(factor, it) === level);
    const spread = point && ratioAt(result, point, ratio);
    if (!spread || level.value === null) {
      return [];
    }
    const label = unit === '' ? level.label : `${level.label} ${unit}`;
    return [{ value: level.value, label, spread, state: stateOf(spread) }];
  });
}

/** What a ratio over the seeds says. */
export function stateOf(spread: StudySpread): State {
  if (Math.abs(spread.median - 1) < NEAR) {
    return 'alike';
  }
  return isBeside(spread, 1) ? 'differ' : 'open';
}

/** What the values say that have an answer; the first and the last of them are named. */
function claimOf(places: readonly Place[], measure: Measure, factor: FactorInfo): string {
  const sure = places.filter(({ state }) => state !== 'open');
  const different = sure.filter(({ state }) => state === 'differ');
  const alike = sure.filter(({ state }) => state === 'alike');
  const [first, last] = [sure[0], sure.at(-1)];
  if (!first || !last) {
    return `no threshold of ${factor.name} can be told.`;
  }
  const changes = sure.filter(({ state }, at) => at > 0 && state !== sure[at - 1]?.state);
  const [from] = changes;
  const none = `the difference is less than ${NEAR_WORDS}`;
  if (!from) {
    const every = `every value of ${factor.name}, from ${first.label} to ${last.label}`;
    const where = sure.length < places.length ? `${factor.name} ${namesOf(sure)}` : every;
    return different.length > 0
      ? `A and B differ with ${where}: ${effectOf(different, measure)}.`
      : `A and B do not differ with ${where.replace(/^every/, 'any')}: ${none}.`;
  }
  if (changes.length > 1) {
    return `the difference between A and B comes and goes with ${factor.name}. With ${namesOf(different)} ${effectOf(different, measure)}; with ${namesOf(alike)} ${none}.`;
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
  return `the difference between A and B ${ends ? 'ends' : 'begins'} ${where}: up to ${before.label} ${low}, from ${from.label} on ${high}.`;
}

function namesOf(places: readonly Place[]): string {
  return listOf(places.map(({ label }) => label));
}

/** By how much B differs over some values: the least and the most of it. */
function effectOf(places: readonly Place[], measure: Measure): string {
  const ratios = places
    .map(({ spread }) => spread.median)
    .toSorted((one, other) => Math.abs(one - 1) - Math.abs(other - 1));
  const [least = 1, most = 1] = [ratios[0], ratios.at(-1)];
  const sides = new Set(ratios.map((ratio) => ratio > 1));
  const sizes = [...new Set([least, most].map((ratio) => formatShift(ratio - 1)))].map((size) =>
    size.replace(/^[+−]/, ''),
  );
  if (sides.size > 1 || sizes.some((size) => size.startsWith('×'))) {
    const [low = 1, high = 1] = [Math.min(...ratios), Math.max(...ratios)];
    return `B ÷ A is ${[...new Set([low, high].map(formatRatio))].join(' to ')}`;
  }
  const size =
    sizes.length > 1 ? `${sizes[0]?.replace(/ %$/, '')} to ${sizes[1]}` : (sizes[0] ?? '');
  const more = most > 1;
  return isElapsed(measure)
    ? `B takes ${size} ${more ? 'more' : 'less'} time`
    : `it is ${size} ${more ? 'higher' : 'lower'} in B`;
}
