import { expect, test } from 'vitest';

import { figureTitle, placeTitle, rowTitle, tableTitle } from './titles.ts';

const rows = (...names: string[]) => names.map((row) => rowTitle({ row }));
const figures = (...names: string[]) => names.map((metric) => figureTitle({ metric }));

test('rows are named by machine, kernel or moment', () => {
  expect(
    rows('512M1P-xfs', '4608M-xfs', '1024M-16X-xfs', 'sample 3', 'fs_mark, 3.1', 'write-3x-ram'),
  ).toEqual([
    'One CPU, one thread',
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
    'Change of the CPU share of put_page',
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
