/** A posting, or one of its tables. */
import { useMemo, type ReactElement } from 'react';

import { hashOf } from '../../../core/link/results-route.ts';
import { useResults, type Planned } from '../store.ts';
import {
  judgingOf,
  linesOf,
  samplesNote,
  sectionsOf,
  verdictStateOf,
  type PlacedLine,
  type Table,
} from '../tables.ts';
import { reasonsFor } from '../reasons.ts';
import { tableTitle } from '../titles.ts';
import { MarksLegend } from './PairMarks.tsx';
import { Origin } from './Origin.tsx';
import { RunPanel, type Choice } from './RunPanel.tsx';
import { Scatter } from './Scatter.tsx';
import { SectionTable } from './SectionTable.tsx';
import { Counts, VerdictMeanings } from './VerdictIcon.tsx';

interface PostingViewProps {
  planned: Planned;
  name: string;
  /** The table; the first one where it is left out or is not there. */
  table: string | null;
}

/** Title, verdicts, what can be computed, and the figures of a table. */
export function PostingView({ planned, name, table }: PostingViewProps): ReactElement {
  const number = planned.outline.postings.findIndex(({ posting }) => posting === name);
  const posting = planned.outline.postings[number];
  const tables = planned.tables.filter((other) => other.posting === number);
  const shown = tables.find((other) => other.name === table) ?? tables[0];
  if (!posting || !shown) {
    return (
      <p className="view-lead">
        There is no posting “{name}” here. <a href={hashOf({ view: 'overview' })}>All verdicts</a>.
      </p>
    );
  }
  const lines = tables.flatMap((other) => other.lines);
  const choices: Choice[] = [
    { what: 'this table', lines: shown.lines },
    ...(tables.length > 1 ? [{ what: 'this posting', lines }] : []),
    { what: 'everything', lines: planned.lines },
  ];
  return (
    <>
      <h2 className="view-title">
        {posting.title}
        {tables.length > 1 && <span className="view-table"> · {tableTitle(shown.name)}</span>}
      </h2>
      <p className="view-lead">{posting.source}.</p>
      {tables.length > 1 && (
        <nav className="table-links" aria-label="Tables">
          {tables.map(({ name: other }) => (
            <a
              key={other}
              href={hashOf({ view: 'posting', posting: name, table: other })}
              aria-current={other === shown.name ? 'page' : undefined}
            >
              {tableTitle(other)}
            </a>
          ))}
        </nav>
      )}
      <Origin lines={shown.lines} />
      <Counts lines={shown.lines} />
      <Samples table={shown} />
      <Reasons table={shown} posting={name} />
      <Shown planned={planned} table={shown} measured={posting.measured} />
      <VerdictMeanings />
      <RunPanel choices={choices} />
    </>
  );
}

/** That figures share a computed value. */
function Samples({ table }: { table: Table }): ReactElement | null {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const note = samplesNote(judgingOf(table.lines, judged, failures), 'figures with a verdict');
  return note === '' ? null : <p className="samples">{note}</p>;
}

/** What is not reproduced, and why. */
function Reasons({ table, posting }: { table: Table; posting: string }): ReactElement | null {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const missed = table.lines.filter((line) =>
    ['missed', 'direction_only'].includes(verdictStateOf(line, judged, failures)),
  );
  const workloads = new Set(missed.map(({ row }) => row.workload));
  const reasons = missed.length === 0 ? [] : reasonsFor(posting, table.name, workloads);
  return reasons.length === 0 ? null : (
    <ul className="reasons">
      {reasons.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

interface ShownProps {
  planned: Planned;
  table: Table;
  measured: boolean;
}

/** The plot and the tables of the figures that the filter lets through. */
function Shown({ planned, table, measured }: ShownProps): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const filter = useResults((state) => state.filter);
  const lines = linesOf(table.lines, filter, judged, failures);
  if (lines.length === 0) {
    return <p className="empty">No figure of this table has this verdict.</p>;
  }
  return (
    <>
      <Scatter planned={planned} lines={lines} known={measured ? 'measured' : 'published'} />
      {lines.some(({ line }) => line.runs.length > 0) && <MarksLegend measured={measured} />}
      <Sections table={table} lines={new Set(lines)} measured={measured} />
    </>
  );
}

interface SectionsProps {
  table: Table;
  lines: ReadonlySet<PlacedLine>;
  measured: boolean;
}

function Sections({ table, lines, measured }: SectionsProps): ReactElement {
  const sections = useMemo(() => sectionsOf(table), [table]);
  const shown = sections.map((section) => ({
    ...section,
    lines: section.lines.filter((line) => lines.has(line)),
  }));
  return (
    <>
      {shown
        .filter((section) => section.lines.length > 0)
        .map((section) => (
          <SectionTable
            key={`${section.kind} ${section.title} ${section.note}`}
            section={section}
            measured={measured}
          />
        ))}
    </>
  );
}
