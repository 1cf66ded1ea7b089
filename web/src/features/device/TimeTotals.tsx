/**
 * How a device has spent its time: its parts with their names and fills; the totals since the start, which are also the
 * legend of its strip; and the cost of a single request, in a note beside the pointer or the focus.
 */
import { useEffect, useRef, type ReactElement } from 'react';

import { formatDuration, formatSeconds } from '../../base/format.ts';
import { colourOf, useTheme } from '../../base/theme.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { ticks, useTick } from '../../core/time.ts';
import { zoomOf } from '../../core/type-size.ts';
import type { PartName } from '../../engine/types.ts';
import { fitCanvas } from '../../widgets/chart/canvas.ts';
import { isUntold, type ActivityRow } from './activity.ts';
import { describeRequest, reasonsFor, type DeviceRequest } from './request.ts';

/** A part of the time, with its fill. */
interface TimePart {
  /** The engine's name. */
  name: PartName;
  label: string;
  /** Name of its colour in the style sheet. */
  colour: string;
  /** A pattern, so that parts are distinguishable without colours. */
  pattern: Pattern;
  docs: string;
}

/** All parts, from the bottom of the strip up. A new part of the engine needs an entry here and two colours. */
const TIME_PARTS: readonly TimePart[] = inOrder({
  transfer: {
    label: 'transfer',
    colour: 'part-transfer',
    pattern: 'plain',
    docs: 'The data is transferred at the rate of the device.',
  },
  overhead: {
    label: 'overhead',
    colour: 'part-overhead',
    pattern: 'dotted',
    docs: 'The command itself, and the wait while data of other requests is transferred.',
  },
  seek: {
    label: 'seek',
    colour: 'part-seek',
    pattern: 'rising',
    docs: 'The head moves to another track.',
  },
  rotation: {
    label: 'rotation',
    colour: 'part-rotation',
    pattern: 'falling',
    docs: 'The platter turns until the block is under the head.',
  },
  copying: {
    label: 'copying in flash',
    colour: 'part-copying',
    pattern: 'crossed',
    docs: 'The controller of the stick copies pages to close an allocation unit, or switches to another unit.',
  },
  flush: {
    label: 'cache flush',
    colour: 'part-flush',
    pattern: 'level',
    docs: 'The device writes its cache to the medium.',
  },
  stall: {
    label: 'stall',
    colour: 'part-stall',
    pattern: 'upright',
    docs: 'The device pauses, for example to write back its cache.',
  },
});

/** Converts the parts to a list; the code does not compile if a part of the engine is missing. */
function inOrder(parts: Record<PartName, Omit<TimePart, 'name'>>): TimePart[] {
  const names = Object.keys(parts) as PartName[];
  return names.map((name) => ({ name, ...parts[name] }));
}

/** A part with its number in the engine. */
export interface NumberedPart extends TimePart {
  number: number;
}

/** Returns the parts that an engine names, from the bottom of the strip up. */
export function numberedParts(names: readonly PartName[]): NumberedPart[] {
  return TIME_PARTS.flatMap((part) => {
    const number = names.indexOf(part.name);
    return number < 0 ? [] : [{ ...part, number }];
  });
}

// Fills for a canvas that differ in pattern as well as in colour.

/** The pattern over the colour. */
type Pattern = 'plain' | 'dotted' | 'rising' | 'falling' | 'crossed' | 'level' | 'upright';

/** Width and height of a tile, CSS pixels. */
const TILE = 5;

type Line = readonly [number, number, number, number];

// Lines extend beyond the tile, so that they join those of the next tile at its corners.
const RISING: readonly Line[] = [
  [-1, TILE + 1, TILE + 1, -1],
  [-1, 1, 1, -1],
  [TILE - 1, TILE + 1, TILE + 1, TILE - 1],
];
const FALLING = RISING.map(([x, y, toX, toY]): Line => [x, TILE - y, toX, TILE - toY]);

const LINES: Readonly<Record<Pattern, readonly Line[]>> = {
  plain: [],
  dotted: [[1.5, 2.5, 3, 2.5]],
  rising: RISING,
  falling: FALLING,
  crossed: [...RISING, ...FALLING],
  level: [[0, 2.5, TILE, 2.5]],
  upright: [[2.5, 0, 2.5, TILE]],
};

/** Returns a fill for `context` that is sharp at its current scale; only the colour if no tile can be created. */
export function fillOf(
  context: CanvasRenderingContext2D,
  pattern: Pattern,
  colour: string,
  ink: string,
): string | CanvasPattern {
  if (pattern === 'plain') {
    return colour;
  }
  const { a: ratio } = context.getTransform();
  const side = Math.max(1, Math.round(TILE * ratio));
  const tile = document.createElement('canvas');
  tile.width = side;
  tile.height = side;
  const brush = tile.getContext('2d');
  if (!brush) {
    return colour;
  }
  brush.scale(side / TILE, side / TILE);
  paintTile(brush, pattern, colour, ink);
  const fill = context.createPattern(tile, 'repeat');
  fill?.setTransform(new DOMMatrix().scale(TILE / side));
  return fill ?? colour;
}

/** Paints one tile, `TILE` wide and high. */
export function paintTile(
  brush: CanvasRenderingContext2D,
  pattern: Pattern,
  colour: string,
  ink: string,
): void {
  brush.fillStyle = colour;
  brush.fillRect(0, 0, TILE, TILE);
  brush.strokeStyle = ink;
  brush.lineWidth = 1;
  for (const [x, y, toX, toY] of LINES[pattern]) {
    brush.beginPath();
    brush.moveTo(x, y);
    brush.lineTo(toX, toY);
    brush.stroke();
  }
}

/** A part with its share of the total time of requests. */
interface Share {
  part: NumberedPart;
  share: number;
}

/** Returns the parts that occurred, largest first. `totals` of a device: `DeviceFrame.totals`. */
export function sharesOf(totals: Float64Array, names: readonly PartName[]): Share[] {
  const parts = totals.subarray(1);
  const sum = parts.reduce((all, ns) => all + ns, 0);
  return numberedParts(names)
    .map((part) => ({ part, share: sum > 0 ? (parts[part.number] ?? 0) / sum : 0 }))
    .filter(({ share }) => share > 0)
    .sort((one, other) => other.share - one.share);
}

/**
 * Formats the shares of one whole, rounded so that they add up to 100 % (those with the largest remainders are rounded
 * up): never “0 %” for a part that occurred, nor “100 %” beside other parts.
 */
export function shareTexts(shares: readonly number[]): string[] {
  const percents = shares.map((share) => share * 100);
  const sum = (of: readonly number[]) => of.reduce((all, percent) => all + percent, 0);
  const left = Math.round(sum(percents)) - sum(percents.map(Math.floor));
  const remainders = percents.map((percent) => percent - Math.floor(percent));
  const up = new Set(
    [...remainders.keys()]
      .sort((one, other) => (remainders[other] ?? 0) - (remainders[one] ?? 0))
      .slice(0, left),
  );
  return percents.map((exact, at) => {
    const percent = Math.floor(exact) + Number(up.has(at));
    if (percent === 0) {
      return 'under 1 %';
    }
    return percent === 100 && exact < 100 ? 'over 99 %' : `${percent} %`;
  });
}

/** Renders the totals, below the rows of a device. */
export function TimeTotals({ row, state }: { row: ActivityRow; state: LaneState }): ReactElement {
  useTick('figures');
  const totals = state.devices?.totals[row.device ?? 0] ?? new Float64Array(0);
  const shares = sharesOf(totals, state.description.parts);
  const texts = shareTexts(shares.map(({ share }) => share));
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
    <ul className="time-totals" aria-label={`Time of ${label} by cause, since the start`}>
      {shares.map(({ part }, at) => (
        <li key={part.name} title={part.docs}>
          <PartSwatch part={part} />
          {part.label} <strong className="number">{texts[at]}</strong>
        </li>
      ))}
      <li className="quiet" title="Time during which the device had a request, since the start">
        of {formatDuration(busyNs)} busy since the start
      </li>
    </ul>
  );
}

const WIDTH = 15;
const HEIGHT = 10;

/** Renders the swatch of a part. */
function PartSwatch({ part }: { part: TimePart }): ReactElement {
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

/** Gap between the note and the strip, and to the edge of the window, CSS pixels. */
const GAP = 6;

interface PartTime {
  part: NumberedPart;
  ns: number;
}

/** Returns the parts of a request that took time, longest first. */
function timesOf({ parts }: DeviceRequest, names: readonly PartName[]): PartTime[] {
  return numberedParts(names)
    .map((part) => ({ part, ns: parts[part.number] ?? 0 }))
    .filter(({ ns }) => ns > 0)
    .sort((one, other) => other.ns - one.ns);
}

/** Returns everything that the note says in one line, for screen readers. */
export function noteText(
  request: DeviceRequest,
  names: readonly PartName[],
  origins: readonly string[],
  unitPages: number,
): string {
  const parts = timesOf(request, names).map(
    ({ part, ns }) => `${part.label} ${formatDuration(ns)}`,
  );
  const total = formatDuration(request.endNs - request.startNs);
  return [
    `${origins[request.origin] ?? 'other'}: ${describeRequest(request)}, ${total}: ${parts.join(', ')}.`,
    ...reasonsFor(request, names, unitPages),
  ].join(' ');
}

/** Renders the note, and moves it together with its request when the strip moves. */
export function RequestNote({
  request,
  state,
  unitPages,
}: {
  request: DeviceRequest;
  state: LaneState;
  unitPages: number;
}): ReactElement {
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const put = () => {
      const element = note.current;
      const strip = element?.parentElement;
      if (element && strip && state.strip) {
        place(element, strip, (request.startNs + request.endNs) / 2, state.strip);
      }
    };
    put();
    return ticks.listen('charts', put);
  }, [request, state]);
  const { parts, origins } = state.description;
  const total = request.endNs - request.startNs;
  const times = timesOf(request, parts);
  const shares = shareTexts(times.map(({ ns }) => ns / total));
  return (
    <div ref={note} className="request-note" role="tooltip">
      <p>
        <strong>{origins[request.origin] ?? 'other'}</strong>: {describeRequest(request)}
      </p>
      <p className="quiet">
        {formatDuration(total)}, started at {formatSeconds(request.startNs, 3)}
      </p>
      <ul>
        {times.map(({ part, ns }, at) => (
          <li key={part.name}>
            <PartSwatch part={part} />
            <span>{part.label}</span>
            <span className="number">{formatDuration(ns)}</span>
            <span className="number quiet">{shares[at]}</span>
          </li>
        ))}
      </ul>
      {reasonsFor(request, parts, unitPages).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </div>
  );
}

/** Places the note above the time of its request, or below if there is no room, within the window. */
function place(
  element: HTMLElement,
  strip: HTMLElement,
  ns: number,
  { fromNs, toNs }: { fromNs: number; toNs: number },
): void {
  const box = strip.getBoundingClientRect();
  const { width, height } = element.getBoundingClientRect();
  const zoom = zoomOf(element);
  const share = Math.min(1, Math.max(0, (ns - fromNs) / (toNs - fromNs)));
  const left = Math.min(
    Math.max(GAP, box.left + share * box.width - width / 2),
    window.innerWidth - width - GAP,
  );
  const above = box.top - height - GAP;
  const top = above >= GAP ? above : box.bottom + GAP;
  element.style.left = `${left / zoom}px`;
  element.style.top = `${top / zoom}px`;
}
