/** A table that counts verdicts: one row for each posting, or for each table of a posting. */
import type { ReactElement } from 'react';

import { formatCount } from '../../../base/format.ts';
import { VERDICT_NAMES, VERDICT_STATES, type VerdictState } from '../../../core/published.ts';
import { VerdictIcon } from '../../../widgets/FigureVerdict.tsx';
import { useResults } from '../store.ts';
import { countVerdicts, type PlacedLine } from '../tables.ts';
import { VerdictBar } from './Head.tsx';

/** A row with the verdicts of some figures. */
export interface VerdictRow {
  name: string;
  /** The address of the figures; null for a sum. */
  address: string | null;
  note: string;
  lines: readonly PlacedLine[];
}

interface VerdictTableProps {
  label: string;
  /** What a row is, for the head of the first column. */
  what: string;
  /** The rows, in groups that a line separates. */
  groups: readonly (readonly VerdictRow[])[];
}

export function VerdictTable({ label, what, groups }: VerdictTableProps): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const lines = groups.flat().flatMap((row) => row.lines);
  const counts = countVerdicts(lines, judged, failures);
  // Failed runs are not counted here: their figures show them.
  const columns = VERDICT_STATES.filter(
    (verdictState) => verdictState !== 'failed' && counts[verdictState] > 0,
  );
  return (
    <div className="card table-scroll" role="region" aria-label={label} tabIndex={0}>
      <table className="verdicts figures-stacked">
        <thead>
          <tr>
            <th scope="col">{what}</th>
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
        {groups.map((rows, group) => (
          <tbody key={group}>
            {rows.map((row) => (
              <Row key={row.address ?? row.name} row={row} columns={columns} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface RowProps {
  row: VerdictRow;
  columns: readonly VerdictState[];
}

function Row({ row: { name, address, note, lines }, columns }: RowProps): ReactElement {
  const judged = useResults((state) => state.judged);
  const failures = useResults((state) => state.failures);
  const counts = countVerdicts(lines, judged, failures);
  return (
    <tr className={address === null ? 'verdicts-sum' : undefined}>
      <th scope="row">
        {address === null ? name : <a href={address}>{name}</a>}
        {note !== '' && <span className="row-note">{note}</span>}
      </th>
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
    </tr>
  );
}
