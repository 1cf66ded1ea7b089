/**
 * The data that pictures read from a study's result: factors with their values, lanes, values, and why values are
 * missing.
 */
import type {
  Factor,
  PointResult,
  Study,
  StudyResult,
  StudySpread,
} from '../../../engine/generated/scenario.ts';
import { measureOf, type Measure } from '../measures.ts';
import { listOf } from './values.ts';
import { factorTitle, levelWords, numberWords, type FactorTitle } from '../words.ts';

/** A value of a factor. */
export interface Level {
  /** Index of the value in the study. */
  level: number;
  label: string;
  /** The label with the unit of its number, for sentences. */
  words: string;
  /** As a number; null if it is not one. */
  value: number | null;
}

/** A factor with the values that occur in combinations, including impossible ones. */
export interface FactorInfo {
  /** Index of the factor. */
  at: number;
  /** Name of the factor in plain words. */
  name: string;
  /** Path or id of the factor in documents. */
  path: string;
  /** The name with the unit of its numbers, unless the values include it. */
  heading: string;
  /** Whether all values are numbers; these are in ascending order. */
  numeric: boolean;
  /** Whether its values have names, instead of numbers or ids. */
  named: boolean;
  levels: Level[];
}

export function factorsOf(result: StudyResult): FactorInfo[] {
  return result.factors.map((engineName, at) => {
    const factor = result.study.factors?.[at];
    const title = factorTitle(result.study, factor, engineName);
    const labels = new Map<number, string>();
    for (const { levels, labels: words } of [...result.points, ...result.left_out]) {
      labels.set(levels[at] ?? 0, words[at] ?? '');
    }
    const levels = [...labels].map(([level, engineLabel]) => {
      const label = labelOf(factor, level, engineLabel, title);
      const value = numberOf(factor, level, engineLabel, title);
      const labelled = factor?.vary === 'field' && factor.labels;
      const bare = value === null || labelled || title.unit === '';
      return { level, label, words: bare ? label : `${label} ${title.unit}`, value };
    });
    const numeric = levels.length > 0 && levels.every(({ value }) => value !== null);
    levels.sort((one, other) =>
      numeric ? (one.value ?? 0) - (other.value ?? 0) : one.level - other.level,
    );
    const { title: name, path, unit } = title;
    const heading = unit === '' ? name : `${name}, ${unit}`;
    const named = levels.some(({ label }) => isName(label));
    return { at, name, path, heading, numeric, named, levels };
  });
}

/** Whether a label is a name: neither a number with its unit nor an id. */
function isName(label: string): boolean {
  return /[ ,]/.test(label) && !/^[−\d.,]+ [^ ,]+$/.test(label);
}

function labelOf(factor: Factor | undefined, level: number, label: string, of: FactorTitle) {
  return factor?.vary === 'range'
    ? numberWords(Number(label), of)
    : (levelWords(factor, level, of) ?? label);
}

function numberOf(
  factor: Factor | undefined,
  level: number,
  label: string,
  { shown }: FactorTitle,
): number | null {
  switch (factor?.vary) {
    case 'ram':
      return factor.values_mib[level] ?? null;
    case 'range':
      return shown(Number(label));
    case 'field': {
      const value = factor.values[level];
      return typeof value === 'number' ? shown(value) : null;
    }
    case 'mechanism':
    case undefined:
      return null;
  }
}

/** Returns the factors with more than one value. */
export function varied(factors: readonly FactorInfo[]): FactorInfo[] {
  return factors.filter(({ levels }) => levels.length > 1);
}

/** Describes a combination by the factors that vary. */
export function nameOf(factors: readonly FactorInfo[], point: Pick<PointResult, 'levels'>): string {
  const parts = factors.map((factor) => levelName(factor, levelOf(factor, point)?.words ?? ''));
  return parts.length === 0 ? 'the scenario' : parts.join(', ');
}

/** Names several combinations; a single factor is named once: “dirty_ratio 5 %, 10 % and 12 %”. */
export function namesOf(
  factors: readonly FactorInfo[],
  points: readonly Pick<PointResult, 'levels'>[],
): string {
  const [only, ...others] = factors;
  return only && !only.named && others.length === 0
    ? levelName(only, listOf(points.map((point) => levelOf(only, point)?.words ?? '')))
    : listOf(points.map((point) => nameOf(factors, point)));
}

/** Names a factor with one of its values. */
export function levelName({ name, named }: FactorInfo, label: string): string {
  if (named) {
    return `${name} “${label}”`;
  }
  // “2 CPUs” needs no “CPUs” before it.
  return label.endsWith(` ${name}`) || `${label}s`.endsWith(` ${name}`)
    ? label
    : `${name} ${label}`;
}

/** Returns a combination's value of a factor. */
export function levelOf(
  { at, levels }: FactorInfo,
  point: Pick<PointResult, 'levels'>,
): Level | undefined {
  return levels.find(({ level }) => level === point.levels[at]);
}

/** Returns the measures that are drawn together: only the ratio, or lanes A and B if the study has both. */
export function lanesOf({ study }: StudyResult, name: string): Measure[] {
  return lanesOfStudy(study, name);
}

/** Returns the measures that are drawn together for a study without a result. */
export function lanesOfStudy({ measures }: Study, name: string): Measure[] {
  const measure = measureOf(name);
  if (measure.lane === 'ratio') {
    return [measure];
  }
  const all = measures.map(measureOf);
  const twins = (['a', 'b'] as const).flatMap(
    (lane) => all.find((it) => it.inner === measure.inner && it.lane === lane) ?? [],
  );
  return twins.length > 0 ? twins : [measure];
}

/** Why a combination has no value. */
type Missing = 'nothing to measure' | 'not computed yet' | 'no value';

/** The value of a measure in a combination, over the seeds. */
export interface Cell {
  spread: StudySpread | null;
  /** Why there is no value; null if there is one. */
  missing: Missing | null;
  /** Number of seeds whose runs have not ended; null if unknown. */
  pending: number | null;
  /** Number of seeds in which the value is not 0; null unless it is 0 in some seeds and not in others. */
  seen: Seen | null;
}

/** Returns the runs that a measure needs in a combination, by seed. */
function runsOf(point: PointResult, { lane }: Measure): number[][] {
  const { runs_a: a, runs_b: b } = point;
  const seeds = Math.max(lane === 'b' ? 0 : a.length, lane === 'a' ? 0 : b.length);
  return Array.from({ length: seeds }, (_, seed) => {
    const of = { a: [a[seed]], b: [b[seed]], ratio: [a[seed], b[seed]] };
    return of[lane].filter((run) => run !== undefined);
  });
}

/** Whether a result includes its runs: without them, the reason for a missing value is unknown. */
function hasRuns({ runs, points }: StudyResult): boolean {
  return runs.length > 0 || points.every((it) => it.runs_a.length + it.runs_b.length === 0);
}

/** Returns the value of a measure in a combination. */
export function cellOf(result: StudyResult, point: PointResult, measure: Measure): Cell {
  const spread = point.spread[measure.name] ?? null;
  const seen = measure.lane === 'ratio' ? null : seenIn(point.values[measure.name] ?? []);
  if (!hasRuns(result)) {
    return { spread, missing: spread === null ? 'no value' : null, pending: null, seen };
  }
  const seeds = runsOf(point, measure);
  const pending = seeds.filter((runs) => runs.some((run) => !result.runs[run])).length;
  const missing = pending > 0 ? 'not computed yet' : 'nothing to measure';
  return { spread, missing: spread === null ? missing : null, pending, seen };
}

/** Returns a lane's values in a combination by seed, even if the study took only the ratio. */
export function valuesOf(
  result: StudyResult,
  point: PointResult,
  lane: 'a' | 'b',
  inner: string,
): (number | null)[] {
  const runs = lane === 'a' ? point.runs_a : point.runs_b;
  return runs.map((run) => result.runs[run]?.values[inner] ?? null);
}

/** How much of a study is computed. */
interface Progress {
  ended: number;
  all: number;
}

/** Returns the number of runs that have ended, and of all runs; null if the result does not include its runs. */
export function progressOf(result: StudyResult): Progress | null {
  const { runs } = result;
  return hasRuns(result)
    ? { ended: runs.filter((run) => run !== null).length, all: runs.length }
    : null;
}

// How far the seeds agree: intervals if there are enough seeds, otherwise ranges, and counts of rare events.

/** Minimum number of seeds for an interval, as in the engine (`engine-wasm/study/src/spread.rs`). */
export const INTERVAL_SEEDS = 6;

/** Returns the 95 % interval of the median; null if there are too few values. */
export function intervalOf({ low, high }: StudySpread): [low: number, high: number] | null {
  return low !== null && high !== null ? [low, high] : null;
}

/** Returns the interval, or the range if there is none; null for a single value, which says nothing about chance. */
function boundsOf(spread: StudySpread): [low: number, high: number] | null {
  return spread.count < 2 ? null : (intervalOf(spread) ?? [spread.least, spread.most]);
}

/** Ratios closer to 1 than this count as equal to 1. */
const NEAR = 0.01;
/** The same threshold in words. */
export const NEAR_WORDS = 'less than 1 %';

/** Whether the interval or range is entirely on one side of a reference; always true for a single value. */
export function isBeside(spread: StudySpread, reference: number): boolean {
  const bounds = boundsOf(spread);
  return bounds === null || bounds[1] < reference || bounds[0] > reference;
}

/** Whether a ratio counts as 1. */
export function isNearOne(ratio: number): boolean {
  return Math.abs(ratio - 1) < NEAR;
}

/**
 * Whether a ratio over the seeds counts as 1: its median is close to 1, and either its interval or range is entirely on
 * one side of 1, or all seeds are close to 1.
 */
export function isAlike(spread: StudySpread): boolean {
  const { median, least, most } = spread;
  return isNearOne(median) && (isBeside(spread, 1) || (isNearOne(least) && isNearOne(most)));
}

/** Whether the intervals or ranges of two combinations do not overlap. */
export function isApart(one: StudySpread, other: StudySpread): boolean {
  const [a, b] = [boundsOf(one), boundsOf(other)];
  return a === null || b === null || a[1] < b[0] || b[1] < a[0];
}

/** Returns the name of a range over this many seeds. */
export function rangeName(count: number): string {
  return `range of ${count} seeds`;
}

/** Says how many seeds agree, in words that follow “B is lower” or a count; empty if each combination has one run. */
export function agreementWords(spreads: readonly StudySpread[]): string {
  if (spreads.every(({ count }) => count < 2)) {
    return '';
  }
  return spreads.some((spread) => intervalOf(spread))
    ? 'across the whole 95 % interval'
    : 'in every seed';
}

/** Explains ranges and intervals, once per picture; empty if each combination has one run. */
export function spreadNote(spreads: readonly StudySpread[]): string {
  const most = Math.max(0, ...spreads.map(({ count }) => count));
  if (most < 2) {
    return most === 0 ? '' : 'Each combination has one run, so the spread over seeds is not known.';
  }
  return spreads.some((spread) => intervalOf(spread))
    ? '95 % intervals of the median: percentile bootstrap over the seeds. Ranges are from the lowest to the highest value.'
    : `Ranges are from the lowest to the highest value of ${most} seeds; a 95 % interval of the median needs ${INTERVAL_SEEDS} or more.`;
}

/** In how many seeds something happened. */
export interface Seen {
  some: number;
  all: number;
}

/**
 * If a measure is 0 in some seeds only, returns in how many it is not 0, because its median is not informative;
 * otherwise null.
 */
export function seenIn(values: readonly (number | null)[]): Seen | null {
  const there = values.filter((value) => value !== null);
  const some = there.filter((value) => value !== 0).length;
  return some > 0 && some < there.length ? { some, all: there.length } : null;
}

/** Formats “6 of 10 seeds”. */
export function seenWords({ some, all }: Seen): string {
  return `${some} of ${all} seeds`;
}
