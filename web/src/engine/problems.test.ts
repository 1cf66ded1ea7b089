import { expect, test } from 'vitest';

import { problemsOf, sentenceOf } from './problems.ts';

const PROBLEM = { field: 'kernel', problem: 'there is no preset "3.00"', fix: 'Use 3.0' };

test('reads the list in an error of the engine, bare or wrapped', () => {
  expect(problemsOf(new Error(JSON.stringify([PROBLEM])))).toEqual([PROBLEM]);
  expect(problemsOf(new Error(JSON.stringify({ problems: [PROBLEM] })))).toEqual([PROBLEM]);
  expect(problemsOf(JSON.stringify([PROBLEM]))).toEqual([PROBLEM]);
});

test('any other error is its own sentence', () => {
  expect(problemsOf(new Error('unreachable'))).toEqual([
    { field: '', problem: 'unreachable', fix: '' },
  ]);
  expect(problemsOf(new Error('[]'))[0]?.problem).toBe('[]');
});

test('a sentence names the field once and ends with the fix', () => {
  expect(sentenceOf(PROBLEM)).toBe('kernel: there is no preset "3.00". Use 3.0.');
  expect(sentenceOf({ field: 'kernel', problem: 'kernel is missing', fix: '' })).toBe(
    'kernel is missing.',
  );
});
