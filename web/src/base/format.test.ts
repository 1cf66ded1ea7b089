import { expect, test } from 'vitest';

import {
  unbroken,
  computing,
  formatChange,
  formatDuration,
  formatMebibytes,
  formatNumber,
  formatPagesAsSize,
  formatPfn,
  formatRatio,
  formatSeconds,
  formatSigned,
  formatSpeed,
  formatTick,
  csvText,
} from './format.ts';

test('one run is not runs', () => {
  expect([1, 2, 1200].map(computing)).toEqual([
    'Computing 1 run',
    'Computing 2 runs',
    'Computing 1,200 runs',
  ]);
});

test('sizes carry their unit', () => {
  expect(formatMebibytes(8 * 1024 ** 3)).toBe('8,192 MiB');
  expect(formatPagesAsSize(959_900)).toBe('3.7 GiB');
  expect(formatPagesAsSize(126_000)).toBe('492 MiB');
  expect(formatPagesAsSize(100)).toBe('400 KiB');
});

test('durations take the unit that suits them', () => {
  expect([0, 1500, 2.5e6, 12e9].map(formatDuration)).toEqual(['0 s', '1.5 µs', '2.5 ms', '12 s']);
});

test('speeds below real time are fractions', () => {
  expect([0.001, 0.5, 1, 20, Infinity].map(formatSpeed)).toEqual([
    '1/1,000×',
    '1/2×',
    '1×',
    '20×',
    'Max',
  ]);
});

test('changes are percentages, factors or words', () => {
  expect(formatChange(100, 100)).toBe('±0 %');
  expect(formatChange(100, 150)).toBe('+50 %');
  expect(formatChange(667_839, 0)).toBe('−100 %');
  expect(formatChange(1, 2000)).toBe('×2,000');
});

test('where there is nothing to divide by, words say so', () => {
  expect(formatChange(0, 3)).toBe('none in A');
  expect(formatChange(0, 0)).toBe('±0 %');
  expect(formatRatio(0, 3)).toBe('There is no ratio: A has none');
  expect(formatRatio(2891, 1551)).toBe('B is 0.536 times A');
});

test('thousands are apart wherever a number is shown', () => {
  expect([0, 0.05, 20, 4000, 1_500_000].map(formatTick)).toEqual([
    '0',
    '0.05',
    '20',
    '4,000',
    '1,500,000',
  ]);
  expect(formatSeconds(7_700_000e9, 0)).toBe('7,700,000 s');
  expect(formatSeconds(1234.56e9)).toBe('1,234.6 s');
  expect(formatDuration(1_234_567e9)).toBe('1,230,000 s');
  expect(formatNumber(2134.25, 1)).toBe('2,134.3');
  expect(formatSpeed(1 / 1000)).toBe('1/1,000×');
});

test('what rounds to nothing has no sign', () => {
  expect(formatNumber(-0.04, 1)).toBe('0.0');
  expect(formatNumber(-1.5, 1)).toBe('−1.5');
});

test('a change that rounds to nothing has no sign', () => {
  expect(formatSigned(0.2, 'pt')).toBe('±0 pt');
  expect(formatSigned(-18.4, 'pt')).toBe('−18 pt');
});

test('page frame numbers are hexadecimal', () => {
  expect(formatPfn(0xe1a40)).toBe('0xE1A40');
});

test('what would be taken for the form of the file is quoted', () => {
  expect(csvText([['plain', 'a,b', 'say "dirty"', 'two\nlines']])).toBe(
    'plain,"a,b","say ""dirty""","two\nlines"\r\n',
  );
});

test('nothing is written for what is not there, and 0 for nothing', () => {
  expect(csvText([[null, undefined, 0, -1.5]])).toBe(',,0,-1.5\r\n');
});

test('a number is not separated from its unit at the end of a line', () => {
  expect(unbroken('takes 210 s, 92 % of it')).toBe('takes 210\u00a0s, 92\u00a0% of it');
});
