/** A posting, or one of its tables. */
import { useMemo, type ReactElement } from 'react';

import { hashOf } from '../../../core/link/results-route.ts';
import { tableTitle } from '../../../core/published.ts';
import { useResults, type Planned } from '../store.ts';
import {
  judgingOf,
  linesOf,
  samplesNote,
  sectionsOf,
  verdictStateOf,
  withoutLogs,
  type PlacedLine,
  type Table,
} from '../tables.ts';
import { MarksLegend } from './FigureRow.tsx';
import { Counts, Origin, RunPanel, VerdictMeanings, type Choice } from './Head.tsx';
import { Scatter } from './Scatter.tsx';
import { SectionTable } from './SectionTable.tsx';
import { VerdictTable } from './VerdictTable.tsx';

interface PostingViewProps {
  planned: Planned;
  name: string;
  /** The table; null or an unknown name shows all tables of the posting. */
  table: string | null;
}

/** Renders a table of the posting, or an overview of its tables. */
export function PostingView({ planned, name, table }: PostingViewProps): ReactElement {
  const number = planned.outline.postings.findIndex(({ posting }) => posting === name);
  const posting = planned.outline.postings[number];
  const tables = planned.tables.filter((other) => other.posting === number);
  const [first, ...others] = tables;
  if (!posting || !first) {
    return (
      <p className="view-lead">
        There is no posting “{name}” here. <a href={hashOf({ view: 'overview' })}>All verdicts</a>.
      </p>
    );
  }
  const shown =
    tables.find((other) => other.name === table) ?? (others.length === 0 ? first : null);
  const lines = tables.flatMap((other) => other.lines);
  const choices: Choice[] = [
    ...(shown ? [{ what: 'this table', lines: shown.lines }] : []),
    ...(tables.length > 1 ? [{ what: 'this posting', lines }] : []),
    { what: 'everything', lines: planned.lines },
  ];
  return (
    <>
      <h2 className="view-title">
        {posting.title}
        {shown && tables.length > 1 && (
          <span className="view-table"> · {tableTitle(shown.name)}</span>
        )}
      </h2>
      <p className="view-lead">{posting.source}.</p>
      {shown && tables.length > 1 && <TableLinks name={name} tables={tables} shown={shown} />}
      <Counts lines={shown?.lines ?? lines} total />
      <Origin lines={shown?.lines ?? lines} />
      {shown ? (
        <>
          <Remarks table={shown} posting={name} />
          <VerdictMeanings />
          <Shown planned={planned} table={shown} measured={posting.measured} />
        </>
      ) : (
        <AllTables planned={planned} name={name} tables={tables} measured={posting.measured} />
      )}
      <RunPanel choices={choices} />
    </>
  );
}

interface TablesProps {
  name: string;
  tables: readonly Table[];
}

/** Renders links to the other tables, for narrow pages. */
function TableLinks({ name, tables, shown }: TablesProps & { shown: Table }): ReactElement {
  const link = (table: string | null) => hashOf({ view: 'posting', posting: name, table });
  return (
    <nav className="table-links" aria-label="Tables">
      <a href={link(null)}>All {tables.length} tables</a>
      {tables.map(({ name: other }) => (
        <a key={other} href={link(other)} aria-current={other === shown.name ? 'page' : undefined}>
          {tableTitle(other)}
        </a>
      ))}
    </nav>
  );
}

type AllTablesProps = TablesProps & Pick<ShownProps, 'planned' | 'measured'>;

/** Renders the verdicts of each table of a posting, and the plot of all figures that pass the filter. */
function AllTables({ planned, name, tables, measured }: AllTablesProps): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const filter = useResults((state) => state.filter);
  const lines = useMemo(() => tables.flatMap((table) => table.lines), [tables]);
  const passing = useMemo(
    () => linesOf(lines, filter, judged, failures),
    [lines, filter, judged, failures],
  );
  const { reproduced, figures } = judgingOf(lines, judged, failures);
  const apart = measured ? '' : withoutLogs(lines, judged, failures);
  const rows = tables.map((table) => ({
    name: tableTitle(table.name),
    address: hashOf({ view: 'posting', posting: name, table: table.name }),
    note: '',
    lines: table.lines,
  }));
  const sum = { name: `All ${tables.length} tables`, address: null, note: '', lines };
  return (
    <>
      {apart !== '' && (
        <p>{`${reproduced} of ${figures} clear figures are reproduced. ${apart}`}</p>
      )}
      <VerdictTable label="Verdicts by table" what="table" groups={[[...rows, sum]]} />
      <Scatter planned={planned} lines={passing} known={measured ? 'measured' : 'published'} />
      <VerdictMeanings />
    </>
  );
}

/** Renders, folded, why figures are not reproduced, and whether several figures share a computed value. */
function Remarks({ table, posting }: { table: Table; posting: string }): ReactElement | null {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const missed = table.lines.filter((line) =>
    ['missed', 'direction_only'].includes(verdictStateOf(line, judged, failures)),
  );
  const workloads = new Set(missed.map(({ row }) => row.workload));
  const reasons = missed.length === 0 ? [] : reasonsFor(posting, table.name, workloads);
  const samples = samplesNote(judgingOf(table.lines, judged, failures), 'figures with a verdict');
  const remarks = [...reasons, ...(samples === '' ? [] : [samples])];
  return remarks.length === 0 ? null : (
    <details className="meanings">
      <summary>
        {reasons.length === 0 ? 'About these verdicts' : 'Why some figures are not reproduced'}
      </summary>
      <ul className="reasons">
        {remarks.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  );
}

interface ShownProps {
  planned: Planned;
  table: Table;
  measured: boolean;
}

/** Renders the tables and the plot of the figures that pass the filter. */
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
      {lines.some(({ line }) => line.runs.length > 0) && <MarksLegend measured={measured} />}
      <Sections table={table} lines={new Set(lines)} measured={measured} />
      <Scatter planned={planned} lines={lines} known={measured ? 'measured' : 'published'} />
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

interface Reason {
  posting: string;
  /** The table to which the sentence applies; undefined for the whole posting. */
  table?: string;
  /** The workloads to which the sentence applies; undefined for all. */
  workloads?: readonly string[];
  sentence: string;
}

const REASONS: readonly Reason[] = [
  {
    posting: 'gorman-2010',
    sentence:
      'Reproduced in direction only: evict-once multiplies the stalls, because old metadata shortens the inactive list until kswapd waits in every round. Not reproduced: in the posting, kernels without evict-once rarely stall. Here tasks also stall on them while programs write.',
  },
  {
    posting: 'gorman-2011',
    workloads: ['fs_mark'],
    sentence:
      'Not reproduced: the time that the series saved with little RAM and four disks. Here the drives order their own queue, which makes reclaim’s seeks cheap. Real kernels, measured on a disk that seeks, do not save time either.',
  },
  {
    posting: 'gorman-2011',
    workloads: ['simple-wb'],
    sentence:
      'Not reproduced: elapsed times, which are too short on four disks. The posting does not say how many times the script wrote its files; here it writes them once.',
  },
  {
    posting: 'gorman-2011',
    workloads: ['mmap-strm'],
    sentence:
      'Not reproduced: elapsed times, which are longer here, because evicted pages are read back and swap is on one disk. It is not known why the real machine needed less time.',
  },
  {
    posting: 'weiner-2011',
    table: 'reclaim print log Normal',
    sentence:
      'Not reproduced: mostly the pages under writeback. The posting has eight single samples, which differ widely. The engine’s samples are sorted by size into eight equal groups; the n-th smallest published value is compared with the median of group n.',
  },
  {
    posting: 'weiner-2011',
    table: 'reclaim print log DMA',
    sentence:
      'Not reproduced: mostly the dirty pages and the pages under writeback of the small DMA zone. In the posting they range from almost none to all pages; here the range is smaller.',
  },
  {
    posting: 'weiner-2011',
    table: 'perf counters dd fuse-ntfs',
    sentence:
      'The time is reproduced. Reclaim writes somewhat fewer pages than published, if the published number is the sum of six runs. The CPU time does not grow with the patch. Reclaim submits each page alone, but the elevator merges neighbouring pages, so requests at the stick have the same size with and without the patch. The patch saves copying inside the stick: a page that reclaim writes is outside the two 4 MiB units that the stick has open, so the stick must close one of them and copy the rest of it. The patched kernel spends hardly any time on this.',
  },
  {
    posting: 'weiner-2011',
    table: 'fs_mark xfs 2G (preliminary)',
    sentence:
      'Not reproduced: the size of the change. Here reclaim writes more pages in both kernels, and the patch avoids none of these writes instead of nearly all. In the model, the kernel’s own pages take the pages that the limit leaves free in the DMA zone. So the zone has fewer file pages, and nearly all of them may be dirty.',
  },
  {
    posting: 'hansen-2013',
    sentence:
      'Not reproduced: most of the profile. Here the CPUs wait much longer for the disk, so every share of CPU time is smaller.',
  },
  {
    posting: 'kim-2014',
    sentence:
      'Not reproduced: the work of direct reclaim, the number of pages read from swap, which is less than a third of the published one, and small changes of other counts. The way in which a compilation reuses its memory is an assumption.',
  },
  {
    posting: 'real-kernel',
    table: 'three runs',
    sentence:
      'Not reproduced: the few pages activated by other programs, which are not simulated, and the number of times that kswapd stays awake because a zone is below its high watermark.',
  },
  {
    posting: 'real-kernel',
    table: 'more runs',
    sentence:
      'Not reproduced: mostly kswapd’s efficiency with shared mappings and with the block device. Only the workload runs here, so its tasks enter direct reclaim less often.',
  },
];

/** Returns the sentences for a table; there may be one for each of its workloads. */
function reasonsFor(posting: string, table: string, workloads: ReadonlySet<string>): string[] {
  const fitting = REASONS.filter(
    (reason) =>
      reason.posting === posting &&
      (reason.table ?? table) === table &&
      (reason.workloads?.some((workload) => workloads.has(workload)) ?? true),
  );
  return fitting.map(({ sentence }) => sentence);
}
