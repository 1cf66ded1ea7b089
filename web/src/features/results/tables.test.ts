import { expect, test } from 'vitest';

import { countVerdicts, runsOf, sectionsOf, verdictStateOf, tablesOf } from './tables.ts';
import { lineOf, outlineOf, rowOf } from './testing.ts';
import type { JudgedLine } from './types.ts';

const outline = outlineOf(
  [rowOf({ row: 'small' }), rowOf({ row: 'large' }), rowOf({ table: 'other', row: 'small' })],
  [
    lineOf({ row: 0, metric: 'elapsed', runs: [0, 1] }),
    lineOf({ row: 0, metric: 'faults', runs: [0, 1] }),
    lineOf({ row: 1, metric: 'elapsed', runs: [2, 3] }),
    lineOf({ row: 1, metric: 'faults', runs: [2, 3] }),
    lineOf({ row: 2, metric: 'elapsed', why_not: 'Nobody knows.' }),
    lineOf({ row: 2, metric: 'faults', runs: [1, 3] }),
  ],
);
const tables = tablesOf(outline);

test('lines stand in the tables of their rows', () => {
  expect(tables.map(({ name, lines }) => [name, lines.map(({ number }) => number)])).toEqual([
    ['one', [0, 1, 2, 3]],
    ['other', [4, 5]],
  ]);
});

test('rows that share metrics are set side by side by metric, others stay together', () => {
  const titles = tables.map((table) => sectionsOf(table).map(({ kind, title }) => [kind, title]));
  expect(titles).toEqual([
    [
      ['metric', 'elapsed'],
      ['metric', 'faults'],
    ],
    [['row', 'small: dd']],
  ]);
});

test('a run is needed once, however many lines it serves', () => {
  expect(runsOf(tables.flatMap(({ lines }) => lines))).toEqual([0, 1, 2, 3]);
});

test('a line waits, is judged, fails, or is not modelled', () => {
  const judged = new Map<number, JudgedLine>([
    [0, { line: 0, computed: null, verdict: 'missed' }],
    [5, { line: 5, computed: null, verdict: 'reproduced' }],
  ]);
  const failures = new Map([[3, 'It stopped.']]);
  const lines = tables.flatMap((table) => table.lines);
  expect(lines.map((line) => verdictStateOf(line, judged, failures))).toEqual([
    'missed',
    'waiting',
    'failed',
    'failed',
    'not_modelled',
    'failed',
  ]);
  expect(countVerdicts(lines, judged, failures)).toMatchObject({
    missed: 1,
    failed: 3,
    waiting: 1,
  });
});
