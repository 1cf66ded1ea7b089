import { expect, test } from 'vitest';

import type { StudyResult } from '../../engine/generated/scenario.ts';
import { figureOf, filled, holds, readIndex, referencesIn } from './texts.ts';

function spread(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const [least = 0, median = 0, most = 0] = sorted;
  return { count: 3, least, median, most, low: null, high: null };
}

function point(levels: number[], seconds: number[], writes: number[]) {
  const values = { elapsed_seconds: seconds, 'b:writes': writes };
  return {
    levels,
    labels: [],
    link: '',
    runs_a: [],
    runs_b: [],
    values,
    spread: { elapsed_seconds: spread(seconds), 'b:writes': spread(writes) },
    lower_in_b: { 'ratio:elapsed_seconds': [2, 3] },
  };
}

const RESULT = {
  factors: ['gfp_write', 'per_zone_dirty'],
  study: { seeds: 3 },
  points: [
    point([0, 0], [100, 110, 120.25], [12_345, 0, 1]),
    point([0, 1], [99, 109, 119], [0, 0, 0]),
  ],
  ablation: {
    elapsed_seconds: {
      none: 100,
      all: 80,
      shares: [
        { shapley: -5, error: null, alone: 0, last: 0 },
        { shapley: -15, error: null, alone: 0, last: 0 },
      ],
      pairs: [],
    },
  },
} as unknown as StudyResult;

const text = (reference: string) => figureOf(reference, RESULT).text;

test('a figure is the median over the seeds, or another statistic', () => {
  expect(text('elapsed_seconds at 0,0')).toBe('110');
  expect(text('elapsed_seconds at 0,0 most')).toBe('120');
  expect(text('elapsed_seconds at 0,0 range')).toBe('100 to 120');
  expect(text('b:writes at 0,0 most')).toBe('12,345');
  expect(text('b:writes at 0,0 positive')).toBe('2 of 3');
  expect(text('lower ratio:elapsed_seconds at 0,1')).toBe('2 of 3');
});

test('changes and shares of mechanisms are computed from the result', () => {
  expect(text('change elapsed_seconds at 0,0 to elapsed_seconds at 0,1')).toBe('−1.0 %');
  expect(text('change elapsed_seconds at 0,1 to elapsed_seconds at 0,0')).toBe('+1.0 %');
  expect(
    text('change elapsed_seconds at 0,0 most to elapsed_seconds at 0,1 most'),
    'only medians are of pairs',
  ).toBe('−1.0 %');
  expect(text('change elapsed_seconds at 0,0 to elapsed_seconds at 0,0')).toBe('0.0 %');
  expect(text('percent of per_zone_dirty in elapsed_seconds')).toBe('75 %');
  expect(text('share of gfp_write in elapsed_seconds')).toBe('−5');
  expect(text('effect of elapsed_seconds')).toBe('−20');
  expect(text('change none of elapsed_seconds to all of elapsed_seconds')).toBe('−20 %');
});

test('a change is the median of the changes of each seed, even where the medians say the opposite', () => {
  const values = point([0], [10, 20, 30], []).values;
  const [a, b] = [
    [10, 20, 90],
    [30, 15, 60],
  ];
  const result = {
    points: [
      {
        ...point([0], a ?? [], b ?? []),
        values: { ...values, elapsed_seconds: a, 'b:elapsed_seconds': b },
      },
    ],
  } as unknown as StudyResult;
  // The medians are 20 and 30; in two of three seeds, lane B is faster.
  const change = 'change elapsed_seconds at 0 to b:elapsed_seconds at 0';
  expect(figureOf(change, result).text).toBe('−25 %');
  expect(holds(`${change} < -24`, result)).toBe(true);
});

test('what a result does not have is a dash, and holds nothing', () => {
  for (const reference of [
    'elapsed_seconds at 7',
    'nothing at 0,0',
    'elapsed_seconds at 0,0 mean',
    'elapsed_seconds',
    'change b:writes at 0,1 to b:writes at 0,0',
    'share of nothing in elapsed_seconds',
  ]) {
    expect(figureOf(reference, RESULT), reference).toEqual({ value: null, text: '–' });
    expect(holds(`${reference} >= 0`, RESULT), reference).toBe(false);
  }
});

test('a condition compares medians, or the runs of each seed', () => {
  expect(holds('elapsed_seconds at 0,1 < elapsed_seconds at 0,0', RESULT)).toBe(true);
  expect(holds('in each seed: elapsed_seconds at 0,1 < elapsed_seconds at 0,0', RESULT)).toBe(true);
  expect(holds('elapsed_seconds at 0,1 < 0.9 * elapsed_seconds at 0,0', RESULT)).toBe(false);
  expect(holds('b:writes at 0,1 most = 0', RESULT)).toBe(true);
  expect(holds('in each seed: b:writes at 0,1 < b:writes at 0,0', RESULT)).toBe(false);
  expect(holds('percent of per_zone_dirty in elapsed_seconds > 50', RESULT)).toBe(true);
  expect(holds('share of gfp_write in elapsed_seconds > -6', RESULT)).toBe(true);
});

test('a sentence is filled with figures that are marked as computed', () => {
  expect(filled('It takes {elapsed_seconds at 0,1} s.', RESULT)).toEqual([
    { text: 'It takes ', computed: false },
    { text: '109', computed: true },
    { text: ' s.', computed: false },
  ]);
  expect(referencesIn('{a at 0} and {b at 1}')).toEqual(['a at 0', 'b at 1']);
});

test('an index that lacks a field is refused with the study that lacks it', () => {
  const study = {
    id: 'a',
    group: 'ours',
    title: 'A',
    question: 'Why?',
    asked: { by: 'A', where: 'B', date: '2011' },
    says: [{ text: 'So.', holds: [] }],
    trust: [],
  };
  const index = { version: 1, groups: [{ id: 'ours', title: 'Ours' }], studies: [study] };
  expect(readIndex(JSON.stringify(index))).toEqual(index);
  const refuse = (change: object) => () => readIndex(JSON.stringify({ ...index, ...change }));
  expect(refuse({ version: 2 })).toThrow('only version 1 can be read');
  expect(refuse({ studies: [study, { ...study, says: [{}] }] })).toThrow('study 1 in the index');
  expect(refuse({ studies: [{ ...study, id: '../../secret' }] })).toThrow('study 0 in the index');
});
