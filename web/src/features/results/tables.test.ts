import { expect, test } from 'vitest';

import type { JudgedLine } from './engine.ts';
import {
  countVerdicts,
  csvOf,
  runsOf,
  sectionsOf,
  tablesOf,
  verdictStateOf,
  withoutLogs,
} from './tables.ts';
import { lineOf, outlineOf, rowOf } from './testing.ts';

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

test('tables that compare two kernels come before samples of one, within each posting', () => {
  const sorted = tablesOf(
    outlineOf(
      [
        rowOf({ table: 'log', new_kernel: null }),
        rowOf({ table: 'times' }),
        rowOf({ posting: 1, table: 'other log', new_kernel: null }),
      ],
      [lineOf({ row: 0 }), lineOf({ row: 1 }), lineOf({ row: 2 })],
    ),
  );
  expect(sorted.map(({ name }) => name)).toEqual(['times', 'log', 'other log']);
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

test('every line is there, judged or not, and commas and quotes are kept apart', () => {
  const rows = [rowOf({ row: 'a "quoted", row', scale: 4 })];
  const outline = outlineOf(rows, [lineOf({ runs: [0] }), lineOf({ why_not: 'No such kernel.' })]);
  const lines = tablesOf(outline).flatMap((table) => table.lines);
  const seeds = { old_seeds: null, new_seeds: null };
  const ratios = { ratio: 0.5625, least_ratio: 0.5, most_ratio: 0.6 };
  const computed = { old: 8, new: 4.5, ...seeds, ...ratios };
  const judged = new Map<number, JudgedLine>([[0, { line: 0, computed, verdict: 'reproduced' }]]);
  const [head, one, two, end] = csvOf(outline, lines, judged, new Map(), {
    seeds: 2,
    quick: true,
  }).split('\r\n');
  expect(head?.split(',').slice(0, 4)).toEqual(['posting', 'table', 'row', 'workload']);
  expect(one).toBe(
    'weiner-2011,one,"a ""quoted"", row",dd,elapsed,s,3.0,3.2,20,10,8,4.5,0.5625,0.5,0.6,reproduced,,2,4,8,4.5',
  );
  expect(two).toContain(',20,10,,,,,,not modelled,No such kernel.,2,4,,');
  expect(end).toBe('');
});

test('the count without the lines of a log stands beside the whole count', () => {
  const log = (row: string, table = 'log') => rowOf({ table, row, new_kernel: null });
  const single = { new: null, runs: [0] };
  const rows = [log('line 1'), log('line 2'), log('zone, line 1', 'zone'), log('zone, line 2', 'zone'), rowOf({})]; // prettier-ignore
  const figures = rows.map((_, row) =>
    lineOf(row < 4 ? { row, ...single } : { row, runs: [0, 1] }),
  );
  const lines = tablesOf(outlineOf(rows, figures)).flatMap((table) => table.lines);
  const judged = new Map<number, JudgedLine>(
    lines.map(({ number: line }) => [
      line,
      { line, computed: null, verdict: line === 4 ? 'missed' : 'reproduced' },
    ]),
  );
  expect(withoutLogs(lines, judged, new Map())).toBe(
    '4 of these 5 figures are lines of one log: 4 reproduced. The log is of one run, so the verdicts on its lines are not independent. The other figure: 0 reproduced, 1 not reproduced.',
  );
  // Rows of one kernel with a run each are no log.
  const apart = rows.map((_, row) => lineOf({ row, new: null, runs: [row] }));
  const others = tablesOf(outlineOf(rows, apart)).flatMap((table) => table.lines);
  expect(withoutLogs(others, judged, new Map())).toBe('');
});
