// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { FACTORS, resultOf } from '../testing.ts';
import { closerOf, thresholdSentence } from './Threshold.tsx';

const RATIO = 'ratio:elapsed_seconds';

/**
 * Returns the sentence for the times of B in seconds: for each dirty_ratio, in ascending order, one time per seed. A
 * always takes 10 s.
 */
function sentence(times: Record<number, readonly (number | undefined)[]>, measure = RATIO): string {
  const result = resultOf({
    factors: [FACTORS.ratio(...Object.keys(times).map(Number))],
    measures: ['elapsed_seconds', 'b:elapsed_seconds', RATIO],
    points: Object.values(times).map((b, level) => ({
      levels: [level],
      a: { elapsed_seconds: b.map(() => 10) },
      b: { elapsed_seconds: b },
    })),
  });
  return thresholdSentence(result, measure);
}

test('the value from which B does not matter any more is named, with what it does before', () => {
  expect(sentence({ 5: [7, 7.2], 10: [9.4, 9.5], 12: [9.95, 10.02], 20: [10, 10] })).toBe(
    'Elapsed time: the difference between A and B ends between vm.dirty_ratio 10 % and 12 %: ' +
      'up to 10 %, B takes 5.5 to 29 % less time; from 12 % on, the difference is less than 1 %.',
  );
});

test('neighbouring whole numbers leave no room: the threshold is one of them', () => {
  const text = sentence({ 10: [10], 11: [10], 12: [11], 20: [13] });
  expect(text).toContain('the difference between A and B begins at vm.dirty_ratio 12 %');
  expect(text).toContain('from 12 % on, B takes 10 to 30 % more time.');
});

test('what begins or ends nowhere is said so', () => {
  expect(sentence({ 5: [7], 20: [9] })).toBe(
    'Elapsed time: A and B differ with every value of vm.dirty_ratio, from 5 % to 20 %: B takes 10 to 30 % less time. One seed only; others may differ.',
  );
  expect(sentence({ 5: [10.05], 20: [9.95] })).toContain(
    'A and B do not differ with any value of vm.dirty_ratio, from 5 % to 20 %: the difference is less than 1 %.',
  );
});

test('an effect that comes back has no threshold', () => {
  expect(sentence({ 5: [8], 10: [10], 20: [12], 30: [10] })).toBe(
    'Elapsed time: the difference between A and B appears and disappears as vm.dirty_ratio changes. With 5 % and 20 %, B takes more time with 20 % (+20 %) and less with 5 % (−20 %); with 10 % and 30 %, the difference is less than 1 %. One seed only; others may differ.',
  );
});

test('with the first seed of each value there is an answer, which says so', () => {
  const text = sentence({ 5: [7, undefined], 10: [10, undefined] });
  expect(text).toContain('ends between vm.dirty_ratio 5 % and 10 %');
  expect(text).toMatch(/ One seed so far; the other one may change this\.$/);
  const later = sentence({ 5: [7, 7, undefined], 10: [10, 10, undefined] });
  expect(later).toMatch(/ Two seeds so far; the other one may change this\.$/);
  expect(sentence({ 5: [7, 7], 10: [undefined, undefined] })).toBe('');
  // The figures of a value include each seed that has run there, so “one seed” would be wrong.
  const uneven = sentence({ 5: [7, 6.8, undefined], 10: [10, undefined, undefined] });
  expect(uneven).toMatch(
    / So far, the figures are from one or two of the three seeds, depending on the value; the other runs may change this\.$/,
  );
});

test('values that were added between keep the answer, which says how many have run', () => {
  const text = sentence({ 5: [7], 8: [undefined], 10: [9], 15: [undefined], 20: [10] });
  expect(text).toContain('ends between vm.dirty_ratio 10 % and 20 %');
  expect(text).toMatch(/ So far, 3 of 5 values have run; the others may change this\.$/);
  expect(sentence({ 5: [undefined], 8: [9], 20: [10] })).toBe('');
});

test('after the first runs only the values that have run are claimed', () => {
  const text = sentence({ 5: [7, undefined], 10: [undefined, undefined], 20: [9, undefined] });
  expect(text).toBe(
    'Elapsed time: A and B differ with vm.dirty_ratio 5 % and 20 %: B takes 10 to 30 % less time. So far, 2 of 3 values have run, with one seed each; the others may change this.',
  );
});

test('where the seeds disagree neither is claimed', () => {
  const text = sentence({ 5: [7, 7], 10: [9, 10.5, 9.5], 20: [10, 10] });
  expect(text).toContain('ends between vm.dirty_ratio 5 % and 20 %');
  const all = sentence({ 5: [7, 11], 10: [8, 8], 20: [9, 12] });
  expect(all).toContain(
    'A and B differ with vm.dirty_ratio 10 %: B takes 20 % less time. With 5 % and 20 %, the seeds disagree.',
  );
  expect(text).toMatch(/\. With 10 %, the seeds disagree\.$/);
});

test('a lane’s own measure has the sentence of its ratio; a study without all its runs, or without numbers, has none', () => {
  const times = { 5: [7], 20: [10] };
  expect(sentence(times, 'b:elapsed_seconds')).toBe(sentence(times));
  const kernels = resultOf({
    factors: [FACTORS.kernel('3.0', '3.3')],
    measures: [RATIO],
    points: [7, 10].map((b, level) => ({
      levels: [level],
      a: { elapsed_seconds: [10] },
      b: { elapsed_seconds: [b] },
    })),
  });
  expect(thresholdSentence(kernels, RATIO)).toBe('');
  const alone = resultOf({
    factors: [FACTORS.ratio(5, 20)],
    points: [7, 10].map((a, level) => ({ levels: [level], a: { elapsed_seconds: [a] } })),
  });
  expect(thresholdSentence(alone, 'elapsed_seconds')).toBe('');
});

/** Builds a study result over dirty_ratio from the times of A and B at each value. */
function study(times: Record<number, [number, number]>) {
  const values = Object.keys(times).map(Number);
  return resultOf({
    factors: [FACTORS.ratio(...values)],
    measures: ['elapsed_seconds', RATIO],
    points: Object.values(times).map(([a, b], level) => ({
      levels: [level],
      a: { elapsed_seconds: [a] },
      b: { elapsed_seconds: [b] },
    })),
  });
}

test('a ratio is looked at where it leaves 1, even if it falls faster later', () => {
  const closer = closerOf(
    study({ 5: [10, 10], 10: [10, 9.99], 15: [10, 9.2], 20: [10, 7] }),
    RATIO,
  );
  expect(closer).toMatchObject({ from: 10, to: 15, needed: true });
  expect(closer?.study.factors).toEqual([FACTORS.ratio(5, 10, 11, 12, 13, 14, 15, 20)]);
});

test('a figure of one lane is looked at where it changes most; of many values between, four are added', () => {
  const closer = closerOf(study({ 10: [10, 9], 20: [12, 9], 60: [50, 9] }), 'elapsed_seconds');
  expect(closer?.study.factors).toEqual([FACTORS.ratio(10, 20, 28, 36, 44, 52, 60)]);
  expect(closer?.needed).toBe(false);
});

test('where nothing changes, or no whole number lies between, there is nothing to look at', () => {
  expect(closerOf(study({ 5: [10, 9], 10: [10, 9] }), 'elapsed_seconds')).toBeNull();
  expect(closerOf(study({ 5: [10, 10], 10: [10, 9.99] }), RATIO)).toBeNull();
  expect(closerOf(study({ 5: [10, 10], 6: [10, 5] }), RATIO)).toBeNull();
  // The effect begins at exactly 13: values between 15 and 20 would not make the answer more exact.
  expect(closerOf(study({ 12: [10, 10], 13: [10, 9], 15: [10, 8], 20: [10, 3] }), RATIO)).toBeNull(); // prettier-ignore
  const kernels = resultOf({
    factors: [FACTORS.kernel('3.0', '3.3')],
    points: [1, 2].map((time, level) => ({ levels: [level], a: { elapsed_seconds: [time] } })),
  });
  expect(closerOf(kernels, 'elapsed_seconds')).toBeNull();
});
