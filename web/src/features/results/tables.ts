/** The plan as tables: which lines stand together, and which runs they wait for. */
import type { JudgedLine, Outline, OutlineLine, OutlineRow, Verdict } from './types.ts';

/** A line with its number in the plan and its row. */
export interface PlacedLine {
  number: number;
  line: OutlineLine;
  row: OutlineRow;
}

/** A table of a posting. */
export interface Table {
  posting: number;
  name: string;
  lines: PlacedLine[];
}

/** Lines that share an axis: one metric over the rows, or one row's metrics beside what was published for it. */
export interface Section {
  kind: 'metric' | 'row';
  title: string;
  /** The unit of a metric; the kernels of a row. */
  note: string;
  lines: PlacedLine[];
}

/** What is said of a line: its verdict, or why there is none. */
export type Standing = Verdict | 'waiting' | 'failed';

/** The order in which standings are counted. */
export const STANDINGS: readonly Standing[] = [
  'reproduced',
  'direction_only',
  'missed',
  'noise',
  'weak',
  'not_modelled',
  'failed',
  'waiting',
];

/** What is said of a line, in words. */
export const STANDING_WORDS: Record<Standing, string> = {
  reproduced: 'reproduced',
  direction_only: 'direction only',
  missed: 'missed',
  noise: 'noise as published',
  weak: 'weak as measured',
  not_modelled: 'not modelled',
  failed: 'run failed',
  waiting: 'not computed yet',
};

/** The tables of a plan in its order. */
export function tablesOf(outline: Outline): Table[] {
  const tables: Table[] = [];
  outline.lines.forEach((line, number) => {
    const row = outline.rows[line.row];
    if (!row) {
      return;
    }
    let table = tables.find((t) => t.posting === row.posting && t.name === row.table);
    if (!table) {
      table = { posting: row.posting, name: row.table, lines: [] };
      tables.push(table);
    }
    table.lines.push({ number, line, row });
  });
  return tables;
}

/** The sections of a table: by metric where metrics are shared by rows, else by row. */
export function sectionsOf(table: Table): Section[] {
  const byMetric = grouped(table.lines, ({ line, row }) =>
    [row.workload, line.metric, line.unit].join('\n'),
  );
  if (table.lines.length >= byMetric.length * 2) {
    const workloads = new Set(table.lines.map(({ row }) => row.workload));
    return byMetric.map((lines) => {
      const { line, row } = first(lines);
      const title = workloads.size > 1 ? `${row.workload}: ${line.metric}` : line.metric;
      return { kind: 'metric', title, note: line.unit, lines };
    });
  }
  return grouped(table.lines, ({ line }) => String(line.row)).map((lines) => {
    const { row } = first(lines);
    const kernels =
      row.new_kernel === null ? row.old_kernel : `${row.old_kernel} → ${row.new_kernel}`;
    const title = row.row === row.workload ? row.row : `${row.row}: ${row.workload}`;
    return { kind: 'row', title, note: kernels, lines };
  });
}

function grouped(
  lines: readonly PlacedLine[],
  keyOf: (line: PlacedLine) => string,
): PlacedLine[][] {
  const groups = new Map<string, PlacedLine[]>();
  for (const line of lines) {
    const key = keyOf(line);
    const group = groups.get(key);
    if (group) {
      group.push(line);
    } else {
      groups.set(key, [line]);
    }
  }
  return [...groups.values()];
}

function first(lines: readonly PlacedLine[]): PlacedLine {
  const [line] = lines;
  if (!line) {
    throw new Error('A group of lines is never empty');
  }
  return line;
}

/** The runs that lines need, each once, in the order of the plan. */
export function runsOf(lines: readonly PlacedLine[]): number[] {
  const runs = new Set(lines.flatMap(({ line }) => line.runs));
  return [...runs].sort((a, b) => a - b);
}

/** What is said of a line now. */
export function standingOf(
  { number, line }: PlacedLine,
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
): Standing {
  if (line.runs.length === 0) {
    return 'not_modelled';
  }
  if (line.runs.some((run) => failures.has(run))) {
    return 'failed';
  }
  return judged.get(number)?.verdict ?? 'waiting';
}

/** How many lines there are of each standing. */
export function countStandings(
  lines: readonly PlacedLine[],
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
): Record<Standing, number> {
  const counts = Object.fromEntries(STANDINGS.map((standing) => [standing, 0])) as Record<
    Standing,
    number
  >;
  for (const line of lines) {
    counts[standingOf(line, judged, failures)] += 1;
  }
  return counts;
}

/** By how much the rows of these lines are scaled down, from the least to the most; none is 1. */
export function scalesOf(lines: readonly PlacedLine[]): number[] {
  const computed = lines.filter(({ line }) => line.runs.length > 0);
  return [...new Set(computed.map(({ row }) => row.scale))].sort((a, b) => a - b);
}
