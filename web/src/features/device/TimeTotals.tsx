/** Where the time of a device has gone since the start: the answer, and the legend of its strip. */
import { useEffect, useRef, type ReactElement } from 'react';

import { formatDuration } from '../../base/format.ts';
import { colourOf, useTheme } from '../../base/theme/theme.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { PartName } from '../../engine/types.ts';
import { fitCanvas } from '../../widgets/chart/canvas.ts';
import { isUntold, type ActivityRow } from './activity.ts';
import { fillOf, numberedParts, type NumberedPart, type TimePart } from './time-parts.ts';

/** A part with what it has taken of all that was spent on requests. */
interface Share {
  part: NumberedPart;
  share: number;
}

/** The parts that occurred, the largest first. `totals` of a device: `DeviceFrame.totals`. */
export function sharesOf(totals: Float64Array, names: readonly PartName[]): Share[] {
  const parts = totals.subarray(1);
  const sum = parts.reduce((all, ns) => all + ns, 0);
  return numberedParts(names)
    .map((part) => ({ part, share: sum > 0 ? (parts[part.number] ?? 0) / sum : 0 }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share);
}

/** A share in words: never “0 %” for what occurred, nor “100 %” beside something else. */
export function shareText(share: number): string {
  const percent = Math.round(share * 100);
  if (percent === 0) {
    return 'under 1 %';
  }
  return percent === 100 && share < 1 ? 'over 99 %' : `${percent} %`;
}

/** The totals, below the rows of a device. */
export function TimeTotals({ row, state }: { row: ActivityRow; state: LaneState }): ReactElement {
  useTick('figures');
  const totals = state.devices?.totals[row.device ?? 0] ?? new Float64Array(0);
  const shares = sharesOf(totals, state.description.parts);
  const busyNs = totals[0] ?? 0;
  const label = `${row.name} (${row.lane.toUpperCase()})`;
  if (shares.length === 0) {
    const what = isUntold(state) ? 'computing…' : 'idle since the start';
    return (
      <span className="time-totals quiet">
        {row.name}: {what}
      </span>
    );
  }
  return (
    <ul className="time-totals" aria-label={`Where the time of ${label} goes, since the start`}>
      {shares.map(({ part, share }) => (
        <li key={part.name} title={part.docs}>
          <PartSwatch part={part} />
          {part.label} <strong className="number">{shareText(share)}</strong>
        </li>
      ))}
      <li className="quiet" title="Time with a request in the device, since the start">
        of {formatDuration(busyNs)} busy
      </li>
    </ul>
  );
}

const WIDTH = 15;
const HEIGHT = 10;

/** The swatch. */
export function PartSwatch({ part }: { part: TimePart }): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const dark = useTheme((theme) => theme.dark);
  const { pattern, colour } = part;
  useEffect(() => {
    const element = canvas.current;
    const context = element && fitCanvas(element, WIDTH, HEIGHT);
    if (context) {
      context.fillStyle = fillOf(context, pattern, colourOf(colour), colourOf('part-pattern'));
      context.fillRect(0, 0, WIDTH, HEIGHT);
    }
  }, [pattern, colour, dark]);
  return <canvas ref={canvas} className="part-swatch" aria-hidden="true" />;
}
