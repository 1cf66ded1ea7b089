/** A line of a table: marks, figures, verdict, and what a reader should know. */
import type { ReactElement } from 'react';

import { formatPair, formatRange, formatRatio, formatSpread, ratioOf } from '../figures.ts';
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
  laid: SectionMarks | null;
}

/** The row. */
export function FigureRow({ section, at, laid }: FigureRowProps): ReactElement | null {
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
  const kernels = byRow ? '' : kernelsOf(section, placed);
  const columns = 4 + (laid ? 1 : 0) + (byRow ? 0 : 1);
  const why = standing === 'not_modelled' ? note : null;
  return (
    <>
      <tr data-line={number} data-standing={standing}>
        <th scope="row">
          <span>{name}</span>
          {byRow && <span className="unit">{line.unit}</span>}
          {kernels !== '' && <span className="row-note">{kernels}</span>}
        </th>
        {laid && (
          <td className="figures-marks">
            <Marks laid={laid} at={at} />
          </td>
        )}
        <td className="figure number">
          <Pair old={line.old} now={line.new} ratio={ratioOf(line.old, line.new)} />
        </td>
        {why === null ? (
          <td className="figure number computed">
            {computed ? (
              <Pair
                old={computed.old_seeds?.median ?? null}
                now={single ? null : (computed.new_seeds?.median ?? null)}
                ranges={[computed.old_seeds, single ? null : computed.new_seeds]}
                ratio={computed.ratio}
                spread={formatSpread(computed.least_ratio, computed.most_ratio)}
              />
            ) : (
              <span className="quiet">–</span>
            )}
          </td>
        ) : (
          <td className="why">{why}</td>
        )}
        <td className="verdict">
          <StandingWords standing={standing} />
        </td>
        {!byRow && <td>{row.has_scenario && <RowLinks row={line.row} name={row.row} />}</td>}
      </tr>
      {note !== null && why === null && (
        <tr className="note">
          <td colSpan={columns}>{note}</td>
        </tr>
      )}
    </>
  );
}

interface PairProps {
  old: number | null;
  now: number | null;
  ratio: number | null;
  /** The figures over the seeds. */
  ranges?: readonly Parameters<typeof formatRange>[0][];
  /** Least and greatest ratio of a seed. */
  spread?: string | null;
}

/** Two figures and what the one is to the other, or the one that there is. */
function Pair({ old, now, ratio, ranges = [], spread = null }: PairProps): ReactElement {
  const paired = old !== null && now !== null;
  const range = ranges.flatMap((seeds) => formatRange(seeds) ?? []).join(' → ');
  return (
    <>
      {formatPair(old, now, paired)}
      {range !== '' && <span className="spread"> {range}</span>}
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
