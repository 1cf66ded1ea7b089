/**
 * How a device spends its time: a strip over time with its requests, totals since the start, and a stick's open units.
 */
import {
  useEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactElement,
  type RefObject,
} from 'react';

import { formatCount } from '../../base/format.ts';
import { colourOf, useTheme } from '../../base/theme.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { ticks, useTick } from '../../core/time.ts';
import { STATES } from '../../engine/strip.ts';
import { OPEN_UNIT, OPEN_UNIT_NUMBERS } from '../../engine/types.ts';
import { fitCanvas } from '../../widgets/chart/canvas.ts';
import { isUntold, type ActivityRow } from './activity.ts';
import { requestAt, requestsOf, stepTo, type DeviceRequest } from './request.ts';
import {
  fillOf,
  noteText,
  numberedParts,
  RequestNote,
  TimeTotals,
  type NumberedPart,
} from './TimeTotals.tsx';
import './device.css';

const HEIGHT = 18;

/** Renders the strip of a device, with a label before it. */
export function DeviceStrip({ row, state }: { row: ActivityRow; state: LaneState }): ReactElement {
  const { lane, name } = row;
  const device = row.device ?? 0;
  const [chosen, setChosen] = useState<DeviceRequest | null>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useTimeDrawing(canvas, state, device, chosen);
  // Render again regularly, so that a note about a request of an earlier run disappears.
  useTick('tables');
  const label = `${name} (${lane.toUpperCase()})`;
  const requests = () => requestsOf(state.requests, device);
  const { parts, origins } = state.description;
  const known = requests();
  const shown = chosen ?? known.at(-1);
  const none = noRequests(state);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
      return;
    }
    const all = requests();
    const newest = all.at(-1);
    if (event.key === 'Escape' && chosen) {
      setChosen(null);
    } else {
      const from = chosen ?? newest;
      const next = from && stepTo(all, from, event.key, parts);
      if (!next) {
        return;
      }
      setChosen(next);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointer = (event: PointerEvent) => {
    const { strip } = state;
    const box = canvas.current?.getBoundingClientRect();
    if (strip && box && box.width > 0) {
      const share = (event.clientX - box.left) / box.width;
      setChosen(requestAt(requests(), strip.fromNs + share * (strip.toNs - strip.fromNs)));
    }
  };
  return (
    <>
      <span className="strip-label" data-task={name} tabIndex={-1} title={label}>
        {label}
      </span>
      <div
        className="time-strip"
        data-testid={`device-${lane}-${name}`}
        role="slider"
        aria-label={`Requests of ${label}. Left and right move by one request. Up and down move to the previous and the next request that spent most of its time on neither transfer nor overhead.`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, known.length - 1)}
        aria-valuenow={
          shown
            ? Math.max(
                0,
                known.findIndex((it) => it.startNs === shown.startNs && it.block === shown.block),
              )
            : 0
        }
        aria-valuetext={shown ? noteText(shown, parts, origins, unitPagesOf(state, device)) : none}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onFocus={() => setChosen((now) => now ?? requests().at(-1) ?? null)}
        onBlur={() => setChosen(null)}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setChosen(null)}
      >
        <canvas ref={canvas} className="strip" />
        {known.length === 0 && <span className="time-none">{none}</span>}
        {chosen && (
          <RequestNote request={chosen} state={state} unitPages={unitPagesOf(state, device)} />
        )}
      </div>
    </>
  );
}

function noRequests(state: LaneState): string {
  if (isUntold(state)) {
    return 'computing…';
  }
  return (state.strip?.fromNs ?? 0) <= 0 ? 'no requests yet' : 'no requests in this time range';
}

/** Pages per allocation unit; 0 for a device without such units. */
function unitPagesOf(state: LaneState, device: number): number {
  return state.devices?.units[device]?.[0] ?? 0;
}

function useTimeDrawing(
  canvasRef: RefObject<HTMLCanvasElement | null>,
  state: LaneState,
  device: number,
  chosen: DeviceRequest | null,
): void {
  const dark = useTheme((theme) => theme.dark);
  useEffect(() => {
    const parts = numberedParts(state.description.parts);
    const ink = colourOf('part-pattern');
    const draw = () => {
      const element = canvasRef.current;
      const width = element?.clientWidth ?? 0;
      const context = element && fitCanvas(element, width, HEIGHT);
      if (!context) {
        return;
      }
      const size = { width, height: HEIGHT };
      context.fillStyle = colourOf('page-free');
      context.fillRect(0, 0, width, HEIGHT);
      const { strip, devices } = state;
      if (strip && devices) {
        const fills: (string | CanvasPattern)[] = [];
        for (const { number, pattern, colour } of parts) {
          fills[number] = fillOf(context, pattern, colourOf(colour), ink);
        }
        const { spent } = devices;
        drawDeviceTime(context, size, { spent, device, ...strip }, parts, fills);
      }
      if (strip && chosen) {
        const x = (ns: number) => ((ns - strip.fromNs) / (strip.toNs - strip.fromNs)) * width;
        const span = { fromX: x(chosen.startNs), toX: x(chosen.endNs) };
        drawMark(context, size, span, colourOf('ink'));
      }
    };
    draw();
    return ticks.listen('charts', draw);
  }, [canvasRef, state, device, chosen, dark]);
}

/** The range of a device's time that is drawn. */
interface DeviceStretch {
  /** Nanoseconds by device, bin and part: `DeviceFrame.spent`. */
  spent: Float32Array;
  device: number;
  bins: number;
  fromNs: number;
  toNs: number;
}

/** Draws the parts stacked, the first of the list at the bottom. `fills` is indexed by the parts' numbers. */
export function drawDeviceTime(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  { spent, device, bins, fromNs, toNs }: DeviceStretch,
  parts: readonly NumberedPart[],
  fills: readonly (string | CanvasPattern)[],
): void {
  const { width, height } = size;
  const bar = width / bins;
  const binNs = (toNs - fromNs) / bins;
  // The strip may begin before time 0; adding `bins` keeps the bin numbers positive.
  const oldest = Math.round(fromNs / binNs) + bins;
  for (let bin = 0; bin < bins; bin += 1) {
    const at = (device * bins + ((oldest + bin) % bins)) * STATES;
    let busy = 0;
    for (const { number } of parts) {
      busy += spent[at + number] ?? 0;
    }
    // If a device serves several requests at once, their times add up to more than the time that passes.
    const scale = height / Math.max(binNs, busy);
    let foot = height;
    for (const { number } of parts) {
      const rise = (spent[at + number] ?? 0) * scale;
      if (rise > 0) {
        context.fillStyle = fills[number] ?? '';
        context.fillRect(bin * bar, foot - rise, bar, rise);
        foot -= rise;
      }
    }
  }
}

/** Marks the time of one request. */
function drawMark(
  context: CanvasRenderingContext2D,
  size: { width: number; height: number },
  span: { fromX: number; toX: number },
  ink: string,
): void {
  const width = Math.max(4, span.toX - span.fromX);
  const middle = (span.fromX + span.toX) / 2;
  context.strokeStyle = ink;
  context.lineWidth = 2;
  context.strokeRect(middle - width / 2, 1, width, size.height - 2);
}

/** Renders the rows below the strip and the head of a device. */
export function DeviceRows({ row, state }: { row: ActivityRow; state: LaneState }): ReactElement {
  return (
    <>
      <OpenUnits row={row} state={state} />
      <TimeTotals row={row} state={state} />
    </>
  );
}

/** An open allocation unit. */
export interface OpenUnit {
  /** Number of the unit: its address divided by the size of a unit. */
  number: number;
  /** Pages written since it was opened. */
  written: number;
  /** Whether pages are written to it out of order. */
  random: boolean;
  /** Whether this unit was written last. */
  last: boolean;
}

/** Returns the pages per unit, and the open units in order of number; null for a device without units. */
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

/** Maximum number of units in the row. */
const MOST = 8;
/** Minimum wall time between two flashes: faster flashing can trigger seizures. */
const FLASH_MS = 1000;

/** Renders the row of open units, with a label before it; nothing for a device without units. */
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
        title={`Open allocation units of ${formatCount(units.pages)} pages; each bar shows the pages written since the unit was opened`}
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
            title="The last closed unit, and the number of pages that the stick copied to close it"
          >
            closed unit {formatCount(closing.closed)}, copied {formatCount(closing.copied)} pages
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

/** Returns the newest request for which the device closed an allocation unit; changes at most once per `FLASH_MS`. */
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
        // While the run is paused, `ticks` does not call its listeners, so use a timer.
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
