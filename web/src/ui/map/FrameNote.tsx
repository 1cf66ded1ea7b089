/** What a frame is, beside the pointer or the focus. */
import { useEffect, useState, type ReactElement } from 'react';

import type { LaneLayout } from '../../engine/layout.ts';
import type { FrameInfo } from '../../engine/types.ts';
import { formatCount, formatPfn } from '../../lab/format.ts';
import type { LaneState } from '../../lab/lane-state.ts';
import type { LaneId } from '../../lab/lanes.ts';
import { lab } from '../../lab/lab.ts';
import { useTick } from '../../lab/ticks.ts';
import type { FrameRange } from '../../lab/zoom.ts';

/** Follows a frame of a lane, about once a second: its place on a list is found by walking the list. */
export function useFrameInfo(lane: LaneId, zone: number, frame: number): FrameInfo | null {
  const tick = useTick('tables');
  const [info, setInfo] = useState<FrameInfo | null>(null);
  useEffect(() => {
    let current = true;
    const asked = zone >= 0 ? lab.lanes.client(lane)?.inspect(zone, frame) : undefined;
    void asked?.then((answer) => {
      if (current) {
        setInfo(answer);
      }
    });
    return () => {
      current = false;
    };
  }, [lane, zone, frame, tick]);
  return info?.frame === frame ? info : null;
}

/** The note. */
export function FrameNote({
  lane,
  state,
  layout,
  range,
}: {
  lane: LaneId;
  state: LaneState;
  layout: LaneLayout;
  range: FrameRange;
}): ReactElement {
  const zone = state.description.zones[range.zone];
  const [map] = layout.maps;
  const hidden = layout.ribbons.length === 0;
  return (
    <div
      className="frame-note"
      style={{ top: (map?.height ?? 0) - (hidden ? 60 : -4) }}
      aria-live="polite"
    >
      {range.count === 1 ? (
        <SingleNote lane={lane} range={range} />
      ) : (
        <p>
          <strong>{zone?.name}</strong>, frames {formatCount(range.first)} to{' '}
          {formatCount(range.first + range.count - 1)}
          <span className="quiet"> · click to come closer</span>
        </p>
      )}
    </div>
  );
}

function SingleNote({ lane, range }: { lane: LaneId; range: FrameRange }): ReactElement {
  const info = useFrameInfo(lane, range.zone, range.first);
  if (!info) {
    return <p className="quiet">Asking the engine…</p>;
  }
  return (
    <p>
      <strong>pfn {formatPfn(info.pfn)}</strong> <span className="quiet">{info.zone}</span> ·{' '}
      {sentenceOf(info)} <span className="quiet">· click to pin it and learn its age</span>
    </p>
  );
}

/** A frame in one line. */
export function sentenceOf(info: FrameInfo): string {
  return [info.holds, ...standingOf(info)].join(' · ');
}

/** Its flags, its place on a list, and who waits for it. */
export function standingOf({ flags, list, behind, list_length, waiters }: FrameInfo): string[] {
  const parts: string[] = [];
  if (flags.length > 0) {
    parts.push(flags.join(' '));
  }
  if (list !== null && behind !== null && list_length !== null) {
    const place = behind === 0 ? 'at the tail' : `${formatCount(behind)} from the tail`;
    parts.push(`${list}, ${place} of ${formatCount(list_length)}`);
  }
  if (waiters.length > 0) {
    parts.push(`${waiters.join(', ')} ${waiters.length > 1 ? 'wait' : 'waits'} for it`);
  }
  return parts;
}
