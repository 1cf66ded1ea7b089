/** Where the time of a device goes, as the page fetches it. */
import { type ReactElement } from 'react';

import type { LaneState } from '../../core/lab/lane-state.ts';
import { DeviceStrip } from './DeviceStrip.tsx';
import { OpenUnits } from './OpenUnits.tsx';
import { TimeTotals } from './TimeTotals.tsx';
import type { ActivityRow } from './activity.ts';
import './device.css';

export { DeviceStrip };

/** What stands below the strip and the head of a device. */
export function DeviceRows({ row, state }: { row: ActivityRow; state: LaneState }): ReactElement {
  return (
    <>
      <OpenUnits row={row} state={state} />
      <TimeTotals row={row} state={state} />
    </>
  );
}
