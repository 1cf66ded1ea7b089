/** The verdicts of every posting. */
import type { ReactElement } from 'react';

import { hashOf } from '../../../core/link/results-route.ts';
import { useResults, type Planned } from '../store.ts';
import {
  STANDINGS,
  STANDING_WORDS,
  countStandings,
  type PlacedLine,
  type Standing,
} from '../tables.ts';
import { RunPanel } from './RunPanel.tsx';
import { Counts, StandingMark, StandingBar } from './Standing.tsx';

/** A run that failed is told on its row. */
function isCounted(standing: Standing): boolean {
  return standing !== 'failed';
}

/** The page's first view. */
export function Overview({ planned }: { planned: Planned }): ReactElement {
  const { outline, lines } = planned;
  const finished = useResults((state) => state.finished.size);
  const ofPosting = outline.postings.map((posting, number) => ({
    posting,
    lines: lines.filter(({ row }) => row.posting === number),
  }));
  return (
    <>
      <h2 className="view-title">Published beside computed</h2>
      <p className="view-lead">
        Every figure of the postings studied here, and of the runs of a real kernel, beside what
        this engine computes for the same machine and workload. A figure that was published for two
        kernels is judged by its change from the old to the new. Misses stay in the list, and what
        is not modelled says why.
      </p>
      <Counts lines={lines} />
      {finished === 0 && (
        <p className="empty">
          Nothing has been computed in this browser yet: choose a posting, or run everything.
          Machines run in the background of this page, one for each processor but one.
        </p>
      )}
      <RunPanel choices={[{ label: 'Run everything', lines }]} />
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
              {STANDINGS.filter(isCounted).map((standing) => (
                <th key={standing} scope="col" className="figure">
                  <StandingMark standing={standing} /> {STANDING_WORDS[standing]}
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
              />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface PostingRowProps {
  name: string;
  title: string;
  lines: readonly PlacedLine[];
}

function PostingRow({ name, title, lines }: PostingRowProps): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const counts = countStandings(lines, judged, failures);
  return (
    <tr>
      <th scope="row">
        <a href={hashOf({ view: 'posting', posting: name, table: null })}>{title}</a>
        <span className="row-note">{name}</span>
      </th>
      <td>
        <StandingBar counts={counts} />
      </td>
      {STANDINGS.filter(isCounted).map((standing) => (
        <td key={standing} className="figure number">
          {counts[standing] === 0 ? <span className="quiet">–</span> : counts[standing]}
        </td>
      ))}
      <td className="figure number">{lines.length}</td>
    </tr>
  );
}
