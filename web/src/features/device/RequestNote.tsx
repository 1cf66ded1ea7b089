/** What a request cost and why, beside the pointer or the focus. */
import { useEffect, useRef, type ReactElement } from 'react';

import { formatDuration, formatSeconds } from '../../base/format.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import { ticks } from '../../core/time/ticks.ts';
import { zoomOf } from '../../core/type-size.ts';
import type { PartName } from '../../engine/types.ts';
import { PartSwatch, shareText } from './TimeTotals.tsx';
import { describeRequest, reasonsFor, type DeviceRequest } from './request.ts';
import { numberedParts, type NumberedPart } from './time-parts.ts';

/** Room between the note and the strip, and the edge of the window, CSS pixels. */
const GAP = 6;

interface PartTime {
  part: NumberedPart;
  ns: number;
}

/** The parts of a request that took time, the longest first. */
function timesOf({ parts }: DeviceRequest, names: readonly PartName[]): PartTime[] {
  return numberedParts(names)
    .map((part) => ({ part, ns: parts[part.number] ?? 0 }))
    .filter(({ ns }) => ns > 0)
    .sort((one, other) => other.ns - one.ns);
}

/** All that the note says, in a line for those who hear it. */
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

/** The note; it follows its request while time passes. */
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
  return (
    <div ref={note} className="request-note" role="tooltip">
      <p>
        <strong>{origins[request.origin] ?? 'other'}</strong>: {describeRequest(request)}
      </p>
      <p className="quiet">
        {formatDuration(total)}, started at {formatSeconds(request.startNs, 3)}
      </p>
      <ul>
        {timesOf(request, parts).map(({ part, ns }) => (
          <li key={part.name}>
            <PartSwatch part={part} />
            <span>{part.label}</span>
            <span className="number">{formatDuration(ns)}</span>
            <span className="number quiet">{shareText(ns / total)}</span>
          </li>
        ))}
      </ul>
      {reasonsFor(request, parts, unitPages).map((reason) => (
        <p key={reason}>{reason}</p>
      ))}
    </div>
  );
}

/** Puts the note above the moment of its request, or below where there is no room, within the window. */
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
