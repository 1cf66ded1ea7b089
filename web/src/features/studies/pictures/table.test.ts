import { expect, test } from 'vitest';

import { leftOutGroups } from './DataTable.tsx';
import { pointTable, shareTable, sorted, tableCsv } from './table.ts';
import { FACTORS, resultOf } from '../testing.ts';

function study() {
  return resultOf({
    factors: [FACTORS.ram(512, 4096, 1024)],
    measures: ['elapsed_seconds', 'b:elapsed_seconds', 'ratio:elapsed_seconds'],
    points: [
      { levels: [0], a: { elapsed_seconds: [10, 12, 11] }, b: { elapsed_seconds: [9, 9, 12] } },
      {
        levels: [1],
        a: { elapsed_seconds: [null, null, null] },
        b: { elapsed_seconds: [1, 1, 1] },
      },
      { levels: [2], a: { elapsed_seconds: [2, 2, 2] }, b: { elapsed_seconds: [3, 3, 3] } },
    ],
  });
}

const texts = (table: ReturnType<typeof pointTable>) =>
  table.rows.map(({ cells }) => cells.map(({ text }) => text));

test('a row for each combination with the values of both lanes, A first', () => {
  const table = pointTable(study(), 'b:elapsed_seconds');
  expect(table.columns.map(({ title }) => title)).toEqual([
    'RAM',
    'A, median',
    'A, range of 3 seeds',
    'B, median',
    'B, range of 3 seeds',
  ]);
  expect(texts(table)[0]).toEqual(['512 MiB', '11 s', '10 to 12 s', '9 s', '9 to 12 s']);
  expect(texts(table)[1]?.slice(0, 3)).toEqual(['4096 MiB', '– nothing to measure', '–']);
});

test('a ratio counts the seeds in which B is lower', () => {
  const table = pointTable(study(), 'ratio:elapsed_seconds');
  expect(texts(table).map((cells) => cells.at(-1))).toEqual(['2 of 3', '–', '0 of 3']);
});

test('the median of a ratio is given as the percentage of the picture', () => {
  const medians = texts(pointTable(study(), 'ratio:elapsed_seconds')).map((cells) => cells[1]);
  expect(medians).toEqual(['−10 %', '– nothing to measure', '+50 %']);
});

test('columns sort by numbers, not by letters; rows without a value are last both ways', () => {
  const { rows } = pointTable(study(), 'elapsed_seconds');
  const order = (column: number, descending: boolean) =>
    sorted(rows, { column, descending }).map(({ point }) => point);
  expect(order(0, false)).toEqual([0, 2, 1]);
  expect(order(0, true)).toEqual([1, 2, 0]);
  expect(order(1, false)).toEqual([2, 0, 1]);
  expect(order(1, true)).toEqual([0, 2, 1]);
});

test('the file has exact numbers, digests and the link', () => {
  const [head, first, second] = tableCsv(pointTable(study(), 'elapsed_seconds')).split('\r\n');
  expect(head).toBe(
    'RAM,elapsed_seconds median,elapsed_seconds least,elapsed_seconds most,elapsed_seconds low,elapsed_seconds high,elapsed_seconds seeds,' +
      'b:elapsed_seconds median,b:elapsed_seconds least,b:elapsed_seconds most,b:elapsed_seconds low,b:elapsed_seconds high,b:elapsed_seconds seeds,digests_a,digests_b,link',
  );
  expect(first).toContain('512,11,10,12,,,3,9,9,12,,,3,');
  expect(first).toMatch(/,0+a0 0+a1 0+a2,0+b3 0+b4 0+b5,v1\.0$/);
  expect(second).toContain('4096,,,,,,0,1,1,1');
});

test('the shares of mechanisms are a table of their own, with signs', () => {
  const result = resultOf({
    factors: ['gfp_write', 'per_zone_dirty'].map(FACTORS.switch),
    design: { kind: 'ablation', orders: 20 },
    points: [[0, 0], [1, 0], [1, 1]].map((levels) => ({ levels, a: { elapsed_seconds: [1] } })), // prettier-ignore
    ablation: {
      elapsed_seconds: {
        none: 10,
        all: 8,
        shares: [
          { shapley: 1, error: null, alone: 2, last: null, least: null, most: null },
          { shapley: -3, error: 0.5, alone: null, last: -4, least: null, most: null },
        ],
        pairs: [],
      },
    },
  });
  const table = shareTable(result, 'elapsed_seconds');
  expect(table.rows.map(({ cells }) => cells.map(({ text }) => text))).toEqual([
    ['per_zone_dirty', '−3 s', '150 %', '±0.5 s', '– impossible', '−4 s'],
    ['gfp_write', '+1 s', 'costs 50 %', '– not sampled', '+2 s', '– impossible'],
  ]);
  expect(table.rows.map(({ point, name }) => [point, name])).toEqual([[2, 'all mechanisms on'], [1, 'gfp_write alone']]); // prettier-ignore
  expect(tableCsv(table)).toContain('per_zone_dirty,-3,1.5,0.5,,-4');
});

test('impossible combinations are grouped by their reason', () => {
  const problem = (text: string) => [{ field: 'x', problem: text, fix: '' }];
  const result = resultOf({
    factors: [FACTORS.switch('gfp_write'), FACTORS.switch('per_zone_dirty')],
    points: [{ levels: [0, 0] }],
    leftOut: [
      { levels: [0, 1], labels: ['off', 'on'], problems: problem('It requires gfp_write.') },
      { levels: [1, 1], labels: ['on', 'on'], problems: problem('It requires gfp_write.') },
    ],
  });
  expect(leftOutGroups(result)).toEqual([
    {
      reason: 'It requires gfp_write.',
      names: ['gfp_write off, per_zone_dirty on', 'gfp_write on, per_zone_dirty on'],
    },
  ]);
});
