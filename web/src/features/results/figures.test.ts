import { expect, test } from 'vitest';

import {
  formatFigure,
  formatPair,
  formatRange,
  formatRatio,
  formatSpread,
  ratioOf,
} from './figures.ts';

test('figures keep the digits that count', () => {
  const shown = [0, 12, 1234567, 3.14159, 512.012, 0.0123, -79600, 17882351343, null].map(
    formatFigure,
  );
  expect(shown).toEqual([
    '0',
    '12',
    '1,234,567',
    '3.14',
    '512.0',
    '0.012',
    '−79,600',
    '17.88B',
    '–',
  ]);
});

test('a pair is told as a change, a single figure alone', () => {
  expect(formatPair(51.41, 48.29, true)).toBe('51.41 → 48.29');
  expect(formatPair(36.21, null, false)).toBe('36.21');
  expect(formatPair(null, 30, false)).toBe('30');
});

test('a figure that differs from seed to seed has a range', () => {
  expect(formatRange({ least: 1200, median: 1300, most: 2400 })).toBe('(1,200–2,400)');
  expect(formatRange({ least: 7, median: 7, most: 7 })).toBeNull();
  expect(formatRange(null)).toBeNull();
});

test('ratios tell half a percent, and nothing where there is nothing to divide by', () => {
  expect([0.9393, 0.000_151_4, 12.34, 1234, 0, -2, null].map(formatRatio)).toEqual([
    '×0.939',
    '×0.00015',
    '×12.3',
    '×1,234',
    '×0',
    '–',
    '–',
  ]);
  expect(ratioOf(0, 5)).toBeNull();
  expect(formatSpread(0.9, 0.9)).toBeNull();
  expect(formatSpread(0.9, 1.1)).toBe('×0.900 … ×1.100');
});
