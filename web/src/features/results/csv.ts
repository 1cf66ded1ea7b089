/** All lines as comma-separated values, in the columns of `reclaim reproduce --format csv`. */
import { csvText } from '../../base/csv.ts';
import { verdictStateOf, type PlacedLine, type VerdictState } from './tables.ts';
import type { JudgedLine, Options, Outline } from './types.ts';

const COLUMNS = [
  'posting',
  'table',
  'row',
  'workload',
  'metric',
  'unit',
  'old_kernel',
  'new_kernel',
  'published_old',
  'published_new',
  'computed_old',
  'computed_new',
  'ratio',
  'least_ratio',
  'most_ratio',
  'verdict',
  'remark',
  'seeds',
  'scale',
] as const;

/** Verdicts in the words of the command. */
const WORDS: Record<VerdictState, string> = {
  reproduced: 'reproduced',
  direction_only: 'direction only',
  missed: 'missed',
  noise: 'noise as published',
  weak: 'weak as measured',
  not_modelled: 'not modelled',
  too_small: 'not comparable at this size',
  failed: 'run failed',
  waiting: 'not computed yet',
};

/** The text of the file. */
export function csvOf(
  outline: Outline,
  lines: readonly PlacedLine[],
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
  { seeds }: Options,
): string {
  const rows = lines.map((placed) => {
    const { number, line, row } = placed;
    const computed = judged.get(number)?.computed;
    return [
      outline.postings[row.posting]?.posting ?? '',
      row.table,
      row.row,
      row.workload,
      line.metric,
      line.unit,
      row.old_kernel,
      row.new_kernel,
      line.old,
      line.new,
      computed?.old,
      computed?.new,
      computed?.ratio,
      computed?.least_ratio,
      computed?.most_ratio,
      WORDS[verdictStateOf(placed, judged, failures)],
      line.why_not ?? line.remark,
      seeds,
      row.scale,
    ];
  });
  return csvText([COLUMNS, ...rows]);
}
