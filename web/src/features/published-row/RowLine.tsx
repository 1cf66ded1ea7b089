/** The published figures of a row in a line, and the way back to it. */
import { useEffect, useState, type ReactElement } from 'react';

import { formatCount } from '../../base/format.ts';
import { plainTitle } from '../../core/lab/lanes.ts';
import { useLab } from '../../core/lab/store.ts';
import { rowHash, type RowPlace } from '../../core/link/results-route.ts';
import './row.css';

/** Figures that are shown; the table has all. */
const SHOWN = 3;

/** As much of a file of published figures as is read here. */
interface Posting {
  measured?: boolean;
  rows: (Omit<RowPlace, 'posting'> & {
    old_kernel: string;
    new_kernel?: string;
    figures: Figure[];
  })[];
}

interface Figure {
  metric: string;
  unit: string;
  old?: number;
  new?: number;
  /** Runs over which the values are sums. */
  sum_of_runs?: number;
  not_modelled?: string;
}

/** The row with the name of its table; nothing while it is not there, and where there is none. */
export function RowLine({ place }: { place: RowPlace }): ReactElement | null {
  const posting = usePosting(place.posting);
  const changed = useLab(
    ({ scenario }) => scenario && plainTitle(scenario.title) !== scenario.title,
  );
  const row = posting?.rows.find(
    ({ table, row: name, workload }) =>
      table === place.table && name === place.row && workload === place.workload,
  );
  if (!posting || !row) {
    return null;
  }
  const figures = row.figures.filter(({ not_modelled: why }) => why === undefined);
  const kernels = [row.old_kernel, row.new_kernel].filter((kernel) => kernel !== undefined);
  return (
    <p className="published-row">
      <span className="quiet">
        {`${posting.measured === true ? 'Measured' : 'Published'} with ${kernels.join(' → ')}:`}
      </span>
      {figures.slice(0, SHOWN).map((figure) => (
        <span key={figure.metric}>
          {figure.metric} <strong className="number">{valuesOf(figure)}</strong>
        </span>
      ))}
      {row.new_kernel === undefined && (
        <span className="quiet">One kernel: A and B are the same run.</span>
      )}
      {changed && <strong>This run was changed: these figures are not about it.</strong>}
      <a href={`./results.html${rowHash(place)}`}>The engine’s figures for this row</a>
    </p>
  );
}

function valuesOf({ old, new: now, unit, sum_of_runs: runs = 1 }: Figure): string {
  const values = [old, now]
    .filter((value) => value !== undefined)
    .map((value) => format(value / runs));
  return `${values.join(' → ')}${unit === 'events' ? '' : ` ${unit}`}`;
}

function format(value: number): string {
  return Math.abs(value) >= 1000 ? formatCount(value) : String(Number(value.toPrecision(4)));
}

/** The file of a posting; null while it is not there. */
function usePosting(name: string): Posting | null {
  const [posting, setPosting] = useState<Posting | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    fetchPosting(name, controller.signal).then(setPosting, () => undefined);
    return () => controller.abort();
  }, [name]);
  return posting;
}

async function fetchPosting(name: string, signal: AbortSignal): Promise<Posting | null> {
  // The name comes from the address.
  if (!/^[a-z0-9-]+$/.test(name)) {
    return null;
  }
  const response = await fetch(new URL(`published/${name}.json`, document.baseURI), { signal });
  return response.ok ? ((await response.json()) as Posting) : null;
}
