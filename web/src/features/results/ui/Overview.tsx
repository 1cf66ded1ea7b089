/** The verdicts of all postings. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { hashOf } from '../../../core/link/results-route.ts';
import { useResults, type Planned } from '../store.ts';
import {
  judgingOf,
  linesOf,
  othersNote,
  samplesNote,
  withoutLogs,
  type Judging,
  type PlacedLine,
} from '../tables.ts';
import { Counts, Origin, RunPanel, VerdictMeanings } from './Head.tsx';
import { Scatter } from './Scatter.tsx';
import { VerdictTable, type VerdictRow } from './VerdictTable.tsx';

/** Renders the first view of the page. */
export function Overview({ planned }: { planned: Planned }): ReactElement {
  const { outline, lines } = planned;
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const filter = useResults((state) => state.filter);
  const rowsOf = (measured: boolean): VerdictRow[] =>
    outline.postings.flatMap((posting, number) =>
      posting.measured === measured
        ? {
            name: posting.title,
            address: hashOf({ view: 'posting', posting: posting.posting, table: null }),
            note: measured ? '' : (posting.source.split(';')[0]?.replace(', linux-mm', '') ?? ''),
            lines: lines.filter(({ row }) => row.posting === number),
          }
        : [],
    );
  const isMeasured = ({ row }: PlacedLine) => outline.postings[row.posting]?.measured === true;
  const published = lines.filter((line) => !isMeasured(line));
  const measured = lines.filter(isMeasured);
  const samples = samplesNote(judgingOf(published, judged, failures), 'published figures');
  const apart = withoutLogs(published, judged, failures);
  return (
    <>
      <h2 className="view-title">{headlineOf(judgingOf(published, judged, failures))}</h2>
      {measured.length > 0 && (
        <p className="view-second">{measuredOf(judgingOf(measured, judged, failures))}</p>
      )}
      {apart !== '' && <p className="view-lead">{apart}</p>}
      <p className="view-lead">
        This page compares every figure of the postings studied here, and of this project’s own runs
        of real kernels, with the value that this engine computes for the same machine and workload.
        With two kernels, only the change is judged, not the values: if a published time fell to
        0.64 of the old one, a computed fall to between 0.41 and 0.80 (the square and the square
        root) reproduces it. With one kernel, the value must be at most 1.25 times larger or
        smaller. {othersNote(lines, judged, failures)}
      </p>
      <Origin lines={lines} />
      <Counts lines={lines} total={false} />
      <VerdictTable
        label="Verdicts by posting"
        what="posting"
        groups={[
          [...rowsOf(false), { ...SUM, name: 'All postings', lines: published }],
          [
            ...rowsOf(true),
            ...(measured.length > 0 ? [{ ...SUM, name: 'All figures', lines }] : []),
          ],
        ]}
      />
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
    : `${formatCount(reproduced)} of ${formatCount(figures)} clear figures of the postings are reproduced`;
}

function measuredOf({ reproduced, figures }: Judging): string {
  return figures === 0
    ? 'The figures that this project measured are not computed yet.'
    : `${formatCount(reproduced)} of ${formatCount(figures)} figures that this project measured on real kernels are reproduced`;
}

const SUM = { address: null, note: '' };
