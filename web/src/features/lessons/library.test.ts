import { expect, test } from 'vitest';

import { SampleIndex } from '../../core/figures/history.ts';
import {
  type Measure,
  type Quiz,
  formatMeasure,
  measureOf,
  rangeProblem,
  ratioOf,
  rightOption,
} from './library.ts';

const index = new SampleIndex([
  { name: 'nr_vmscan_write', zone: null, kind: 'counter' },
  { name: 'pswpout', zone: null, kind: 'counter' },
  { name: 'nr_dirty', zone: null, kind: 'gauge' },
  { name: 'nr_dirty', zone: 'Normal', kind: 'gauge' },
]);
const sampled = { index, now: Float64Array.of(100, 30, 40, 10) };

const quiz: Quiz = {
  question: 'Fewer or more?',
  measure: { label: 'pages', of: ['pswpout'] },
  at: 1,
  options: [
    { text: 'fewer', below: 0.5 },
    { text: 'alike', from: 0.5, below: 2 },
    { text: 'more', from: 2 },
  ],
  after: ['So it is.'],
};

test('counters are added, taken away, divided, and read of one zone', () => {
  const measure = { label: 'pages' };
  expect(measureOf({ ...measure, of: ['nr_vmscan_write', 'pswpout'] }, sampled)).toBe(130);
  const files: Measure = { ...measure, of: ['nr_vmscan_write'], minus: ['pswpout'] };
  expect(measureOf(files, sampled)).toBe(70);
  expect(measureOf({ ...files, per: ['nr_dirty'] }, sampled)).toBe(1.75);
  expect(measureOf({ ...measure, of: ['nr_dirty'], zone: 'Normal' }, sampled)).toBe(10);
});

test('a quotient of nothing is shown as such, not as a number', () => {
  const measure: Measure = { label: 'share', of: ['nr_dirty'], per: ['allocstall'] };
  const value = measureOf(measure, sampled);
  expect(value).toBeNaN();
  expect(formatMeasure(measure, value)).toBe('–');
});

test('what a machine has no figure of is shown as such, not as 0', () => {
  const measure: Measure = { label: 'dirty', of: ['nr_dirty'], zone: 'HighMem' };
  expect(measureOf(measure, sampled)).toBeNaN();
});

test('quotients have three digits, or are percentages; counts are whole', () => {
  const of: Measure['of'] = ['nr_dirty'];
  expect(formatMeasure({ label: '', of }, 12345)).toBe('12,345');
  expect(formatMeasure({ label: '', of, per: of }, 4.7912)).toBe('4.79');
  expect(formatMeasure({ label: '', of, per: of, as: 'percent' }, 0.7184)).toBe('72 %');
});

test('the figures of both lanes say which option is right', () => {
  expect(rightOption(quiz, 100, 0)).toBe(0);
  expect(rightOption(quiz, 100, 50)).toBe(1);
  expect(rightOption(quiz, 100, 200)).toBe(2);
  expect(rightOption(quiz, 0, 5)).toBe(2);
  expect(rightOption(quiz, 0, 0)).toBe(1);
  expect(rightOption(quiz, Number.NaN, 5)).toBe(-1);
  expect(ratioOf(0, 0)).toBe(1);
});

test('ranges with a gap, an overlap or an open end are found', () => {
  expect(rangeProblem(quiz.options)).toBeNull();
  expect(
    rangeProblem([
      { text: 'x', below: 0.5 },
      { text: 'y', from: 0.6 },
    ]),
  ).toBe('No option is right for a ratio between 0.5 and 0.6');
  expect(
    rangeProblem([
      { text: 'x', below: 0.5 },
      { text: 'y', from: 0.4 },
    ]),
  ).toBe('More than one option is right for a ratio between 0.4 and 0.5');
  expect(rangeProblem([{ text: 'x', below: 2 }])).toBe(
    'No option is right for a ratio of 2 or more',
  );
});
