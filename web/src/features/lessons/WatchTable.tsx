/** Figures of both lanes that a step speaks of, as they are now. */
import type { ReactElement } from 'react';

import { lab } from '../../core/lab/lab.ts';
import { LANES } from '../../core/lab/lanes.ts';
import { useTick } from '../../core/time/ticks.ts';
import { Line } from '../../widgets/Words.tsx';
import { formatMeasure, measureOf } from './measure.ts';
import type { Measure } from './types.ts';

/** The table. */
export function WatchTable({ measures }: { measures: readonly Measure[] }): ReactElement {
  useTick('figures');
  return (
    <table className="watch number">
      <thead>
        <tr>
          <th scope="col">Now</th>
          {LANES.map((lane) => (
            <th key={lane} scope="col">
              <span className={`badge badge-${lane}`}>{lane.toUpperCase()}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {measures.map((measure) => (
          <tr key={measure.label}>
            <th scope="row">
              <Line text={measure.label} />
            </th>
            {LANES.map((lane) => {
              const state = lab.lanes.state(lane);
              const value = state ? measureOf(measure, state) : Number.NaN;
              return (
                <td key={lane} data-lane={lane}>
                  {formatMeasure(measure, value)}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
