import { expect, test } from 'vitest';

import { FACTORS, resultOf } from './testing.ts';
import { thresholdSentence } from './threshold.ts';

const RATIO = 'ratio:elapsed_seconds';

/** By dirty_ratio, in ascending order: what B takes of ten seconds of A, by seed. */
function sentence(times: Record<number, readonly number[]>, measure = RATIO): string {
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
      'up to 10 % B takes 5.5 to 29 % less time, from 12 % on the difference is less than 1 %.',
  );
});

test('neighbouring whole numbers leave no room: the threshold is one of them', () => {
  const text = sentence({ 10: [10], 11: [10], 12: [11], 20: [13] });
  expect(text).toContain('the difference between A and B begins at vm.dirty_ratio 12 %');
  expect(text).toContain('from 12 % on B takes 10 to 30 % more time.');
});

test('what begins or ends nowhere is said so', () => {
  expect(sentence({ 5: [7], 20: [9] })).toBe(
    'Elapsed time: A and B differ with every value of vm.dirty_ratio, from 5 % to 20 %: B takes 10 to 30 % less time.',
  );
  expect(sentence({ 5: [10.05], 20: [9.95] })).toContain(
    'A and B do not differ with any value of vm.dirty_ratio, from 5 % to 20 %: the difference is less than 1 %.',
  );
});

test('an effect that comes back has no threshold', () => {
  expect(sentence({ 5: [8], 10: [10], 20: [12], 30: [10] })).toBe(
    'Elapsed time: the difference between A and B comes and goes with vm.dirty_ratio. With 5 % and 20 % B ÷ A is ×0.800 to ×1.200; with 10 % and 30 % the difference is less than 1 %.',
  );
});

test('where the seeds disagree neither is claimed', () => {
  const text = sentence({ 5: [7, 7], 10: [9, 10.5, 9.5], 20: [10, 10] });
  expect(text).toContain('ends between vm.dirty_ratio 5 % and 20 %');
  const all = sentence({ 5: [7, 11], 10: [8, 8], 20: [9, 12] });
  expect(all).toContain(
    'A and B differ with vm.dirty_ratio 10 %: B takes 20 % less time. With 5 % and 20 % the seeds disagree.',
  );
  expect(text).toMatch(/\. With 10 % the seeds disagree\.$/);
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
