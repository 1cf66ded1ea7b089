/** A table beside a picture: it can be sorted by any column, and each row opens its combination. */
import { useMemo, useState, type ReactElement } from 'react';

import { saveText } from '../../../core/storage/files.ts';
import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { Line } from '../../../widgets/Words.tsx';
import { factorsOf, nameOf, varied } from './data.ts';
import { OPENS_AT } from '../route.ts';
import { sorted, tableCsv, type Order, type Table } from './table.ts';

/** Number of rows shown at first. */
const ROWS_MAX = 100;

interface DataTableProps {
  table: Table;
  /** Name of the exported file. */
  file: string;
  open: boolean;
  openPoint: (point: number) => void;
}

/** Renders the table, which can be folded. */
export function DataTable({ table, file, open, openPoint }: DataTableProps): ReactElement {
  const { caption, columns, rows } = table;
  const [order, setOrder] = useState<Order | null>(null);
  const [all, setAll] = useState(false);
  const inOrder = useMemo(() => sorted(rows, order), [rows, order]);
  const shown = all ? inOrder : inOrder.slice(0, ROWS_MAX);
  const by = (column: number) =>
    setOrder((was) => ({ column, descending: was?.column === column && !was.descending }));
  const stateOf = (column: number) => {
    if (order?.column !== column) {
      return 'none';
    }
    return order.descending ? 'descending' : 'ascending';
  };
  return (
    <details className="study-table card" open={open}>
      <summary>
        {caption} <span className="quiet">{rows.length}</span>
      </summary>
      <div className="study-table-scroll" role="region" aria-label={caption} tabIndex={0}>
        <table className="number">
          <thead>
            <tr>
              {columns.map(({ title, hint, numeric }, at) => (
                <th
                  key={title}
                  scope="col"
                  title={hint}
                  className={numeric ? 'figure' : ''}
                  aria-sort={stateOf(at)}
                >
                  <button type="button" onClick={() => by(at)}>
                    {title}
                    <span aria-hidden="true">
                      {{ none: '', ascending: ' ↑', descending: ' ↓' }[stateOf(at)]}
                    </span>
                  </button>
                </th>
              ))}
              <th scope="col">
                <span className="visually-hidden">Lab</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, point, name, cells }) => (
              <tr key={key}>
                {cells.map(({ text }, at) => (
                  <td key={columns[at]?.title} className={columns[at]?.numeric ? 'figure' : ''}>
                    {text}
                  </td>
                ))}
                <td>
                  {point !== null && (
                    <button
                      type="button"
                      className="link-button"
                      aria-label={`Open in the Lab: ${name}`}
                      title={OPENS_AT}
                      onClick={() => openPoint(point)}
                    >
                      Open in Lab
                    </button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className="study-table-foot">
        {shown.length < rows.length && (
          <button type="button" className="button button-small" onClick={() => setAll(true)}>
            {`Show all ${rows.length} rows`}
          </button>
        )}
        <button
          type="button"
          className="button button-small"
          onClick={() => saveText(`${file}.csv`, 'text/csv', tableCsv(table))}
        >
          Download CSV
        </button>
      </div>
    </details>
  );
}

// The impossible combinations, with the reasons.

/** A reason, with its combinations. */
interface LeftOutGroup {
  reason: string;
  names: string[];
}

/** Returns the impossible combinations by reason, in the order of the design. */
export function leftOutGroups(result: StudyResult): LeftOutGroup[] {
  const factors = varied(factorsOf(result));
  const groups = new Map<string, string[]>();
  for (const { levels, problems } of result.left_out) {
    const reason = problems.map(({ problem }) => problem).join(' ');
    groups.set(reason, [...(groups.get(reason) ?? []), nameOf(factors, { levels })]);
  }
  return [...groups].map(([reason, names]) => ({ reason, names }));
}

/** Maximum number of combinations named per reason. */
const NAMES_MAX = 12;

/** Renders the list, folded; nothing if all combinations run. */
export function LeftOut({ result }: { result: StudyResult }): ReactElement | null {
  const count = result.left_out.length;
  if (count === 0) {
    return null;
  }
  return (
    <details className="study-table card">
      <summary>
        Impossible combinations, left out <span className="quiet">{count}</span>
      </summary>
      <ul className="study-left-out">
        {leftOutGroups(result).map(({ reason, names }) => (
          <li key={reason}>
            <p>
              <Line text={reason} />
            </p>
            <ul className="quiet">
              {names.slice(0, NAMES_MAX).map((name) => (
                <li key={name}>{name}</li>
              ))}
              {names.length > NAMES_MAX && <li>{`and ${names.length - NAMES_MAX} more`}</li>}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
}
