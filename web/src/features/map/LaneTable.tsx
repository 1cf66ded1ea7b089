/** The page map in words and numbers, for screen readers and tests. */
import type { ReactElement } from 'react';

import { formatCount, formatSeconds } from '../../base/format.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { FigureName } from '../../engine/types.ts';
import { gaugeState, GAUGE_WORDS } from './ZoneGauges.tsx';

const COLUMNS: readonly (readonly [name: FigureName, title: string])[] = [
  ['nr_free_pages', 'Free'],
  ['nr_inactive_file', 'Inactive file'],
  ['nr_active_file', 'Active file'],
  ['nr_inactive_anon', 'Inactive anon'],
  ['nr_active_anon', 'Active anon'],
  ['nr_dirty', 'Dirty'],
  ['nr_writeback', 'Writeback'],
];

/** A table of zone states, about once a second. */
export function LaneTable({ lane, state }: { lane: LaneId; state: LaneState }): ReactElement {
  useTick('tables');
  return (
    <div className="visually-hidden">
      <table
        data-testid={`table-${lane}`}
        data-now-ns={state.nowNs}
        data-digest={state.digest ?? undefined}
        data-renderer={state.renderer}
      >
        <caption>
          Pages of lane {lane.toUpperCase()} at {formatSeconds(state.nowNs)}: {state.headline.text}
          {state.digest !== null && `; digest of the state ${state.digest}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Zone</th>
            <th scope="col">Pages</th>
            {COLUMNS.map(([name, title]) => (
              <th key={name} scope="col">
                {title}
              </th>
            ))}
            <th scope="col">Free against the watermarks</th>
          </tr>
        </thead>
        <tbody>
          {state.description.zones.map((zone) => (
            <tr key={zone.name} data-zone={zone.name}>
              <th scope="row">{zone.name}</th>
              <td data-name="present">{formatCount(zone.present)}</td>
              {COLUMNS.map(([name]) => (
                <td key={name} data-name={name}>
                  {formatCount(state.value(name, zone.name))}
                </td>
              ))}
              <td>{GAUGE_WORDS[gaugeState(state.value('nr_free_pages', zone.name), zone)]}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
