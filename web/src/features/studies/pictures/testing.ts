/** Results of small studies for tests, put together from the values of both lanes as the engine does it. */
import { median } from 'd3-array';

import type {
  Ablation,
  Factor,
  PointResult,
  StudyResult,
  StudySpread,
} from '../../../engine/generated/scenario.ts';
import { measureOf, ratioOf } from './measures.ts';

/** Values of a lane by measure, by seed; a seed without its run is undefined. */
type LaneValues = Record<string, readonly (number | null | undefined)[]>;

/** A combination. */
export interface PointInput {
  levels?: number[];
  labels?: string[];
  a?: LaneValues;
  b?: LaneValues;
}

/** A study; whatever a test does not say is plain. */
export interface ResultInput {
  factors?: readonly Factor[];
  design?: StudyResult['study']['design'];
  measures?: string[];
  points: readonly PointInput[];
  leftOut?: StudyResult['left_out'];
  ablation?: Record<string, Ablation>;
}

/** Factors by short names. */
export const FACTORS = {
  ratio: (...values: number[]): Factor => ({ vary: 'field', path: 'vm.dirty_ratio', values }),
  ram: (...values: number[]): Factor => ({ vary: 'ram', values_mib: values }),
  kernel: (...values: string[]): Factor => ({ vary: 'field', path: 'kernel', values }),
  switch: (id: string): Factor => ({ vary: 'mechanism', id, lane: 'a' }),
};

/** The result. */
export function resultOf(input: ResultInput): StudyResult {
  const { factors = [], measures = ['elapsed_seconds'], points } = input;
  const seeds = Math.max(
    1,
    ...points.flatMap(({ a = {}, b = {} }) =>
      [...Object.values(a), ...Object.values(b)].map((it) => it.length),
    ),
  );
  const result: StudyResult = {
    version: 1,
    engine: '0.1.0',
    study: {
      version: 1,
      title: 'Which machines?',
      description: 'On which machines does it help?',
      base: { gallery: 'weiner-usb' },
      factors: [...factors],
      design: input.design ?? { kind: 'grid' },
      measures,
      seeds,
    },
    factors: factors.map(nameOf),
    points: [],
    left_out: input.leftOut ?? [],
    ablation: input.ablation ?? {},
    runs: [],
  };
  for (const point of points) {
    result.points.push(pointOf(result, point));
  }
  return result;
}

function nameOf(factor: Factor): string {
  if (factor.vary === 'ram') {
    return 'RAM';
  }
  return factor.vary === 'mechanism' ? factor.id : factor.path;
}

function labelOf(factor: Factor | undefined, level: number): string {
  switch (factor?.vary) {
    case 'ram':
      return `${factor.values_mib[level]} MiB`;
    case 'field':
      return String(factor.values[level]);
    case 'mechanism':
      return level === 0 ? 'off' : 'on';
    default:
      return String(level);
  }
}

function pointOf(result: StudyResult, { levels = [], labels, a, b }: PointInput): PointResult {
  const { measures, factors = [] } = result.study;
  const point: PointResult = {
    levels,
    labels: labels ?? levels.map((level, at) => labelOf(factors[at], level)),
    link: `v1.${levels.join('-')}`,
    runs_a: a ? runsOf(result, a, 'a') : [],
    runs_b: b ? runsOf(result, b, 'b') : [],
    values: {},
    spread: {},
    lower_in_b: {},
  };
  const ratios = measures.flatMap((name) => ratioOf(result.study, name) ?? []);
  for (const name of new Set([...measures, ...ratios])) {
    const { lane, inner } = measureOf(name);
    const [ofA, ofB] = [a?.[inner] ?? [], b?.[inner] ?? []].map((list) =>
      list.map((value) => value ?? null),
    );
    const divided = (ofA ?? []).map((value, seed) => {
      const other = ofB?.[seed] ?? null;
      return value === null || value === 0 || other === null ? null : other / value;
    });
    const values = { a: ofA ?? [], b: ofB ?? [], ratio: divided }[lane];
    point.values[name] = values;
    const spread = spreadOf(values.filter((value) => value !== null));
    if (spread) {
      point.spread[name] = spread;
    }
    if (lane === 'ratio') {
      const pairs = (ofA ?? []).flatMap((value, seed) => {
        const other = ofB?.[seed] ?? null;
        return value === null || other === null ? [] : [other < value];
      });
      point.lower_in_b[name] = [pairs.filter(Boolean).length, pairs.length];
    }
  }
  return point;
}

/** Runs with the values of a lane; undefined values are those of runs that have not ended. */
function runsOf(result: StudyResult, values: LaneValues, lane: string): number[] {
  const seeds = Math.max(...Object.values(values).map((list) => list.length));
  return Array.from({ length: seeds }, (_, seed) => {
    const ended = Object.values(values).every((list) => list[seed] !== undefined);
    const known = Object.entries(values).flatMap(([name, list]) => {
      const value = list[seed];
      return typeof value === 'number' ? [[name, value] as const] : [];
    });
    const digest = `${lane}${result.runs.length}`.padStart(16, '0');
    return result.runs.push(ended ? { digest, values: Object.fromEntries(known) } : null) - 1;
  });
}

function spreadOf(values: readonly number[]): StudySpread | null {
  const middle = median(values);
  if (middle === undefined) {
    return null;
  }
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const interval = values.length >= 6;
  return {
    count: values.length,
    median: middle,
    least,
    most,
    low: interval ? least : null,
    high: interval ? most : null,
  };
}

/** One measure in both lanes, a value each. */
export function lanePair(a: number, b: number): Pick<PointInput, 'a' | 'b'> {
  return { a: { elapsed_seconds: [a] }, b: { elapsed_seconds: [b] } };
}
