/** Published figures beside the engine's: where the engine misses one, both stand there. */
import type { ReactElement } from 'react';

import { Line } from '../../widgets/Words.tsx';
import type { PublishedRow } from './types.ts';

/** The table. */
export function PublishedTable({ rows }: { rows: readonly PublishedRow[] }): ReactElement {
  return (
    <div className="published">
      <table className="number">
        <caption className="visually-hidden">Published figures and those of this engine</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="visually-hidden">Figure</span>
            </th>
            <th scope="col">Published</th>
            <th scope="col">This engine</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ what, published, engine }) => (
            <tr key={what}>
              <th scope="row">
                <Line text={what} />
              </th>
              <td>{published}</td>
              <td>{engine}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
