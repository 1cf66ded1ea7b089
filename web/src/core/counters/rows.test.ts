import { expect, test } from 'vitest';

import { columnsOf, countersCsv, ratioPercent, rowsOf } from './rows.ts';
import { CATALOGUE, lane } from './testing.ts';

const pair = {
  a: lane([3, 5, 0, 0, 0], [4, 6, 10, 0, 30], [3, 5, 20, 0, 60]),
  b: lane([3, 5, 0, 0, 0], [3, 5, 10, 2, 10], [3, 5, 10, 4, 15]),
};
const columns = columnsOf(CATALOGUE, pair.a.description);
const named = (selection: object) =>
  rowsOf(columns, pair, { filter: '', movedOnly: false, zones: false, ...selection }).map(
    ({ name }) => name,
  );

test('every value of a sample has a name of /proc/vmstat, zones below the whole', () => {
  expect(columns.map(({ name }) => name)).toEqual([
    'nr_dirty',
    'nr_dirty_dma32',
    'allocstall',
    'pgscan_kswapd',
    'pgscan_kswapd_dma32',
  ]);
});

test('every name says what it means', () => {
  expect(columns.map(({ explanation }) => explanation).slice(0, 2)).toEqual([
    'Dirty file pages.',
    'Dirty file pages. Zone DMA32 alone.',
  ]);
});

test('values of both lanes stand beside their name', () => {
  const rows = rowsOf(columns, pair, { filter: '', movedOnly: false, zones: true });
  expect(rows.map(({ name, a, b }) => [name, a, b])).toEqual([
    ['nr_dirty', 5, 5],
    ['nr_dirty_dma32', 3, 3],
    ['allocstall', 0, 4],
    ['pgscan_kswapd', 60, 15],
    ['pgscan_kswapd_dma32', 20, 10],
  ]);
});

test('the filter takes parts of names in any case and order', () => {
  expect(named({ filter: 'STALL' })).toEqual(['allocstall']);
  expect(named({ filter: 'dma32  pgscan', zones: true })).toEqual(['pgscan_kswapd_dma32']);
  expect(named({ filter: 'dma32' })).toEqual([]);
});

test('a gauge that came back to where it was has moved all the same', () => {
  expect(named({ movedOnly: true })).toEqual(['nr_dirty', 'allocstall', 'pgscan_kswapd']);
  const still = { a: lane([3, 5, 0, 0, 0], [3, 5, 0, 0, 1]), b: lane([3, 5, 0, 0, 0]) };
  const moved = rowsOf(columns, still, { filter: '', movedOnly: true, zones: true });
  expect(moved.map(({ name }) => name)).toEqual(['pgscan_kswapd']);
});

test('there is no ratio to nothing', () => {
  expect(ratioPercent(0, 4)).toBeNull();
  expect(ratioPercent(0, 0)).toBe(100);
  expect(ratioPercent(60, 15)).toBe(25);
});

test('the file of counters has every name, whatever the table shows', () => {
  expect(countersCsv(columns, pair).split('\r\n')).toEqual([
    'name,zone,kind,a,b,difference,ratio_percent',
    'nr_dirty,,gauge,5,5,0,100',
    'nr_dirty_dma32,DMA32,gauge,3,3,0,100',
    'allocstall,,counter,0,4,4,',
    'pgscan_kswapd,,counter,60,15,-45,25',
    'pgscan_kswapd_dma32,DMA32,counter,20,10,-10,50',
    '',
  ]);
});

test('what no /proc/vmstat has is marked, and what it has is not', () => {
  const sample = (['ksd_stall', 'allocstall'] as const).map((name) => ({
    name,
    zone: null,
    kind: 'counter' as const,
  }));
  const marked = columnsOf(CATALOGUE, { sample }).map(({ name, beside }) => [name, beside]);
  expect(marked).toEqual([
    ['ksd_stall', true],
    ['allocstall', false],
  ]);
});
