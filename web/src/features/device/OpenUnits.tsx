/** The allocation units that a stick has open, and the last one that it closed with copying. */
import { useEffect, useState, type ReactElement } from 'react';

import { formatCount } from '../../base/format.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { ticks, useTick } from '../../core/time.ts';
import { OPEN_UNIT, OPEN_UNIT_NUMBERS } from '../../engine/types.ts';
import type { ActivityRow } from './activity.ts';
import { requestsOf, type DeviceRequest } from './request.ts';

/** One of them. */
export interface OpenUnit {
  /** Its number: address divided by the size of a unit. */
  number: number;
  /** Pages written since it was opened. */
  written: number;
  /** Whether it is written out of order. */
  random: boolean;
  /** Whether it was the last to be written. */
  last: boolean;
}

/** Pages of a unit, and the open ones in the order of their numbers; null for a device that has none. */
export function unitsOf(
  numbers: Float64Array | undefined,
): { pages: number; open: OpenUnit[] } | null {
  const [pages] = numbers ?? [];
  if (!numbers || pages === undefined) {
    return null;
  }
  const open: OpenUnit[] = [];
  for (let at = 1; at < numbers.length; at += OPEN_UNIT_NUMBERS) {
    open.push({
      number: numbers[at + OPEN_UNIT.unit] ?? 0,
      written: numbers[at + OPEN_UNIT.written] ?? 0,
      random: numbers[at + OPEN_UNIT.random] === 1,
      last: at + OPEN_UNIT_NUMBERS === numbers.length,
    });
  }
  return { pages, open: open.sort((one, other) => one.number - other.number) };
}

/** Units that have room. */
const MOST = 8;
/** Wall time between two flashes: more often would be a flicker, which harms some people. */
const FLASH_MS = 1000;

/** The row of units, with a label before it; nothing for a device that has none. */
export function OpenUnits({
  row,
  state,
}: {
  row: ActivityRow;
  state: LaneState;
}): ReactElement | null {
  useTick('figures');
  const device = row.device ?? 0;
  const closing = useLastClosing(state, device);
  const units = unitsOf(state.devices?.units[device]);
  if (!units) {
    return null;
  }
  const shown = units.open.slice(0, MOST);
  const more = units.open.length - shown.length;
  const label = `${row.name} (${row.lane.toUpperCase()})`;
  return (
    <>
      <span
        className="strip-label head-label"
        title={`Open allocation units of ${formatCount(units.pages)} pages, each filled by the pages written since it was opened`}
      >
        units
      </span>
      <div className="units">
        {shown.length === 0 ? (
          <span className="quiet">none open</span>
        ) : (
          <ul aria-label={`Open units of ${label}`}>
            {shown.map((unit) => (
              <Unit key={unit.number} unit={unit} pages={units.pages} />
            ))}
          </ul>
        )}
        {more > 0 && <span className="quiet">+{more}</span>}
        {closing !== null && closing.closed !== null && (
          <span
            key={closing.endNs}
            className="unit-closed"
            title="The last unit that was closed, and the pages copied inside the stick for that"
          >
            closed {formatCount(closing.closed)}: {formatCount(closing.copied)} copied
          </span>
        )}
      </div>
    </>
  );
}

function Unit({ unit, pages }: { unit: OpenUnit; pages: number }): ReactElement {
  const { number, written, random, last } = unit;
  const text =
    `Unit ${formatCount(number)}: ${formatCount(written)} of ${formatCount(pages)} pages written` +
    (random ? ', out of order' : '') +
    (last ? '; the last write went here' : '');
  const share = Math.min(1, written / pages) * 100;
  return (
    <li className={last ? 'unit unit-last' : 'unit'} title={text}>
      <span className="unit-fill" style={{ width: `${share.toFixed(1)}%` }} />
      <span className="unit-number number" aria-hidden="true">
        {last && '▸'}
        {formatCount(number)}
      </span>
      <span className="visually-hidden">{text}</span>
    </li>
  );
}

/** The newest request for which a unit was closed with copying; changes at most once in `FLASH_MS`. */
function useLastClosing(state: LaneState, device: number): DeviceRequest | null {
  const [closing, setClosing] = useState<DeviceRequest | null>(null);
  useEffect(() => {
    let changedMs = -Infinity;
    let shownNs: number | undefined;
    let later: number | undefined;
    const look = () => {
      const newest = requestsOf(state.requests, device).findLast(({ closed }) => closed !== null);
      const now = performance.now();
      window.clearTimeout(later);
      if (newest?.endNs === shownNs) {
        return;
      }
      if (now - changedMs >= FLASH_MS) {
        changedMs = now;
        shownNs = newest?.endNs;
        setClosing(newest ?? null);
      } else {
        // No clock rings any more once time stands still.
        later = window.setTimeout(look, FLASH_MS - (now - changedMs));
      }
    };
    look();
    const leave = ticks.listen('charts', look);
    return () => {
      window.clearTimeout(later);
      leave();
    };
  }, [state, device]);
  return closing;
}
