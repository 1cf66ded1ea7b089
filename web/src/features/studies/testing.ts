/** Test helpers: studies, and a study worker's desk that calls the engine directly. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from 'd3-array';

import type {
  Ablation,
  Factor,
  PointResult,
  StudyResult,
  StudySpread,
} from '../../engine/generated/scenario.ts';
import { initSync, PlannedRun } from '../../engine/pkg/runs.js';
import type { StudyJob } from './desk/client.ts';
import { Desk, type KeptRun, type RunStore } from './desk/desk.ts';
import { measureOf, ratioOf } from './measures.ts';

const root = join(import.meta.dirname, '../../../..');

/** Initialises the engine. */
export function startEngine(): void {
  initSync({ module: readFileSync(join(root, 'web/src/engine/pkg/runs_bg.wasm')) });
}

/** A study with tiny runs: two combinations, two seeds and two lanes make eight runs. */
export const SMALL = {
  version: 1,
  title: 'A small study',
  base: { gallery: 'teaching-machine' },
  factors: [{ vary: 'field', path: 'vm.dirty_ratio', values: [30, 50] }],
  design: { kind: 'grid' },
  measures: ['elapsed_seconds', 'ratio:counter:allocstall'],
  seeds: 2,
};

/** Stores results in memory, for one test. */
export class MemoryRuns implements RunStore {
  readonly runs = new Map<string, KeptRun>();

  get(keys: readonly string[]): Promise<(KeptRun | undefined)[]> {
    return Promise.resolve(keys.map((key) => this.runs.get(key)));
  }

  put(key: string, run: KeptRun): Promise<void> {
    this.runs.set(key, run);
    return Promise.resolve();
  }
}

/** Carries out a run as the worker does. */
export function carryOut({ document, measures }: StudyJob): string {
  const run = new PlannedRun(document);
  while (!run.run(1_000_000));
  const result = run.result([...measures]);
  run.free();
  return result;
}

/** Returns a desk with an open study whose runs are all done. */
export async function deskWithRuns(kept: RunStore = new MemoryRuns()): Promise<Desk> {
  const desk = new Desk(kept);
  await desk.answer('open', { document: JSON.stringify(SMALL) });
  for (const job of await desk.answer('jobs', { after: -1, most: 100 })) {
    await desk.answer('keep', { job, result: carryOut(job), ms: 10 });
  }
  return desk;
}

/** Returns the command line's output for a study; null if the command line is not built. */
export function commandLine(format: 'json' | 'csv'): string | null {
  const built = ['debug', 'trials', 'release'].map((profile) =>
    join(root, 'engine-wasm/target', profile, 'reclaim'),
  );
  const command = built.find((path) => existsSync(path));
  const input = JSON.stringify(SMALL);
  const args = ['study', '-', '--format', format];
  return command === undefined ? null : execFileSync(command, args, { input }).toString();
}

/** Values of a lane: by measure, one per seed; undefined for a seed whose run has not ended. */
type LaneValues = Record<string, readonly (number | null | undefined)[]>;

/** A combination. */
interface PointInput {
  levels?: number[];
  labels?: string[];
  a?: LaneValues;
  b?: LaneValues;
}

/** A study result; omitted fields have simple defaults. */
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

/** Builds a study result. */
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

/**
 * Adds runs with the values of a lane, and returns their numbers; undefined values stand for runs that have not ended.
 */
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

/** Returns one measure of both lanes, with one value each. */
export function lanePair(a: number, b: number): Pick<PointInput, 'a' | 'b'> {
  return { a: { elapsed_seconds: [a] }, b: { elapsed_seconds: [b] } };
}
