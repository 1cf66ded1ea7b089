/** Single frames with their names, over the colours that the lane's worker draws. */
import { useState, type KeyboardEvent, type ReactElement } from 'react';

import { formatPfn } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { pinFrame } from '../../core/lab/map-view.ts';
import { useLab } from '../../core/lab/store.ts';
import type { FrameRange } from '../../core/lab/zoom.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { MapLayout } from '../../engine/layout.ts';
import { closeFrame, type CloseFrame } from '../../engine/page-flags.ts';

/** Cells from this size on have room for the page as well, CSS pixels. */
const WIDE_CELL = 62;

/** The grid: one stop of the tab key, arrows inside. */
export function FrameGrid({
  lane,
  state,
  map,
  onFocusFrame,
}: {
  lane: LaneId;
  state: LaneState;
  map: MapLayout;
  onFocusFrame: (range: FrameRange) => void;
}): ReactElement | null {
  useTick('text');
  const pin = useLab((store) => store.pin);
  const [focused, setFocused] = useState(0);
  const zone = state.description.zones[map.zone];
  const { close } = state;
  if (!zone || close?.zone !== map.zone || close.first !== map.first) {
    return null;
  }
  const current = Math.min(focused, map.frames - 1);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === ' ') {
      // A press of the pointer leaves the focus on a frame. There as everywhere the space bar plays; Enter pins.
      event.preventDefault();
      event.stopPropagation();
      lab.play(!useLab.getState().playing);
      return;
    }
    const by = stepOf(event.key, map.columns);
    const next = current + by;
    if (by !== 0 && next >= 0 && next < map.frames) {
      event.preventDefault();
      event.stopPropagation();
      setFocused(next);
      const cells = event.currentTarget.querySelectorAll('button');
      cells[next]?.focus();
    }
  };
  return (
    <div className="frame-grid" role="group" aria-label="Page frames" onKeyDown={onKeyDown}>
      {Array.from({ length: map.frames }, (_, at) => {
        const frame = map.first + at;
        const info = closeFrame(close.words, at);
        const pinned = pin?.zone === zone.name && pin.frame === frame;
        return (
          <button
            key={frame}
            type="button"
            className={`frame-cell${pinned ? ' frame-pinned' : ''}`}
            style={{
              left: map.x + (at % map.columns) * map.cellWidth,
              top: map.y + Math.floor(at / map.columns) * map.cellHeight,
              width: map.cellWidth - 1,
              height: map.cellHeight - 1,
            }}
            tabIndex={at === current ? 0 : -1}
            aria-pressed={pinned}
            aria-label={labelOf(zone.base_pfn + frame, info)}
            onFocus={() => {
              setFocused(at);
              onFocusFrame({ zone: map.zone, first: frame, count: 1 });
            }}
            onClick={(event) => {
              // A pointer's click has been taken by the map.
              if (event.detail === 0) {
                pinFrame({ lane, zone: zone.name, frame });
              }
            }}
          >
            <span className="frame-name number">{shortName(zone.base_pfn + frame)}</span>
            {map.cellWidth >= WIDE_CELL && info.page !== '' && (
              <span className="frame-page number">{info.page}</span>
            )}
            {info.marks !== '' && <span className="frame-marks">{info.marks}</span>}
          </button>
        );
      })}
    </div>
  );
}

function stepOf(key: string, columns: number): number {
  const steps: Record<string, number> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  };
  return steps[key] ?? 0;
}

/** The last digits: neighbours have the others in common. */
function shortName(pfn: number): string {
  return pfn.toString(16).toUpperCase().slice(-3).padStart(3, '0');
}

const WORDS: Record<string, string> = {
  d: 'dirty',
  w: 'under writeback',
  a: 'active',
  r: 'referenced',
  R: 'PG_reclaim',
  l: 'locked',
};

const STATES: Partial<Record<CloseFrame['state'], string>> = {
  free: 'free',
  kernel: 'the kernel’s',
  anon: 'anonymous',
  cleanInactive: 'clean',
  isolated: 'isolated',
};

function labelOf(pfn: number, { state, marks, page }: CloseFrame): string {
  const parts = [STATES[state], ...[...marks].map((mark) => WORDS[mark])].filter(Boolean);
  const [file, index] = page.split(':');
  const holds = file !== '' && index !== undefined ? `, page ${index} of mapping ${file}` : '';
  return `pfn ${formatPfn(pfn)}, ${parts.join(', ')}${holds}`;
}
