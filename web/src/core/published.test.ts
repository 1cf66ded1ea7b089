import { expect, test } from 'vitest';

import {
  figureTitle,
  formatFigure,
  formatPair,
  formatRange,
  formatRatio,
  formatSpread,
  placeTitle,
  ratioOf,
  rowTitle,
  tableTitle,
} from './published.ts';

const rows = (...names: string[]) => names.map((row) => rowTitle({ row }));
const figures = (...names: string[]) => names.map((metric) => figureTitle({ metric }));

test('rows are named by machine, kernel or moment', () => {
  expect(
    rows('512M1P-xfs', '4608M-xfs', '1024M-16X-xfs', 'sample 3', 'fs_mark, 3.1', 'write-3x-ram'),
  ).toEqual([
    'One thread',
    'A thread per CPU',
    'Sixteen threads per CPU',
    'Line 3 of the log',
    'fs_mark, 3.1',
    'Write three times the size of RAM',
  ]);
  expect(rows('2.6.31.12-ttyfix-revertevict, after setup', '2.6.34-rc1')).toEqual([
    'Linux 2.6.31.12, tty fixed, evict-once reverted',
    'Linux 2.6.34-rc1',
  ]);
});

test('figures say what they count, with their zone; an unknown name stays as it is', () => {
  expect(
    figures('pgscan_kswapd_dma32', 'allocstall', 'dirty, zone', 'dirty peak DMA', 'nr_mlock'),
  ).toEqual([
    'Pages scanned by kswapd, DMA32',
    'Allocations that entered direct reclaim',
    'Dirty pages of the zone',
    'Highest dirty share of DMA',
    'nr_mlock',
  ]);
});

test('shares of a profile name the function and the task', () => {
  expect(figures('kswapd0 put_page cpu_share', 'put_page cpu_share_delta')).toEqual([
    'CPU share of put_page in kswapd0',
    'Change in the CPU share of put_page',
  ]);
});

test('a row and its workload are said once where they are the same', () => {
  const place = (row: string, workload: string) => placeTitle({ row, workload });
  expect(place('kernel build x5', 'five kernel builds')).toBe('Five kernel builds');
  expect(place('all', 'dd of 4 GB, over and over')).toBe('dd of 4 GB, over and over');
  expect(place('sample 1', 'linear writer, xfs')).toBe('Line 1 of the log: Linear writer, xfs');
});

test('tables have titles', () => {
  expect(tableTitle('4608M')).toBe('4.5 GiB of RAM');
  expect(tableTitle('disk that seeks')).toBe('Disk that seeks');
});

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
