/** A section of a table: its figures, and the same figures as marks on one axis. */
import { useId, useMemo, type ReactElement, type ReactNode } from 'react';
import { capital, figureTitle, formatPair, placeTitle, rowTitle } from '../../../core/published.ts';
import { CHART_WIDTH, layMarks, type SectionMarks } from '../marks.ts';
import { useResults } from '../store.ts';
import { notesOf, verdictStateOf, type Note, type Section, type PlacedLine } from '../tables.ts';
import { session } from '../session.ts';
import { Line } from '../../../widgets/Words.tsx';
import { FigureRow, RowLinks } from './FigureRow.tsx';

interface SectionTableProps {
  section: Section;
  measured: boolean;
}

export function SectionTable({ section: whole, measured }: SectionTableProps): ReactElement {
  const section = useMemo(() => simulated(whole), [whole]);
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const working = useResults((state) => state.work !== null);
  const laid = useMemo(() => layMarks(section, judged), [section, judged]);
  const notes = useMemo(() => notesOf(section.lines, failures), [section, failures]);
  const title = useId();
  const byRow = section.kind === 'row';
  const [first] = whole.lines;
  const published = measured ? 'measured' : 'published';
  const waiting = section.lines.filter(
    (line) => verdictStateOf(line, judged, failures) === 'waiting',
  );
  const numbered = notes.some(({ lines }) => lines.length < section.lines.length);
  return (
    <div className="card figures-card">
      <div className="figures-head">
        <h3 id={title}>{titleOf(whole)}</h3>
        <span className="quiet">{section.note}</span>
        {byRow && first?.row.has_scenario && (
          <RowLinks row={first.line.row} name={titleOf(whole)} />
        )}
        {waiting.length > 0 && (
          <button
            type="button"
            className="button"
            disabled={working}
            aria-label={`Compute in this browser: ${titleOf(whole)}`}
            onClick={() => session.run(waiting)}
          >
            Compute
          </button>
        )}
      </div>
      {section.lines.length > 0 && (
        <>
          <FigureTable section={section} laid={laid} labelledBy={title} published={published}>
            {section.lines.map((placed, at) => (
              <FigureRow
                key={placed.number}
                section={section}
                at={at}
                laid={laid}
                note={numbered ? numberOf(placed.number, notes) : null}
                published={published}
              />
            ))}
          </FigureTable>
          <Notes notes={notes} numbered={numbered} />
        </>
      )}
      <NotSimulated
        lines={whole.lines.filter((line) => !section.lines.includes(line))}
        byRow={byRow}
      />
    </div>
  );
}

/** Returns the section without the lines that no run computes. */
function simulated(section: Section): Section {
  return { ...section, lines: section.lines.filter(({ line }) => line.runs.length > 0) };
}

interface FigureTableProps {
  section: Section;
  laid: SectionMarks | null;
  labelledBy: string;
  /** Origin of the figures: published or measured. */
  published: string;
  children: ReactNode;
}

/** Renders the table around the rows. */
function FigureTable(props: FigureTableProps): ReactElement {
  const { section, laid, labelledBy, published, children } = props;
  const seeds = useResults((state) => state.options.seeds);
  const byRow = section.kind === 'row';
  const paired = section.lines.some(({ line }) => line.new !== null && line.old !== null);
  const old = paired ? ', old → new' : '';
  return (
    <div className="table-scroll" role="region" aria-labelledby={labelledBy} tabIndex={0}>
      <table className="figures figures-stacked">
        <thead>
          <tr>
            <th scope="col">{byRow ? 'figure' : 'row'}</th>
            {laid && (
              <th scope="col" className="figures-marks">
                <span className="visually-hidden">
                  {`Marks, ${byRow ? `relative to the ${published} value` : section.note}`}
                </span>
                <Axis laid={laid} />
              </th>
            )}
            <th scope="col" className="figure">{`${published}${old}`}</th>
            <th scope="col" className="figure">
              {`computed${old}`}
              {seeds > 1 && <span className="row-note">{`median of ${seeds} seeds (range)`}</span>}
            </th>
            <th scope="col">verdict</th>
            <th scope="col">scenario</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** Renders the notes about the rows, each once, and numbered unless they apply to all rows. */
function Notes({ notes, numbered }: { notes: Note[]; numbered: boolean }): ReactElement | null {
  if (notes.length === 0) {
    return null;
  }
  return (
    <ul className="notes">
      {notes.map(({ text }, at) => (
        <li key={text}>
          {numbered && <span className="note-number">{at + 1}</span>}
          <span>
            <Line text={withLinks(text)} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Studies that notes name, by title, with their ids. */
export const NAMED_STUDIES: Readonly<Record<string, string>> = {
  'Per-zone limits by the size of the smallest zone': 'per-zone-limits-by-zone-size',
};

/** Makes the studies that a note names into links. */
function withLinks(text: string): string {
  return text.replace(/“([^”]+)”/g, (quoted, title: string) => {
    const id = NAMED_STUDIES[title];
    return id === undefined ? quoted : `“[${title}](./studies.html#gallery=${id})”`;
  });
}

function numberOf(line: number, notes: readonly Note[]): number | null {
  const at = notes.findIndex(({ lines }) => lines.includes(line));
  return at < 0 ? null : at + 1;
}

/** Returns the title of a section: the metric's title, or the row's title and workload. */
function titleOf({ kind, title, lines: [first] }: Section): string {
  if (!first) {
    return title;
  }
  const { line, row } = first;
  if (kind === 'row') {
    return placeTitle(row);
  }
  // If several workloads share a table, the section's title starts with its workload.
  return title === line.metric
    ? figureTitle(line)
    : `${capital(row.workload)}: ${figureTitle(line)}`;
}

function Axis({ laid: { ticks, hasZero } }: { laid: SectionMarks }): ReactElement {
  return (
    <svg
      className="axis"
      viewBox={`0 0 ${CHART_WIDTH} 16`}
      width={CHART_WIDTH}
      height="16"
      aria-hidden="true"
    >
      {hasZero && (
        <text x="8" y="12">
          0
        </text>
      )}
      {ticks.map(({ x, label }) => (
        <text key={label} x={x} y="12">
          {label}
        </text>
      ))}
    </svg>
  );
}

const NO_FAILURES: ReadonlyMap<number, string> = new Map();

interface NotSimulatedProps {
  lines: readonly PlacedLine[];
  /** Whether all figures are of one row, so that its name is not needed. */
  byRow: boolean;
}

/** Renders the reasons why figures are not comparable, each with its published figures. */
function NotSimulated({ lines, byRow }: NotSimulatedProps): ReactElement | null {
  const asked = useResults((state) => state.filter === 'not_modelled');
  if (lines.length === 0) {
    return null;
  }
  const count = lines.length === 1 ? '1 figure is' : `${lines.length} figures are`;
  return (
    <details className="not-simulated" open={asked}>
      <summary>{`${count} not comparable`}</summary>
      <dl>
        {notesOf(lines, NO_FAILURES).map(({ text, lines: numbers }) => (
          <div key={text}>
            <dt>
              <Line text={text} />
            </dt>
            {lines
              .filter(({ number }) => numbers.includes(number))
              .map((placed) => (
                <dd key={placed.number}>
                  {byRow ? figureTitle(placed.line) : rowTitle(placed.row)}{' '}
                  <span className="number quiet">{valueOf(placed)}</span>
                </dd>
              ))}
          </div>
        ))}
      </dl>
    </details>
  );
}

function valueOf({ line: { old, new: now, unit } }: PlacedLine): string {
  const value = formatPair(old, now, old !== null && now !== null);
  return unit === 'events' ? value : `${value} ${unit}`;
}
