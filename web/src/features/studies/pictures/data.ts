/** What the pictures read from a study's result: factors with their values, lanes, values and why they are missing. */
import type {
  Factor,
  PointResult,
  Study,
  StudyResult,
  StudySpread,
} from '../../../engine/generated/scenario.ts';
import { seenIn, type Seen } from './certainty.ts';
import { factorTitle, levelWords, numberWords, type FactorTitle } from './factor-titles.ts';
import { measureOf, type Measure } from './measures.ts';

/** A value that a factor takes. */
export interface Level {
  /** Its position in the study. */
  level: number;
  label: string;
  /** As a number; null where it is none. */
  value: number | null;
}

/** A factor with the values that combinations have, impossible ones included. */
export interface FactorInfo {
  /** Number of the factor. */
  at: number;
  /** In plain words. */
  name: string;
  /** Its path or id in documents. */
  path: string;
  /** The name with the unit of its numbers, where its values do not say it. */
  heading: string;
  /** Whether all values are numbers; these ascend. */
  numeric: boolean;
  /** Whether its values have names of their own, rather than numbers or ids. */
  named: boolean;
  levels: Level[];
}

/** All factors. */
export function factorsOf(result: StudyResult): FactorInfo[] {
  return result.factors.map((engineName, at) => {
    const factor = result.study.factors?.[at];
    const title = factorTitle(result.study, factor, engineName);
    const labels = new Map<number, string>();
    for (const { levels, labels: words } of [...result.points, ...result.left_out]) {
      labels.set(levels[at] ?? 0, words[at] ?? '');
    }
    const levels = [...labels].map(([level, label]) => ({
      level,
      label: labelOf(factor, level, label, title),
      value: numberOf(factor, level, label, title),
    }));
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

/** Whether a label is words of its own: neither a number with its unit nor an id. */
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

/** The factors that take more than one value. */
export function varied(factors: readonly FactorInfo[]): FactorInfo[] {
  return factors.filter(({ levels }) => levels.length > 1);
}

/** A combination in words, by the factors that vary. */
export function nameOf(factors: readonly FactorInfo[], point: Pick<PointResult, 'levels'>): string {
  const parts = factors.map((factor) => levelName(factor, levelOf(factor, point)?.label ?? ''));
  return parts.length === 0 ? 'the scenario' : parts.join(', ');
}

/** A factor with one of its values. */
export function levelName({ name, named }: FactorInfo, label: string): string {
  if (named) {
    return `${name} “${label}”`;
  }
  // “2 CPUs” needs no “CPUs” before it.
  return label.endsWith(` ${name}`) || `${label}s`.endsWith(` ${name}`)
    ? label
    : `${name} ${label}`;
}

/** The value that a combination has of a factor. */
export function levelOf(
  { at, levels }: FactorInfo,
  point: Pick<PointResult, 'levels'>,
): Level | undefined {
  return levels.find(({ level }) => level === point.levels[at]);
}

/** The measures that are drawn together: a ratio alone, otherwise lanes A and B where the study has both. */
export function lanesOf({ study }: StudyResult, name: string): Measure[] {
  return lanesOfStudy(study, name);
}

/** The same of a study. */
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
  /** Why there is none; null where there is one. */
  missing: Missing | null;
  /** Seeds whose runs have not ended; null where that is not known. */
  pending: number | null;
  /** In how many seeds it is not 0, where it is 0 in others. */
  seen: Seen | null;
}

/** The runs that a measure needs in a combination, by seed. */
function runsOf(point: PointResult, { lane }: Measure): number[][] {
  const { runs_a: a, runs_b: b } = point;
  const seeds = Math.max(lane === 'b' ? 0 : a.length, lane === 'a' ? 0 : b.length);
  return Array.from({ length: seeds }, (_, seed) => {
    const of = { a: [a[seed]], b: [b[seed]], ratio: [a[seed], b[seed]] };
    return of[lane].filter((run) => run !== undefined);
  });
}

/** Whether a result has its runs: without them nobody can tell why a value is missing. */
function hasRuns({ runs, points }: StudyResult): boolean {
  return runs.length > 0 || points.every((it) => it.runs_a.length + it.runs_b.length === 0);
}

/** The value of a measure in a combination. */
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

/** A lane's values of a combination by seed, also where the study took the ratio alone. */
export function valuesOf(
  result: StudyResult,
  point: PointResult,
  lane: 'a' | 'b',
  inner: string,
): (number | null)[] {
  const runs = lane === 'a' ? point.runs_a : point.runs_b;
  return runs.map((run) => result.runs[run]?.values[inner] ?? null);
}

/** How much of a study has been computed. */
export interface Progress {
  ended: number;
  all: number;
}

/** Runs that have ended, and all of them; null where the result comes without its runs. */
export function progressOf(result: StudyResult): Progress | null {
  const { runs } = result;
  return hasRuns(result)
    ? { ended: runs.filter((run) => run !== null).length, all: runs.length }
    : null;
}
