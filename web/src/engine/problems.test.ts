import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { problemsOf, sentenceOf, Silence, SILENT_LOOKS } from './problems.ts';

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

const LOOK_MS = 1000;

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
});

test('a worker that does not answer is told once, and again only after it has spoken', () => {
  const tell = vi.fn();
  const silence = new Silence(tell);
  silence.expect();
  vi.advanceTimersByTime((SILENT_LOOKS - 1) * LOOK_MS);
  expect(tell).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5 * SILENT_LOOKS * LOOK_MS);
  expect(tell).toHaveBeenCalledTimes(1);
  expect(silence.heard()).toBe(true);
  expect(silence.heard()).toBe(false);
  vi.advanceTimersByTime(SILENT_LOOKS * LOOK_MS);
  expect(tell).toHaveBeenCalledTimes(2);
});

test('one that speaks in time is never told, nor one of which nothing is asked', () => {
  const tell = vi.fn();
  const silence = new Silence(tell);
  silence.expect();
  for (let word = 0; word < 5; word += 1) {
    vi.advanceTimersByTime((SILENT_LOOKS - 1) * LOOK_MS);
    silence.heard();
  }
  silence.end();
  vi.advanceTimersByTime(3 * SILENT_LOOKS * LOOK_MS);
  expect(tell).not.toHaveBeenCalled();
});

test('nobody looks any more once all is answered', () => {
  let over = false;
  const silence = new Silence(vi.fn(), () => over);
  silence.expect();
  vi.advanceTimersByTime(2 * LOOK_MS);
  expect(vi.getTimerCount()).toBe(1);
  over = true;
  vi.advanceTimersByTime(LOOK_MS);
  expect(vi.getTimerCount()).toBe(0);
});
