/** A row of a table: marks, figures and verdict. Notes for readers are listed once, below the table's title. */
import { Fragment, useEffect, useRef, type ReactElement } from 'react';

import {
  figureTitle,
  formatPair,
  formatRange,
  formatWithin,
  formatRatio,
  formatSpread,
  ratioOf,
  rowTitle,
} from '../../../core/published.ts';
import { VerdictName } from '../../../widgets/FigureVerdict.tsx';
import { useSaid } from '../../../widgets/controls.tsx';
import { CHART_WIDTH, type MarkPair, type SectionMarks } from '../marks.ts';
import { allowedText, bothFallToZero } from '../scatter.ts';
import { session } from '../session.ts';
import { useResults } from '../store.ts';
import { verdictStateOf, type PlacedLine, type Section } from '../tables.ts';

const HEIGHT = 38;

interface FigureRowProps {
  section: Section;
  /** Index of its line in the section. */
  at: number;
  laid: SectionMarks | null;
  /** The number of its note, if notes are numbered. */
  note: number | null;
  /** Origin of the figures: published or measured. */
  published: string;
}

export function FigureRow(props: FigureRowProps): ReactElement | null {
  const { section, at, laid, note, published } = props;
  const placed = section.lines[at];
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const within = useResults(({ planned }) => placed && planned?.within.get(placed.number));
  const sought = useResults((state) => state.sought === placed?.number);
  const element = useRef<HTMLTableRowElement>(null);
  useEffect(() => {
    if (sought) {
      element.current?.scrollIntoView({ block: 'center' });
      element.current?.focus({ preventScroll: true });
    }
  }, [sought]);
  if (!placed) {
    return null;
  }
  const { line, row, number } = placed;
  const byRow = section.kind === 'row';
  const computed = judged.get(number)?.computed ?? null;
  const verdictState = verdictStateOf(placed, judged, failures);
  const single = line.old === null || line.new === null;
  const [title, name] = byRow ? [figureTitle(line), line.metric] : [rowTitle(row), row.row];
  const kernels = byRow ? '' : kernelsOf(section, placed);
  return (
    <tr
      ref={element}
      data-line={number}
      data-verdict={verdictState}
      className={sought ? 'sought' : undefined}
      tabIndex={-1}
      onBlur={() => {
        if (sought) useResults.setState({ sought: null });
      }}
    >
      <th scope="row">
        <span>{title}</span>
        {note !== null && <sup className="note-number">{note}</sup>}
        {byRow && line.unit !== 'events' && <span className="unit">{line.unit}</span>}
        {title !== name && kernels === '' && (
          <code className="row-note">{name.replace(/, a run$/, '')}</code>
        )}
        {kernels !== '' && <span className="row-note">{kernels}</span>}
      </th>
      {laid && (
        <td className="figures-marks">
          <Marks laid={laid} at={at} />
        </td>
      )}
      <td className="figure number">
        <span className="stacked-label">{published}</span>
        <Pair old={line.old} now={line.new} ratio={ratioOf(line.old, line.new)} />
        {within && <span className="row-note">{formatWithin(within, line.unit)}</span>}
      </td>
      <td className="figure number computed">
        <span className="stacked-label">computed</span>
        {computed && verdictState !== 'too_small' && (
          <Pair
            old={computed.old}
            now={single ? null : computed.new}
            ranges={[computed.old_seeds, single ? null : computed.new_seeds]}
            ratio={computed.ratio}
            spread={formatSpread(computed.least_ratio, computed.most_ratio)}
          />
        )}
      </td>
      <td className="verdict" title={allowedText(line, verdictState) || undefined}>
        <VerdictName verdictState={verdictState} />
        {verdictState === 'direction_only' && bothFallToZero(line, computed) && (
          <span className="row-note">the counts without the patch differ</span>
        )}
      </td>
      <td className="row-scenario">
        {row.has_scenario &&
          (byRow ? (
            <LabLink row={line.row} figure={line.metric} name={title} />
          ) : (
            <RowLinks row={line.row} figure={line.metric} name={title} />
          ))}
      </td>
    </tr>
  );
}

interface PairProps {
  old: number | null;
  now: number | null;
  ratio: number | null;
  /** Range of each figure over the seeds. */
  ranges?: readonly Parameters<typeof formatRange>[0][];
  /** Least and greatest ratio of a seed, as text. */
  spread?: string | null;
}

/** Renders two figures and their ratio, or the only figure. */
function Pair(props: PairProps): ReactElement {
  const { old, now, ratio, ranges = [], spread = null } = props;
  const paired = old !== null && now !== null;
  const shown = ranges.flatMap((seeds) => formatRange(seeds) ?? []);
  return (
    <>
      <span className="unbroken">{formatPair(old, now, paired)}</span>
      {shown.length > 0 && (
        <span className="spread">
          {shown.map((range, at) => (
            <Fragment key={at}>
              {' '}
              <span className="unbroken">{at > 0 ? `→ ${range}` : range}</span>
            </Fragment>
          ))}
        </span>
      )}
      {paired && ratio !== null && (
        <span className="ratio">
          {spread !== null && <span className="spread">{spread}</span>}
          {formatRatio(ratio)}
        </span>
      )}
    </>
  );
}

function Marks({ laid, at }: { laid: SectionMarks; at: number }): ReactElement {
  const marks = laid.marks[at];
  return (
    <>
      <svg className="grid" width={CHART_WIDTH} aria-hidden="true">
        {laid.ticks.map(({ x, label }) => (
          <line key={label} x1={x} x2={x} y1="0" y2="100%" />
        ))}
      </svg>
      <svg
        className="marks-drawing"
        viewBox={`0 0 ${CHART_WIDTH} ${HEIGHT}`}
        width={CHART_WIDTH}
        height={HEIGHT}
        aria-hidden="true"
      >
        {marks && <PairMarks kind="published" pair={marks.published} y={HEIGHT / 2 - 7} />}
        {marks?.computed && <PairMarks kind="computed" pair={marks.computed} y={HEIGHT / 2 + 7} />}
      </svg>
    </>
  );
}

/** Returns the kernels of a row, if they differ between rows. */
function kernelsOf(section: Section, { row }: PlacedLine): string {
  const kernels = (of: PlacedLine['row']) =>
    of.new_kernel === null ? of.old_kernel : `${of.old_kernel} → ${of.new_kernel}`;
  const own = kernels(row);
  return section.lines.every((other) => kernels(other.row) === own) ? '' : own;
}

interface RowLinksProps {
  /** Number of the row in the plan. */
  row: number;
  /** The figure that the Lab shows first; undefined if the links are for the whole row. */
  figure?: string | undefined;
  name: string;
}

function LabLink({ row, figure, name }: RowLinksProps): ReactElement {
  return (
    <a
      className="lab-link"
      href={session.rowAddress(row, figure) ?? './'}
      aria-label={`Open in the Lab: ${name}`}
    >
      Open in the Lab
    </a>
  );
}

/** Renders the link to the Lab, and the button that copies the scenario. */
export function RowLinks({ row, figure, name }: RowLinksProps): ReactElement {
  const [said, setSaid] = useSaid<string>();
  const copy = () => {
    // Some contexts (plain http, for example) have no clipboard.
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(session.rowDocument(row) ?? ''))
      .then(
        () => setSaid('Copied'),
        () => setSaid('Copying is blocked'),
      );
  };
  return (
    <span className="row-links">
      <LabLink row={row} figure={figure} name={name} />
      <button
        type="button"
        className="link-button"
        aria-label={`Copy scenario: ${name}`}
        onClick={copy}
      >
        {said ?? 'Copy'}
      </button>
      <span role="status" className="visually-hidden">
        {said === null ? '' : `${said}: ${name}`}
      </span>
    </span>
  );
}

// Marks of a pair of figures: hollow for the old kernel, filled for the new one.

interface PairMarksProps {
  kind: 'published' | 'computed';
  pair: MarkPair;
  y: number;
}

/** Renders the marks inside an SVG drawing. */
function PairMarks({ kind, pair: { old, now, spread }, y }: PairMarksProps): ReactElement {
  return (
    <g className={`marks marks-${kind}`}>
      {spread && <line className="marks-spread" x1={spread[0]} x2={spread[1]} y1={y} y2={y} />}
      {old !== null && now !== null && (
        <line className="marks-change" x1={old} x2={now} y1={y} y2={y} />
      )}
      {old !== null && <circle className="marks-old" cx={old} cy={y} r="5" />}
      {now !== null && <circle className="marks-new" cx={now} cy={y} r="3.5" />}
    </g>
  );
}

/** Renders the legend above the tables. */
export function MarksLegend({ measured }: { measured: boolean }): ReactElement {
  const width = measured ? 14 : 44;
  const entry = (kind: 'published' | 'computed', words: string) => (
    <li>
      <svg viewBox={`0 0 ${width} 14`} width={width} height="14" aria-hidden="true">
        <PairMarks kind={kind} y={7} pair={{ old: 7, now: measured ? null : 37, spread: null }} />
      </svg>
      {words}
    </li>
  );
  return (
    <ul className="marks-legend">
      {entry('published', measured ? 'measured' : 'published, old → new')}
      {entry('computed', measured ? 'computed' : 'computed, old → new')}
      {!measured && (
        <li>
          <svg viewBox="0 0 44 14" width="44" height="14" aria-hidden="true">
            <PairMarks kind="computed" y={7} pair={{ old: null, now: 22, spread: [8, 38] }} />
          </svg>
          range of the ratio new ÷ old over the seeds, times the old figure
        </li>
      )}
      <li>Log scale; zeros are left of the axis.</li>
      {!measured && <li>×1 is the value published for the old kernel.</li>}
    </ul>
  );
}
