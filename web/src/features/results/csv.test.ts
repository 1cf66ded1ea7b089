import { expect, test } from 'vitest';

import { csvOf } from './csv.ts';
import { tablesOf } from './tables.ts';
import { lineOf, outlineOf, rowOf } from './testing.ts';
import type { JudgedLine } from './types.ts';

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
    'weiner-2011,one,"a ""quoted"", row",dd,elapsed,s,3.0,3.2,20,10,8,4.5,0.5625,0.5,0.6,reproduced,,2,4',
  );
  expect(two).toContain(',20,10,,,,,,not modelled,No such kernel.,2,4');
  expect(end).toBe('');
});
