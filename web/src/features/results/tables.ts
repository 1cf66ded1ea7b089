/** The plan as tables: how lines are grouped, and the runs that they need. */
import { csvText } from '../../base/format.ts';
import { formatCount } from '../../base/format.ts';
import { VERDICT_NAMES, VERDICT_STATES, type VerdictState } from '../../core/published.ts';
import type { JudgedLine, Options, Outline, OutlineLine, OutlineRow, Verdict } from './engine.ts';

/** A line with its number in the plan, and its row. */
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

/**
 * Lines that share an axis: one metric for several rows, or the metrics of one row relative to the published values.
 */
export interface Section {
  kind: 'metric' | 'row';
  title: string;
  /** The unit of a metric, or the kernels of a row. */
  note: string;
  lines: PlacedLine[];
}

/** Meaning of the verdicts, in the order of the verdict states; the rule is in `engine-wasm/results/src/verdict.rs`. */
export const STANDING_MEANING: Record<Verdict, readonly string[]> = {
  reproduced: [
    'Two kernels: the computed ratio (new ÷ old) is between the square root and the square of the published ratio, and at most twice or half of it. For example, if the published ratio is ×0.64, any computed ratio from ×0.41 (0.64 × 0.64) to ×0.80 (√0.64) counts as reproduced. Ratios that differ by less than 3 % always agree, and so do two changes below 3 %.',
    'A count that falls to less than a hundredth: every model of a patch that stops something gives 0. So the computed count on the old kernel must also be near the published one: at most 1.25 times larger or smaller.',
    'One kernel: the computed value is at most 1.25 times larger or smaller than the published one. Some figures have their own limit, “allowed”, below the published value.',
    'Several seeds: the page shows the medians, and the verdict compares them. If the seeds do not agree whether the value rises or falls, this counts as no change.',
  ],
  direction_only: ['The change has the published direction, but not the published size.'],
  missed: ['Neither of the two above.'],
  noise: [
    'The posting, its author or repeated runs show that this figure is noise, so it cannot judge a model.',
  ],
  weak: ['The measured value depends on races: repeated runs of the real kernel differ widely.'],
  not_modelled: ['Nothing in the simulation can be compared with this figure; a note says why.'],
};

/**
 * Returns the tables of a plan in order. Within a posting, the tables that compare two kernels come first, because they
 * contain its result; the others, such as lines of a log, explain it.
 */
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
  const after = ({ lines }: Table) => Number(lines.every(({ row }) => row.new_kernel === null));
  return tables.toSorted((x, y) => x.posting - y.posting || after(x) - after(y));
}

/** Returns the sections of a table: by metric if rows share metrics, otherwise by row. */
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

/** Returns the runs that lines need, each once, in the order of the plan. */
export function runsOf(lines: readonly PlacedLine[]): number[] {
  const runs = new Set(lines.flatMap(({ line }) => line.runs));
  return [...runs].sort((a, b) => a - b);
}

/** Describes the number of remaining runs. */
export function countOf(runs: number): string {
  return runs === 0 ? 'done' : runs === 1 ? '1 run' : `${runs} runs`;
}

/**
 * Whether a line can be judged at this size. A figure of a single kernel is judged by its value, which depends on the
 * size.
 */
function isComparable(line: OutlineLine, { scale }: OutlineRow): boolean {
  return scale === 1 || (line.old !== null && line.new !== null);
}

/** Returns the current verdict state of a line. */
export function verdictStateOf(
  { number, line, row }: PlacedLine,
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
): VerdictState {
  if (line.runs.length === 0) {
    return 'not_modelled';
  }
  if (!isComparable(line, row)) {
    return 'too_small';
  }
  if (line.runs.some((run) => failures.has(run))) {
    return 'failed';
  }
  return judged.get(number)?.verdict ?? 'waiting';
}

/** A figure with the old and the new kernel. */
export interface Pair {
  old: number | null;
  new: number | null;
}

/** Whether the seeds gave different values. */
export function isSpread({ old_seeds, new_seeds }: NonNullable<JudgedLine['computed']>): boolean {
  return [old_seeds, new_seeds].some((seeds) => seeds !== null && seeds.least !== seeds.most);
}

/** Returns the number of lines per verdict state. */
export function countVerdicts(
  lines: readonly PlacedLine[],
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
): Record<VerdictState, number> {
  const counts = Object.fromEntries(
    VERDICT_STATES.map((verdictState) => [verdictState, 0]),
  ) as Record<VerdictState, number>;
  for (const line of lines) {
    counts[verdictStateOf(line, judged, failures)] += 1;
  }
  return counts;
}

/** The verdicts that say how good the model is. */
export const JUDGING: readonly VerdictState[] = ['reproduced', 'direction_only', 'missed'];

/** Figures by which the model is judged. */
export interface Judging {
  reproduced: number;
  figures: number;
  /**
   * Number of computed values with which the figures are compared; smaller than `figures` if several of them are
   * samples of one quantity.
   */
  quantities: number;
}

/** Counts the lines by which the model is judged. */
export function judgingOf(
  lines: readonly PlacedLine[],
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
): Judging {
  const counts = countVerdicts(lines, judged, failures);
  const quantities = new Set(
    lines
      .filter((line) => JUDGING.includes(verdictStateOf(line, judged, failures)))
      .map(({ line: { from, runs } }) => [from, ...runs].join(' ')),
  );
  const figures = JUDGING.reduce((sum, verdict) => sum + counts[verdict], 0);
  return { reproduced: counts.reproduced, figures, quantities: quantities.size };
}

/** Whether the rows of a table are samples of one run, such as the lines of a log: all need the same runs of one kernel. */
function isLog(lines: readonly PlacedLine[]): boolean {
  const computed = lines.filter(({ line }) => line.runs.length > 0);
  const rows = new Set(computed.map(({ line }) => line.row));
  const runs = new Set(computed.map(({ line }) => line.runs.join(' ')));
  return rows.size > 1 && runs.size === 1 && computed.every(({ row }) => row.new_kernel === null);
}

/** Returns sentences with the count without the lines of logs; empty if there is no log, or nothing else. */
export function withoutLogs(
  lines: readonly PlacedLine[],
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
): string {
  const tables = grouped(lines, ({ row }) => `${row.posting}\n${row.table}`);
  const logs = tables.filter(isLog);
  const rest = tables.filter((table) => !isLog(table)).flat();
  const inLogs = judgingOf(logs.flat(), judged, failures);
  const others = judgingOf(rest, judged, failures);
  // Several tables can be of the same log: then they need the same runs.
  const count = new Set(logs.map((table) => runsOf(table).join(' '))).size;
  if (inLogs.figures === 0 || others.figures === 0) {
    return '';
  }
  const counts = countVerdicts(rest, judged, failures);
  const listed = JUDGING.filter((verdict) => verdict === 'reproduced' || counts[verdict] > 0).map(
    (verdict) => `${formatCount(counts[verdict])} ${VERDICT_NAMES[verdict]}`,
  );
  const ofLogs = formatCount(inLogs.figures);
  const all = formatCount(inLogs.figures + others.figures);
  const [of, each] = count === 1 ? ['one log', 'The'] : [`${count} logs`, 'Each'];
  return `${ofLogs} of these ${all} figures are lines of ${of}: ${formatCount(inLogs.reproduced)} reproduced. ${each} log is of one run, so the verdicts on its lines are not independent. The other ${others.figures === 1 ? 'figure' : `${formatCount(others.figures)} figures`}: ${listed.join(', ')}.`;
}

/** Returns a sentence about shared values; empty if each figure is compared with its own computed value. */
export function samplesNote({ figures, quantities }: Judging, known: string): string {
  return figures === quantities
    ? ''
    : `The ${formatCount(figures)} ${known} are compared with ${formatCount(quantities)} computed ${quantities === 1 ? 'value' : 'values'}: some figures are samples of the same quantity, such as the lines of a log, and some kernels are simulated as the same kernel. These verdicts are not independent.`;
}

/** Returns a sentence about the figures that cannot judge the model, with the reasons; empty if all can. */
export function othersNote(
  lines: readonly PlacedLine[],
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
): string {
  const counts = countVerdicts(lines, judged, failures);
  const others = VERDICT_STATES.filter((state) => !JUDGING.includes(state) && counts[state] > 0);
  const sum = others.reduce((total, state) => total + counts[state], 0);
  const listed = others.map((state) => `${formatCount(counts[state])} ${VERDICT_NAMES[state]}`);
  return sum === 0
    ? ''
    : `${formatCount(sum)} other ${sum === 1 ? 'figure is' : 'figures are'} not clear enough to judge the model: ${listed.join(', ')}.`;
}

/** Returns the lines with a verdict state, or all lines. */
export function linesOf(
  lines: readonly PlacedLine[],
  verdictState: VerdictState | null,
  judged: ReadonlyMap<number, JudgedLine>,
  failures: ReadonlyMap<number, string>,
): PlacedLine[] {
  return lines.filter((line) => {
    return verdictState === null || verdictStateOf(line, judged, failures) === verdictState;
  });
}

/** A note, and the lines to which it applies. */
export interface Note {
  text: string;
  lines: number[];
}

/** Returns notes about these lines, each once: why a run failed, why a figure is not computed, or a remark. */
export function notesOf(
  lines: readonly PlacedLine[],
  failures: ReadonlyMap<number, string>,
): Note[] {
  const notes = new Map<string, number[]>();
  for (const { line, number } of lines) {
    const failed = line.runs.map((run) => failures.get(run)).find((why) => why !== undefined);
    const text = failed ?? line.why_not ?? line.remark;
    if (text !== null) {
      notes.set(text, [...(notes.get(text) ?? []), number]);
    }
  }
  return [...notes].map(([text, numbers]) => ({ text, lines: numbers }));
}

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
  'computed_old_median',
  'computed_new_median',
] as const;

/** Texts of the verdict states for the CSV file; those of verdicts are the same as in `verdict.rs`. */
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

/** Returns the text of the CSV file. */
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
      computed && computed.old,
      computed && computed.new,
    ];
  });
  return csvText([COLUMNS, ...rows]);
}
