import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

import {
  canShow,
  fullTitle,
  meaningOf,
  measureNames,
  measureOf,
  ratioOf,
  withRatio,
} from './measures.ts';
import { versusSentence } from './pictures/draw.ts';
import { FACTORS, resultOf } from './testing.ts';

/** Every measure of the engine, with a name for each placeholder. */
const ALL = measureNames({
  ZONE: ['Normal'],
  DEVICE: ['sdb'],
  TASK: ['dd'],
  LAP: ['read'],
  FUNCTION: ['kswapd0 shrink_page_list'],
});

const folder = join(import.meta.dirname, '../../../../public/studies');

const USED = readdirSync(folder)
  .filter((file) => file !== 'index.json')
  .flatMap((file) => {
    const { measures } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as {
      measures: string[];
    };
    return measures;
  });

test('every measure of the engine has a title of its own', () => {
  expect(ALL.length).toBeGreaterThan(200);
  expect(ALL.filter((name) => meaningOf(name) === null)).toEqual([]);
  const titles = new Map<string, string>();
  for (const name of ALL) {
    const { title } = measureOf(name);
    expect(titles.get(title), `${title}: ${name}`).toBeUndefined();
    titles.set(title, name);
  }
});

test('every measure of the gallery has a title, and those of a study differ', () => {
  expect(USED.length).toBeGreaterThan(50);
  expect(USED.filter((name) => meaningOf(measureOf(name).inner) === null)).toEqual([]);
  const titles = new Set(USED.map((name) => fullTitle(measureOf(name))));
  expect(titles.size).toBe(new Set(USED).size);
});

test('a unit that the name says is the unit that is shown', () => {
  const units = { seconds: 's', ms: 'ms', percent: '%', mb: 'MB', ns: 'ns', mb_per_s: 'MB/s' };
  const said = ALL.flatMap((name) => {
    const end = /(?:^|[_:])(mb_per_s|seconds|ms|percent|mb|ns)$/.exec(name)?.[1];
    return end === undefined ? [] : [[name, units[end as keyof typeof units]] as const];
  });
  expect(said.length).toBeGreaterThan(20);
  expect(
    said.filter(([name, unit]) => measureOf(name).unit !== unit && !/_per_second$/.test(name)),
  ).toEqual([]);
});

test('a measure that is not known has its own name and no unit, not those of another', () => {
  for (const name of [
    'something:new',
    'device:sdb:temperature',
    'task:dd:new_seconds',
    'derived:new',
    'peak:Normal:new',
    'zone:Normal:new',
    'counter:new',
    'new_percent',
  ]) {
    expect(measureOf(`b:${name}`)).toMatchObject({ title: name, unit: '', better: null });
  }
});

test('what is a gain is known of times, rates and counts of trouble', () => {
  const better = (name: string) => measureOf(name).better;
  expect(better('ratio:throughput_mb_per_s')).toBe('more');
  expect(better('task:dd:stall_seconds')).toBe('less');
  expect(better('counter:oom_kill')).toBe('less');
  expect(better('counter:pgalloc')).toBeNull();
});

const NAME = 'ratio:elapsed_seconds';
const LANES = ['elapsed_seconds', 'b:elapsed_seconds'];

/** Builds a study in which lane A takes 10 s in each seed, and lane B the given times: one list per size of RAM. */
function study(measures: string[], ...b: (number | null)[][]) {
  return resultOf({
    factors: [FACTORS.ram(512, 1024, 2048, 4096)],
    measures,
    points: b.map((list, at) => ({
      levels: [at],
      a: { elapsed_seconds: list.map(() => 10) },
      b: { elapsed_seconds: list },
    })),
  });
}

test('a ratio that the study has not asked for is shown among its measures', () => {
  const both = study(LANES, [8, 12, 9]);
  expect(withRatio(both, NAME).study.measures).toEqual([...LANES, NAME]);
  expect(withRatio(both, NAME).points[0]?.spread[NAME]?.median).toBe(0.9);
  expect(withRatio(both, 'ratio:counter:allocstall')).toBe(both);
});

test('there is a ratio of what both lanes measure, and none in an ablation', () => {
  const { study: both } = study([...LANES, 'counter:allocstall'], [1]);
  expect(ratioOf(both, 'b:elapsed_seconds')).toBe(NAME);
  expect(ratioOf(both, 'counter:allocstall')).toBeNull();
  expect([canShow(both, NAME), canShow(both, 'ratio:counter:allocstall')]).toEqual([true, false]);
  const ablation = { ...both, design: { kind: 'ablation', orders: 20 } as const };
  expect(ratioOf(ablation, 'elapsed_seconds')).toBeNull();
});

test('the sentence says where B wins, where it loses, and where the seeds disagree', () => {
  const result = study([NAME], [8, 9, 7], [11, 12, 13], [9, 11, 10], [10, 10, 10]);
  expect(versusSentence(result, measureOf(NAME))).toBe(
    'B takes less time in every seed with RAM 512 MiB; B takes more time in every seed with RAM 1024 MiB; ' +
      'A and B are equal with RAM 4096 MiB; the seeds disagree with RAM 2048 MiB.',
  );
  expect(versusSentence(study([NAME], [8, 9], [7, 7]), measureOf(NAME))).toBe(
    'B takes less time in every seed in all 2 combinations.',
  );
});

test('a difference of less than 1 % is none, unless the seeds part', () => {
  const result = study([NAME], [8, 9, 7], [9.95, 9.96, 9.97]);
  expect(versusSentence(result, measureOf(NAME))).toBe(
    'B takes less time in every seed with RAM 512 MiB; A and B differ by less than 1 % with RAM 1024 MiB.',
  );
});

test('combinations without a ratio are counted apart', () => {
  const result = study([NAME], [8, 9, 7], [7, 8, 9], [6, 6, 6]);
  const points = result.points.map((point, at) => ({
    ...point,
    runs_a: [at],
    spread: at === 0 ? {} : point.spread,
  }));
  expect(versusSentence({ ...result, points }, measureOf(NAME))).toBe(
    'B takes less time in every seed with RAM 1024 MiB and 2048 MiB; 1 combination has no ratio (its value in A is missing or 0).',
  );
  // A combination of which B has not run yet is not one without a ratio.
  const [first, ...others] = points;
  const running = first ? [{ ...first, runs_b: [99] }, ...others] : [];
  expect(versusSentence({ ...result, points: running }, measureOf(NAME))).toBe(
    'B takes less time in every seed in all 2 combinations.',
  );
});
