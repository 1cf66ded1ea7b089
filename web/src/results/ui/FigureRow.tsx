/** A line of a table: marks, figures, verdict, and what a reader should know. */
import type { ReactElement } from 'react';

import { formatPair, formatRatio, formatSpread, ratioOf } from '../figures.ts';
import { CHART_WIDTH, type SectionMarks } from '../marks.ts';
import { useResults } from '../store.ts';
import { standingOf, type PlacedLine, type Section } from '../tables.ts';
import { PairMarks } from './PairMarks.tsx';
import { RowLinks } from './RowLinks.tsx';
import { StandingWords } from './Standing.tsx';

const HEIGHT = 38;

interface FigureRowProps {
  section: Section;
  /** Which of its lines. */
  at: number;
  /** Whether the section has columns for ratios. */
  paired: boolean;
  laid: SectionMarks | null;
}

/** The row. */
export function FigureRow({ section, at, paired, laid }: FigureRowProps): ReactElement | null {
  const placed = section.lines[at];
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  if (!placed) {
    return null;
  }
  const { line, row, number } = placed;
  const byRow = section.kind === 'row';
  const computed = judged.get(number)?.computed ?? null;
  const standing = standingOf(placed, judged, failures);
  const single = line.old === null || line.new === null;
  const note = noteOf(placed, section.lines[at - 1], failures);
  const name = byRow ? line.metric : row.row;
  const below = byRow ? line.unit : kernelsOf(section, placed);
  const spread = computed && formatSpread(computed.least_ratio, computed.most_ratio);
  const columns = 4 + (laid ? 1 : 0) + (paired ? 2 : 0) + (byRow ? 0 : 1);
  return (
    <>
      <tr data-line={number} data-standing={standing}>
        <th scope="row">
          <span>{name}</span>
          {below !== '' && <span className="row-note">{below}</span>}
        </th>
        {laid && (
          <td className="figures-marks">
            <Marks laid={laid} at={at} />
          </td>
        )}
        <td className="figure number">{formatPair(line.old, line.new, !single)}</td>
        {paired && <td className="figure number">{formatRatio(ratioOf(line.old, line.new))}</td>}
        <td className="figure number computed">
          {computed ? (
            formatPair(computed.old, computed.new, !single)
          ) : (
            <span className="quiet">–</span>
          )}
        </td>
        {paired && (
          <td className="figure number computed">
            {computed ? formatRatio(computed.ratio) : <span className="quiet">–</span>}
            {spread !== null && <span className="row-note">{spread}</span>}
          </td>
        )}
        <td className="verdict">
          <StandingWords standing={standing} />
        </td>
        {!byRow && <td>{row.has_scenario && <RowLinks row={line.row} name={row.row} />}</td>}
      </tr>
      {note !== null && (
        <tr className="note">
          <td colSpan={columns}>{note}</td>
        </tr>
      )}
    </>
  );
}

function Marks({ laid, at }: { laid: SectionMarks; at: number }): ReactElement {
  const marks = laid.marks[at];
  return (
    <svg
      className="marks-drawing"
      viewBox={`0 0 ${CHART_WIDTH} ${HEIGHT}`}
      width={CHART_WIDTH}
      height={HEIGHT}
      aria-hidden="true"
    >
      {laid.ticks.map(({ x, label }) => (
        <line key={label} className="grid" x1={x} x2={x} y1="0" y2={HEIGHT} />
      ))}
      {marks && <PairMarks kind="published" pair={marks.published} y={HEIGHT / 2 - 7} />}
      {marks?.computed && <PairMarks kind="computed" pair={marks.computed} y={HEIGHT / 2 + 7} />}
    </svg>
  );
}

/** The kernels of a row, where they are not the same in every row. */
function kernelsOf(section: Section, { row }: PlacedLine): string {
  const kernels = (of: PlacedLine['row']) =>
    of.new_kernel === null ? of.old_kernel : `${of.old_kernel} → ${of.new_kernel}`;
  const own = kernels(row);
  return section.lines.every((other) => kernels(other.row) === own) ? '' : own;
}

/** Why a run failed, why nothing is computed, or what a reader should know; said once where rows share it. */
function noteOf(
  placed: PlacedLine,
  before: PlacedLine | undefined,
  failures: ReadonlyMap<number, string>,
): string | null {
  const noteOn = ({ line }: PlacedLine) =>
    line.runs.map((run) => failures.get(run)).find((message) => message !== undefined) ??
    line.why_not ??
    line.remark;
  const note = noteOn(placed);
  return note !== null && before && note === noteOn(before) ? 'as above' : note;
}
