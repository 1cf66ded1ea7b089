/** The verdicts of all postings. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { hashOf } from '../../../core/link/results-route.ts';
import { VERDICT_NAMES, VERDICT_STATES, type VerdictState } from '../../../core/published.ts';
import { VerdictIcon } from '../../../widgets/FigureVerdict.tsx';
import { useResults, type Planned } from '../store.ts';
import {
  countVerdicts,
  judgingOf,
  linesOf,
  othersNote,
  samplesNote,
  type Judging,
  type PlacedLine,
} from '../tables.ts';
import { Counts, Origin, RunPanel, VerdictBar, VerdictMeanings } from './Head.tsx';
import { Scatter } from './Scatter.tsx';

/** Failed runs are not counted here: their rows show them. */
function isCounted(verdictState: VerdictState): boolean {
  return verdictState !== 'failed';
}

/** Renders the first view of the page. */
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
  const isMeasured = ({ row }: PlacedLine) => outline.postings[row.posting]?.measured === true;
  const published = lines.filter((line) => !isMeasured(line));
  const measured = lines.filter(isMeasured);
  const samples = samplesNote(judgingOf(published, judged, failures), 'published figures');
  return (
    <>
      <h2 className="view-title">{headlineOf(judgingOf(published, judged, failures))}</h2>
      {measured.length > 0 && (
        <p className="view-second">{measuredOf(judgingOf(measured, judged, failures))}</p>
      )}
      <p className="view-lead">
        This page compares every figure of the postings studied here, and of this project’s own runs
        of real kernels, with the value that this engine computes for the same machine and workload.
        If a posting has a figure for two kernels, the verdict compares the change from the old
        kernel to the new one. {othersNote(lines, judged, failures)}
      </p>
      <Origin lines={lines} />
      <Counts lines={lines} total={false} />
      <div
        className="card table-scroll"
        role="region"
        aria-label="Verdicts by posting"
        tabIndex={0}
      >
        <table className="verdicts figures-stacked">
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
            {ofPosting
              .filter(({ posting }) => !posting.measured)
              .map(({ posting, lines: own }) => (
                <PostingRow key={posting.posting} posting={posting} lines={own} columns={columns} />
              ))}
            <SumRow name="All postings" lines={published} columns={columns} />
          </tbody>
          <tbody>
            {ofPosting
              .filter(({ posting }) => posting.measured)
              .map(({ posting, lines: own }) => (
                <PostingRow key={posting.posting} posting={posting} lines={own} columns={columns} />
              ))}
            {measured.length > 0 && <SumRow name="All figures" lines={lines} columns={columns} />}
          </tbody>
        </table>
      </div>
      {samples !== '' && <p className="sum-note">{samples}</p>}
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

/** Summarizes the page in one line. */
function headlineOf({ reproduced, figures }: Judging): string {
  return figures === 0
    ? 'Published and computed figures'
    : `${formatCount(reproduced)} of ${formatCount(figures)} published figures that can judge the model are reproduced`;
}

function measuredOf({ reproduced, figures }: Judging): string {
  return figures === 0
    ? 'The figures that this project measured are not computed yet.'
    : `${formatCount(reproduced)} of ${formatCount(figures)} figures that this project measured on real kernels are reproduced`;
}

interface CountsProps {
  lines: readonly PlacedLine[];
  columns: readonly VerdictState[];
}

interface PostingRowProps extends CountsProps {
  posting: Planned['outline']['postings'][number];
}

function PostingRow({ posting, ...counts }: PostingRowProps): ReactElement {
  return (
    <tr>
      <th scope="row">
        <a href={hashOf({ view: 'posting', posting: posting.posting, table: null })}>
          {posting.title}
        </a>
        {!posting.measured && (
          <span className="row-note">
            {posting.source.split(';')[0]?.replace(', linux-mm', '')}
          </span>
        )}
      </th>
      <CountCells {...counts} />
    </tr>
  );
}

interface SumRowProps extends CountsProps {
  name: string;
}

function SumRow({ name, ...counts }: SumRowProps): ReactElement {
  return (
    <tr className="verdicts-sum">
      <th scope="row">{name}</th>
      <CountCells {...counts} />
    </tr>
  );
}

/** Renders how many figures have each verdict, and how many there are. */
function CountCells({ lines, columns }: CountsProps): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const counts = countVerdicts(lines, judged, failures);
  return (
    <>
      <td className="verdict">
        <VerdictBar counts={counts} />
      </td>
      {columns.map((verdictState) => (
        <td key={verdictState} className="figure number">
          <span className="stacked-label">
            <VerdictIcon verdictState={verdictState} /> {VERDICT_NAMES[verdictState]}
          </span>
          {counts[verdictState] === 0 ? <span className="quiet">0</span> : counts[verdictState]}
        </td>
      ))}
      <td className="figure number">
        <span className="stacked-label">all</span>
        {formatCount(lines.length)}
      </td>
    </>
  );
}
