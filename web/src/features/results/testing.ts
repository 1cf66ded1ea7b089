/** Small plans for tests. */
import type { Outline, OutlineLine, OutlineRow } from './engine.ts';

/** Returns a row of the first posting. */
export function rowOf(more: Partial<OutlineRow>): OutlineRow {
  return {
    posting: 0,
    table: 'one',
    row: 'small',
    workload: 'dd',
    old_kernel: '3.0',
    new_kernel: '3.2',
    has_scenario: true,
    scale: 1,
    ...more,
  };
}

/** Returns a figure of the first row. */
export function lineOf(more: Partial<OutlineLine>): OutlineLine {
  return {
    row: 0,
    metric: 'elapsed',
    unit: 's',
    old: 20,
    new: 10,
    from: 'elapsed_seconds',
    mark: null,
    remark: null,
    why_not: null,
    runs: [],
    enlarge: 1,
    ...more,
  };
}

/** Returns a plan with one posting. */
export function outlineOf(rows: OutlineRow[], lines: OutlineLine[]): Outline {
  const posting = { posting: 'weiner-2011', title: 'Limits', source: 'A list', measured: false };
  return { postings: [posting], rows, lines, runs: [] };
}
