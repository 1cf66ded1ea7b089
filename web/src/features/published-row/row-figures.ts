/** The figures of a row: what was published, what the engine computes, and the verdict. */
import {
  fetchComputed,
  isStale,
  type ComputedFile,
  type VerdictState,
} from '../../core/published.ts';
import type { RowPlace } from '../../core/link/results-route.ts';

/** A value with the old kernel and with the new; null where there is none. */
export type Pair = readonly [old: number | null, now: number | null];

/** A figure of the row that runs compute. */
export interface RowFigure {
  metric: string;
  unit: string;
  published: Pair;
  /** Null where this build has not computed it. */
  computed: Pair | null;
  verdict: VerdictState;
}

/** A row of the Results page. */
export interface Row {
  /** Whether the figures were measured for this project instead of published. */
  measured: boolean;
  /** The old kernel, and the new one if there is one. */
  kernels: string[];
  /** The figure that was chosen on the Results page comes first. */
  figures: RowFigure[];
  /** Whether the first figure is one that was chosen. */
  chosen: boolean;
  /** Whether an earlier version of the model computed the figures. */
  stale: boolean;
}

/** As much of a file of published figures as is read here. */
interface Posting {
  measured?: boolean;
  rows: (Omit<RowPlace, 'posting' | 'figure'> & {
    old_kernel: string;
    new_kernel?: string;
    figures: PublishedFigure[];
  })[];
}

interface PublishedFigure {
  metric: string;
  unit: string;
  old?: number;
  new?: number;
  /** Runs over which the values are sums. */
  sum_of_runs?: number;
  not_modelled?: string;
}

/** Fetches a row; null where the address names none, or its file cannot be had. */
export async function fetchRow(place: RowPlace, signal: AbortSignal): Promise<Row | null> {
  const [posting, computed] = await Promise.all([
    fetchPosting(place.posting, signal),
    fetchComputed(),
  ]);
  return posting && rowOf(place, posting, computed);
}

async function fetchPosting(name: string, signal: AbortSignal): Promise<Posting | null> {
  // The name comes from the address.
  if (!/^[a-z0-9-]+$/.test(name)) {
    return null;
  }
  const response = await fetch(new URL(`published/${name}.json`, document.baseURI), { signal });
  return response.ok ? ((await response.json()) as Posting) : null;
}

function rowOf(place: RowPlace, posting: Posting, computed: ComputedFile | null): Row | null {
  const at = posting.rows.findIndex(
    ({ table, row, workload }) =>
      table === place.table && row === place.row && workload === place.workload,
  );
  const row = posting.rows[at];
  if (!row) {
    return null;
  }
  const entries = computed?.postings[place.posting] ?? [];
  const all = posting.rows.reduce((sum, { figures }) => sum + figures.length, 0);
  // Entries follow the figures of the whole file; with another number of them they are about other figures.
  const first =
    entries.length === all
      ? posting.rows.slice(0, at).reduce((sum, { figures }) => sum + figures.length, 0)
      : all;
  const figures = row.figures.flatMap((figure, number) =>
    figure.not_modelled === undefined ? [figureOf(figure, entries[first + number] ?? null)] : [],
  );
  const chosen = figures.find(({ metric }) => metric === place.figure);
  const { old_kernel: old, new_kernel: now } = row;
  return {
    measured: posting.measured === true,
    kernels: now === undefined ? [old] : [old, now],
    figures: chosen ? [chosen, ...figures.filter((figure) => figure !== chosen)] : figures,
    chosen: chosen !== undefined,
    stale: computed !== null && isStale(computed),
  };
}

type Entry = ComputedFile['postings'][string][number];

function figureOf(figure: PublishedFigure, entry: Entry): RowFigure {
  const { metric, unit, old, new: now, sum_of_runs: runs = 1 } = figure;
  const published = [old, now].map((value) => (value === undefined ? null : value / runs));
  return {
    metric,
    unit,
    published: [published[0] ?? null, published[1] ?? null],
    computed: entry && computedOf(entry),
    verdict: entry?.[0] ?? 'waiting',
  };
}

/** As on the Results page: the median where there are several seeds. */
function computedOf([, old, now, olds, nows]: NonNullable<Entry>): Pair {
  return [olds?.[1] ?? old, nows?.[1] ?? now];
}
