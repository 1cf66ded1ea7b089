/**
 * A row of the Results page in one line: its published and computed figures, which it fetches, and the link back to the
 * row.
 */
import { useEffect, useState, type ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { plainTitle, sameLanes } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { END_NS } from '../../core/lab/timeline.ts';
import { rowHash, type RowPlace } from '../../core/link/results-route.ts';
import {
  fetchComputed,
  figureTitle,
  formatPair,
  isStale,
  formatRange,
  type ComputedFile,
  type Spread,
  type VerdictState,
} from '../../core/published.ts';
import { useTick } from '../../core/time.ts';
import { VerdictName } from '../../widgets/FigureVerdict.tsx';
import './row.css';

/** The values with the old and the new kernel; null if there is none. */
type Pair = readonly [old: number | null, now: number | null];

/** A figure of the row that can be computed. */
interface RowFigure {
  metric: string;
  unit: string;
  published: Pair;
  /** Null if this build has not computed it. */
  computed: Pair | null;
  /** The range of the seeds, for each kernel; null if they agree. */
  ranges: readonly [old: string | null, now: string | null];
  verdict: VerdictState;
}

/** A row of the Results page. */
interface Row {
  /** Whether the figures were measured for this project instead of published. */
  measured: boolean;
  /** The old kernel, and the new one if there is one. */
  kernels: string[];
  /** The figure that the user chose on the Results page comes first, then those that say most about the run. */
  figures: RowFigure[];
  /** Whether the first figure was chosen. */
  chosen: boolean;
  /** Whether an earlier version of the model computed the figures. */
  stale: boolean;
  /** Number of seeds with which the figures were computed; 1 if nothing was. */
  seeds: number;
}

/**
 * Renders the first figure of the row, and the others on request; nothing until the row is fetched, or if it cannot be
 * fetched.
 */
export function RowLine({ place }: { place: RowPlace }): ReactElement | null {
  const row = useRow(place);
  const [unfolded, setUnfolded] = useState(false);
  // The title tells of another machine, but not of other kernels and switches.
  const changed = useLab(
    ({ scenario, opened }) =>
      scenario !== null &&
      (plainTitle(scenario.title) !== scenario.title ||
        (opened !== null && !sameLanes(scenario, opened))),
  );
  const seed = useLab(({ scenario }) => scenario?.seed ?? 1);
  const [first, ...others] = row?.figures ?? [];
  if (!row) {
    return null;
  }
  const published = row.measured ? 'measured' : 'published';
  return (
    <section className="published-row" aria-label="Figures from the Results page">
      {first && <FigureLine figure={first} chosen={row.chosen} {...{ published, changed }} />}
      <p>
        <span className="quiet">{row.kernels.join(' → ')}</span>
        {row.kernels.length === 1 && (
          <span className="quiet">One kernel: A and B are the same run.</span>
        )}
        {row.seeds > 1 && !changed && (
          <span className="quiet">
            Computed: median (range) of seeds {seed} to {seed + row.seeds - 1}. This run has seed{' '}
            {seed}, so its figures can differ.
          </span>
        )}
        {row.stale && <span className="quiet">Computed by an earlier version of the model.</span>}
        {changed && (
          <strong>You changed this run. The published row is for the unchanged run.</strong>
        )}
        {others.length > 0 && (
          <button
            type="button"
            className="link-button"
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            {unfolded ? 'Show fewer' : moreOf(others.length)}
          </button>
        )}
        <ToEnd />
        <a href={`./results.html${rowHash(place)}`}>This row on the Results page</a>
      </p>
      {unfolded && <Others figures={others} {...{ published, changed }} />}
    </section>
  );
}

/** Renders a button that computes both lanes to their end, where most figures are read; nothing once they are there. */
function ToEnd(): ReactElement | null {
  useTick('text');
  const goes = useLab((state) => state.goalNs !== null);
  const over = lab.lanes.loaded()?.every(({ state }) => state.finished) ?? true;
  return over || goes ? null : (
    <button type="button" className="link-button" onClick={() => lab.goTo(END_NS)}>
      Go to the end
    </button>
  );
}

function moreOf(figures: number): string {
  return figures === 1 ? '1 more figure' : `${figures} more figures`;
}

interface FigureLineProps {
  figure: RowFigure;
  /** Whether the user chose this figure on the Results page. */
  chosen: boolean;
  /** Origin of the figures: published or measured. */
  published: string;
  /** Whether the current run differs from the row's run, to which the verdict belongs. */
  changed: boolean;
}

function FigureLine({ figure, chosen, published, changed }: FigureLineProps): ReactElement {
  return (
    <p className={chosen ? 'is-chosen' : undefined}>
      <span title={chosen ? 'The figure that you chose on the Results page' : undefined}>
        <FigureName {...figure} />
      </span>
      <span>
        <span className="quiet">{published}</span>{' '}
        <strong className="number">{textOf(figure.published, figure)}</strong>
      </span>
      {figure.computed && !changed && (
        <span>
          <span className="quiet">computed</span>{' '}
          <strong className="number">{textOf(figure.computed, figure)}</strong>
          <RangeOf {...figure} />
        </span>
      )}
      {!changed && <VerdictName verdictState={figure.verdict} />}
    </p>
  );
}

interface OthersProps extends Pick<FigureLineProps, 'published' | 'changed'> {
  figures: RowFigure[];
}

function Others({ figures, published, changed }: OthersProps): ReactElement {
  return (
    <div className="row-others" role="region" aria-label="More figures of this row" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">figure</th>
            <th scope="col">{published}</th>
            {!changed && (
              <>
                <th scope="col">computed</th>
                <th scope="col">verdict</th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.map((figure) => (
            <tr key={figure.metric}>
              <th scope="row">
                <FigureName {...figure} />
              </th>
              <td className="number">{textOf(figure.published, figure)}</td>
              {!changed && (
                <>
                  <td className="number">
                    {figure.computed && textOf(figure.computed, figure)}
                    <RangeOf {...figure} />
                  </td>
                  <td>
                    <VerdictName verdictState={figure.verdict} />
                  </td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Renders the title of the figure, and its name in the posting if that is one of the kernel's names. */
function FigureName({ metric }: Pick<RowFigure, 'metric'>): ReactElement {
  const title = figureTitle({ metric });
  return (
    <>
      {title}
      {title !== metric && !metric.includes(' ') && (
        <>
          {' '}
          <code>{metric}</code>
        </>
      )}
    </>
  );
}

/** Renders the ranges of the seeds. A figure published for one kernel has one. */
function RangeOf({ ranges, published }: Pick<RowFigure, 'ranges' | 'published'>): ReactElement {
  const paired = published.every((value) => value !== null);
  const shown = ranges.slice(0, paired ? 2 : 1).filter((range) => range !== null);
  return <>{shown.length > 0 && <span className="quiet number"> {shown.join(' → ')}</span>}</>;
}

/** A figure published for one kernel may have computed values for both. */
function textOf([old, now]: Pair, { unit, published }: RowFigure): string {
  const paired = published.every((value) => value !== null);
  const text = formatPair(old, now, paired && old !== null && now !== null);
  return unit === 'events' ? text : `${text} ${unit}`;
}

/** Returns the row; null until it is fetched. */
function useRow(place: RowPlace): Row | null {
  const [row, setRow] = useState<Row | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetchRow(place, controller.signal).then(setRow, () => undefined);
    return () => controller.abort();
  }, [place]);
  return row;
}

// Fetches the figures.

/** The part of a file of published figures that is read here. */
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
  /** Number of runs over which the values are summed. */
  sum_of_runs?: number;
  not_modelled?: string;
}

/** Fetches a row; null if the address names none, or its file cannot be fetched. */
async function fetchRow(place: RowPlace, signal: AbortSignal): Promise<Row | null> {
  const [posting, computed] = await Promise.all([
    fetchPosting(place.posting, signal),
    fetchComputed(),
  ]);
  return posting && rowOf(place, posting, computed);
}

async function fetchPosting(name: string, signal: AbortSignal): Promise<Posting | null> {
  // The name comes from the address, so check it.
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
  // Entries are in the order of all figures of the file. If their number differs, they belong to another version of the
  // file.
  const first =
    entries.length === all
      ? posting.rows.slice(0, at).reduce((sum, { figures }) => sum + figures.length, 0)
      : all;
  const figures = row.figures
    .flatMap((figure, number) =>
      figure.not_modelled === undefined ? [figureOf(figure, entries[first + number] ?? null)] : [],
    )
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  const chosen = figures.find(({ metric }) => metric === place.figure);
  const { old_kernel: old, new_kernel: now } = row;
  return {
    measured: posting.measured === true,
    kernels: now === undefined ? [old] : [old, now],
    figures: chosen ? [chosen, ...figures.filter((figure) => figure !== chosen)] : figures,
    chosen: chosen !== undefined,
    stale: computed !== null && isStale(computed),
    seeds: figures.some(({ computed: values }) => values !== null) ? (computed?.seeds ?? 1) : 1,
  };
}

/** The figures that say how long the whole run took, or how much it did in a second. */
const WHOLE_RUN = new Set(['elapsed', 'seconds time elapsed', 'real', 'files_per_sec_mean']);
const JUDGED: ReadonlySet<VerdictState> = new Set(['reproduced', 'direction_only', 'missed']);

/** Returns the rank of a figure in its row: first the time or the throughput, then the others with a verdict. */
function rankOf({ metric, verdict }: RowFigure): number {
  return WHOLE_RUN.has(metric) ? 0 : JUDGED.has(verdict) ? 1 : 2;
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
    ranges: [rangeOf(entry?.[3]), rangeOf(entry?.[4])],
    verdict: entry?.[0] ?? 'waiting',
  };
}

function rangeOf(spread: Spread | undefined): string | null {
  const [least, median, most] = spread ?? [];
  return least === undefined || median === undefined || most === undefined
    ? null
    : formatRange({ least, median, most });
}

/** Returns the median if there are several seeds, as on the Results page. */
function computedOf([, old, now, olds, nows]: NonNullable<Entry>): Pair {
  return [olds?.[1] ?? old, nows?.[1] ?? now];
}
