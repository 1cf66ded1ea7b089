/** The verdicts of every posting. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { hashOf } from '../../../core/link/results-route.ts';
import { useResults, type Planned } from '../store.ts';
import {
  VERDICT_STATES,
  VERDICT_NAMES,
  countVerdicts,
  linesOf,
  type PlacedLine,
  type VerdictState,
} from '../tables.ts';
import { Origin } from './Origin.tsx';
import { RunPanel } from './RunPanel.tsx';
import { Scatter } from './Scatter.tsx';
import { Counts, VerdictBar, VerdictIcon, VerdictMeanings } from './VerdictIcon.tsx';

/** A run that failed is told on its row. */
function isCounted(verdictState: VerdictState): boolean {
  return verdictState !== 'failed';
}

/** The page's first view. */
export function Overview({ planned }: { planned: Planned }): ReactElement {
  const { outline, lines } = planned;
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const filter = useResults((state) => state.filter);
  const counts = countVerdicts(lines, judged, failures);
  const columns = VERDICT_STATES.filter(
    (verdictState) => isCounted(verdictState) && counts[verdictState] > 0,
  );
  const ofPosting = outline.postings.map((posting, number) => ({
    posting,
    lines: lines.filter(({ row }) => row.posting === number),
  }));
  return (
    <>
      <h2 className="view-title">{headlineOf(counts)}</h2>
      <p className="view-lead">
        Every figure of the postings studied here, and of runs of a real kernel, beside what this
        engine computes for the same machine and workload. A figure of two kernels is judged by its
        change from the old to the new.
      </p>
      <Origin lines={lines} />
      <Counts lines={lines} />
      <div
        className="card table-scroll"
        role="region"
        aria-label="Verdicts by posting"
        tabIndex={0}
      >
        <table className="verdicts">
          <thead>
            <tr>
              <th scope="col">posting</th>
              <th scope="col">
                <span className="visually-hidden">shares</span>
              </th>
              {columns.map((verdictState) => (
                <th key={verdictState} scope="col" className="figure">
                  <VerdictIcon verdictState={verdictState} /> {VERDICT_NAMES[verdictState]}
                </th>
              ))}
              <th scope="col" className="figure">
                all
              </th>
            </tr>
          </thead>
          <tbody>
            {ofPosting.map(({ posting, lines: own }) => (
              <PostingRow
                key={posting.posting}
                name={posting.posting}
                title={posting.title}
                lines={own}
                columns={columns}
              />
            ))}
          </tbody>
        </table>
      </div>
      <Scatter
        planned={planned}
        lines={linesOf(lines, filter, judged, failures)}
        known="published"
      />
      <VerdictMeanings />
      <RunPanel choices={[{ what: 'everything', lines }]} />
    </>
  );
}

/** The page in one line. */
function headlineOf(counts: Record<VerdictState, number>): string {
  const { reproduced, direction_only, missed } = counts;
  const all = reproduced + direction_only + missed;
  return all === 0
    ? 'Published beside computed'
    : `${formatCount(reproduced)} of ${formatCount(all)} figures that can judge the model are reproduced`;
}

interface PostingRowProps {
  name: string;
  title: string;
  lines: readonly PlacedLine[];
  columns: readonly VerdictState[];
}

function PostingRow({ name, title, lines, columns }: PostingRowProps): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const counts = countVerdicts(lines, judged, failures);
  return (
    <tr>
      <th scope="row">
        <a href={hashOf({ view: 'posting', posting: name, table: null })}>{title}</a>
        <span className="row-note">{name}</span>
      </th>
      <td>
        <VerdictBar counts={counts} />
      </td>
      {columns.map((verdictState) => (
        <td key={verdictState} className="figure number">
          {counts[verdictState] === 0 ? <span className="quiet">0</span> : counts[verdictState]}
        </td>
      ))}
      <td className="figure number">{formatCount(lines.length)}</td>
    </tr>
  );
}
