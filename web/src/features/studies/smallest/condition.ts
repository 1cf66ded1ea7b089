/** A condition as rows of a form: the text for the engine, and the errors of each row. */
import { formatNumber } from '../../../base/format.ts';
import type { SearchProgress } from '../../../engine/generated/scenario.ts';
import { sentenceOf } from '../../../engine/problems.ts';
import type { Problem, Scenario } from '../../../engine/types.ts';
import { MEASURE_LANES, type MeasurePrefix } from '../measures.ts';

/** The engine's comparison operators, and how the page shows them. */
export const SIGNS = { '>=': '≥', '<=': '≤', '==': '=', '!=': '≠', '>': '>', '<': '<' } as const;

export type Sign = keyof typeof SIGNS;

/** Maximum number of rows of a condition; the engine accepts no more. */
export const ROWS_MOST = 10;
/** Maximum number of seeds that the form offers. */
export const SEEDS_MOST = 5;
/** Default for the number of scenarios to try, as on the command line. */
const TRIES = '1000';
const TRIES_MOST = 100_000;

/** One comparison. */
export interface Row {
  lane: MeasurePrefix;
  /** The measure without its lane prefix. */
  measure: string;
  sign: Sign;
  /** The number as typed. */
  number: string;
}

/** The contents of the form. */
export interface Asked {
  rows: readonly Row[];
  seeds: number;
  /** The number of scenarios to try, as typed. */
  tries: string;
}

/** An error in a part of the form, as a sentence. */
export interface Wrong {
  /** The row; null if the error does not belong to a single row. */
  row: number | null;
  part: 'measure' | 'number' | 'tries' | null;
  text: string;
  /** A replacement for the row that would make the condition hold. */
  instead?: Row;
}

/** Returns the initial form: reclaim writes at least 100 pages in lane A, and none in lane B. */
export function startOf({ against }: Pick<Scenario, 'against'>): Asked {
  const measure = 'counter:nr_vmscan_write';
  const a: Row = { lane: '', measure, sign: '>=', number: '100' };
  const b: Row = { lane: 'b:', measure, sign: '==', number: '0' };
  return { rows: against ? [a, b] : [a], seeds: 1, tries: TRIES };
}

function nameOf({ lane, measure }: Row): string {
  return `${lane === '' ? 'a:' : lane}${measure.trim()}`;
}

/** Returns the text of a comparison for the engine. */
function rowText(row: Row): string {
  return `${nameOf(row)} ${row.sign} ${row.number.trim()}`;
}

/** Returns the text of the condition for the engine and the command line. */
export function conditionText(rows: readonly Row[]): string {
  return rows.map(rowText).join(', ');
}

/** Returns the errors of the form that can be found without the engine. */
export function wrongIn({ rows, tries }: Asked): Wrong[] {
  const wrong = rows.flatMap(({ measure, number }, row): Wrong[] => {
    const found: Wrong[] = [];
    if (measure.trim() === '') {
      found.push({ row, part: 'measure', text: 'Choose a measure.' });
    } else if (/[,<>=!]/.test(measure)) {
      const text =
        'The name of a measure must not contain a comma or a comparison operator: rename the task.';
      found.push({ row, part: 'measure', text });
    }
    if (!/^-?\d*\.?\d+$/.test(number.trim())) {
      found.push({ row, part: 'number', text: 'Enter a number, such as 100 or 1.05.' });
    }
    return found;
  });
  const count = Number(tries);
  if (!Number.isInteger(count) || count < 1 || count > TRIES_MOST) {
    const text = `Enter a whole number from 1 to ${formatNumber(TRIES_MOST)}.`;
    wrong.push({ row: null, part: 'tries', text });
  }
  return wrong;
}

/** Returns the engine's problems with the condition, each assigned to its row. */
export function wrongOf(problems: readonly Problem[]): Wrong[] {
  return problems.map((problem) => {
    const part = /^condition, part (\d+)$/.exec(problem.field)?.[1];
    return part === undefined
      ? { row: null, part: null, text: sentenceOf(problem) }
      : { row: Number(part) - 1, part: 'measure', text: sentenceOf({ ...problem, field: '' }) };
  });
}

/** Says why the scenario itself does not meet the condition, at the row that fails, with a suggested fix. */
export function refusalOf(problem: string, rows: readonly Row[]): Wrong {
  const text = `The condition does not hold for the scenario itself: ${problem}.`;
  const without = rows.findIndex((row) => problem.startsWith(`${nameOf(row)} has no value`));
  if (without >= 0) {
    return { row: without, part: 'measure', text: `${text} Choose another measure.` };
  }
  const value = / is (\S+), not /.exec(problem)?.[1] ?? '';
  const row = rows.findIndex((it) => {
    const before = `${nameOf(it)} is ${value}, not ${it.sign} `;
    return problem.startsWith(before) && parseFloat(problem.slice(before.length)) === +it.number;
  });
  const failed = rows[row];
  if (!failed || value === '') {
    return { row: null, part: null, text };
  }
  const { fix, instead } = fixOf(failed, Number(value));
  return { row, part: 'number', text: `${text} ${fix}`, ...(instead && { instead }) };
}

/** Suggests how to change a comparison so that it holds for the present value. */
function fixOf(row: Row, value: number): { fix: string; instead?: Row } {
  const with_ = (sign: Sign, number: number) => ({ ...row, sign, number: String(number) });
  switch (row.sign) {
    case '>=':
    case '>': {
      if (value === 0) {
        return { fix: 'Choose another measure, or a scenario in which it is not 0.' };
      }
      const most = rounded(value, Math.floor);
      return { fix: `Use ${most} or less, or another measure.`, instead: with_('>=', most) };
    }
    case '<=':
    case '<': {
      const least = rounded(value, Math.ceil);
      return { fix: `Use ${least} or more, or another measure.`, instead: with_('<=', least) };
    }
    case '==':
      return { fix: `Use ${value}, or another measure.`, instead: with_('==', value) };
    case '!=':
      return { fix: 'Use another number or measure.' };
  }
}

/** Rounds a fraction to three digits; `round` selects the direction, so that the comparison still holds. */
function rounded(value: number, round: (value: number) => number): number {
  if (Number.isInteger(value)) {
    return value;
  }
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  // The power of ten is applied as text, because floating-point products would not be exact.
  return Number(`${round(Number(`${value}e${digits}`))}e-${digits}`);
}

// The parts of a search that the tab keeps.

/** The result of a search. */
export interface Found {
  /** Why the search ended: no further step was possible, all tries were used, or it was stopped by hand. */
  how: 'done' | 'all tried' | 'stopped';
  condition: string;
  before: SearchProgress;
  after: SearchProgress;
  /** The document of the smallest scenario. */
  document: string;
  /** Whether the smallest scenario differs from the original one. */
  smaller: boolean;
}

/** The last search in this tab. */
export interface KeptSearch {
  link: string;
  asked: Asked;
  found: Found | null;
}

type Part = Readonly<Record<string, unknown>>;

function part(value: unknown): Part {
  return (value ?? {}) as Part;
}

function isRow(value: unknown): value is Row {
  const { lane, measure, sign, number } = part(value);
  return (
    Object.keys(MEASURE_LANES).some((known) => known === lane) &&
    Object.keys(SIGNS).some((known) => known === sign) &&
    typeof measure === 'string' &&
    typeof number === 'string'
  );
}

function isAsked(value: unknown): value is Asked {
  const { rows, seeds, tries } = part(value);
  return (
    Array.isArray(rows) &&
    rows.length > 0 &&
    rows.length <= ROWS_MOST &&
    rows.every(isRow) &&
    Array.from({ length: SEEDS_MOST }, (_, at) => at + 1).some((known) => known === seeds) &&
    typeof tries === 'string'
  );
}

function isProgress(value: unknown): value is SearchProgress {
  const progress = part(value);
  const numbers = ['tries', 'tries_most', 'pages', 'programs', 'longest_ms'];
  return numbers.every((name) => typeof progress[name] === 'number');
}

function isFound(value: unknown): value is Found {
  const { how, condition, before, after, document, smaller } = part(value);
  return (
    ['done', 'all tried', 'stopped'].some((known) => known === how) &&
    typeof condition === 'string' &&
    typeof document === 'string' &&
    typeof smaller === 'boolean' &&
    isProgress(before) &&
    isProgress(after)
  );
}

/** Whether a stored value is a search. */
export function isKept(value: unknown): value is KeptSearch {
  const { link, asked, found } = part(value);
  return typeof link === 'string' && isAsked(asked) && (found === null || isFound(found));
}
