/** A posting, or one of its tables. */
import { useMemo, type ReactElement } from 'react';

import { hashOf } from '../../../core/link/results-route.ts';
import { useResults, type Planned } from '../store.ts';
import { sectionsOf, type Table } from '../tables.ts';
import { MarksLegend } from './PairMarks.tsx';
import { RunPanel, type Choice } from './RunPanel.tsx';
import { SectionTable } from './SectionTable.tsx';
import { Counts } from './Standing.tsx';

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
  const nothing = useResults((state) => state.finished.size === 0);
  const tables = planned.tables.filter((other) => other.posting === number);
  const shown = tables.find((other) => other.name === table) ?? tables[0];
  if (!posting || !shown) {
    return (
      <p className="view-lead">
        There is no posting “{name}” here. <a href={hashOf({ view: 'overview' })}>See them all</a>.
      </p>
    );
  }
  const lines = tables.flatMap((other) => other.lines);
  const choices: Choice[] = [
    { label: 'Run this table', lines: shown.lines },
    ...(tables.length > 1 ? [{ label: 'Run this posting', lines }] : []),
    { label: 'Run everything', lines: planned.lines },
  ];
  return (
    <>
      <h2 className="view-title">
        {posting.title}
        {tables.length > 1 && <span className="view-table"> · {shown.name}</span>}
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
              {other}
            </a>
          ))}
        </nav>
      )}
      <Counts lines={shown.lines} />
      <RunPanel choices={choices} />
      {nothing && shown.lines.some(({ line }) => line.runs.length > 0) && (
        <p className="empty">
          These are the {posting.measured ? 'measured' : 'published'} figures. Run this table and
          what the engine computes appears beside them, run by run.
        </p>
      )}
      <MarksLegend measured={posting.measured} />
      <Sections table={shown} measured={posting.measured} />
    </>
  );
}

function Sections({ table, measured }: { table: Table; measured: boolean }): ReactElement {
  const sections = useMemo(() => sectionsOf(table), [table]);
  return (
    <>
      {sections.map((section) => (
        <SectionTable
          key={`${section.kind} ${section.title} ${section.note}`}
          section={section}
          measured={measured}
        />
      ))}
    </>
  );
}
