/** What a frame is, beside the pointer or the focus. */
import type { ReactElement } from 'react';

import { formatCount, formatPfn } from '../../base/format.ts';
import { sentenceOf, useFrameInfo } from '../../core/lab/frame-info.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import type { FrameRange } from '../../core/lab/zoom.ts';
import type { LaneLayout } from '../../engine/layout.ts';

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
