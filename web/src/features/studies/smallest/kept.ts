/** What a tab keeps of a search. */
import { MEASURE_LANES } from '../measures.ts';
import type { SearchProgress } from '../types.ts';
import { ROWS_MOST, SEEDS_MOST, SIGNS, type Asked, type Row } from './condition.ts';

/** The result of a search. */
export interface Found {
  /** Why the search ended: no step is left, all tries are used up, or somebody stopped it. */
  how: 'done' | 'all tried' | 'stopped';
  condition: string;
  before: SearchProgress;
  after: SearchProgress;
  /** The document of the smallest scenario. */
  document: string;
  /** Whether it is another one than the scenario itself. */
  smaller: boolean;
}

/** The last search of the tab. */
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
