/** Single frames: their names over the colours that the lane's worker draws, and a note about one of them. */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
} from 'react';

import { createPortal } from 'react-dom';

import { formatCount, formatPfn } from '../../base/format.ts';
import { sentenceOf, useFrameInfo } from '../../core/lab/frame-info.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { pinFrame, type FrameRange } from '../../core/lab/map-view.ts';
import { light, useLab } from '../../core/lab/store.ts';
import { useTick } from '../../core/time.ts';
import { shareAt } from '../../engine/renderer.ts';
import type { LaneLayout, MapLayout } from '../../engine/layout.ts';
import { closeFrame, type CloseFrame } from '../../engine/protocol.ts';
import { PAGE_STATES, type PageState } from '../../engine/types.ts';
import { labelOf } from '../../widgets/Legend.tsx';
import type { Spot } from './MapSurface.tsx';
import './frames.css';

/** Minimum width of a cell that shows the page (mapping:index) in addition to the frame, CSS pixels. */
const WIDE_CELL = 62;

/** Renders the grid: a single tab stop, with arrow keys inside. */
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
      // A click leaves the focus on a frame. As everywhere, Space plays the run; Enter pins the frame.
      event.preventDefault();
      event.stopPropagation();
      lab.toggle();
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
      <FrameKey lane={lane} />
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
            aria-label={frameLabel(zone.base_pfn + frame, info)}
            onFocus={() => {
              setFocused(at);
              onFocusFrame({ zone: map.zone, first: frame, count: 1 });
            }}
            onClick={(event) => {
              // The map has handled the click of a pointer already.
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

/** Returns the last digits of a pfn: neighbouring frames share the others. */
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
  kernel: 'used by the kernel',
  anon: 'anonymous',
  cleanInactive: 'clean',
  isolated: 'isolated',
};

function frameLabel(pfn: number, { state, marks, page }: CloseFrame): string {
  const parts = [STATES[state], ...[...marks].map((mark) => WORDS[mark])].filter(Boolean);
  const [file, index] = page.split(':');
  const holds = file !== '' && index !== undefined ? `, page ${index} of mapping ${file}` : '';
  return `pfn ${formatPfn(pfn)}, ${parts.join(', ')}${holds}`;
}

/** Renders the key of the names and letters in the cells, in the free part of the line above the map. */
function FrameKey({ lane }: { lane: LaneId }): ReactElement | null {
  const [line] = useState(() => document.querySelector(`.lane-${lane} .lane-zones`));
  const letters = Object.entries(WORDS).map(([letter, word]) => `${letter} ${word}`);
  const title = `In each cell: the last digits of its pfn; the mapping and the index of its page; flags (${letters.join(', ')}).`;
  return (
    line &&
    createPortal(
      <p className="frame-key quiet" aria-hidden="true" title={title}>
        {letters.join(' · ').replace('under ', '')}
      </p>,
      line,
    )
  );
}

/** Gaps between the pointer and the note, and between the note and the edge of the window, CSS pixels. */
const BESIDE = 14;
const EDGE = 6;

/**
 * Wall time for which the pointer must rest before it highlights a state, so that the map does not flicker under a
 * moving pointer.
 */
const REST_MS = 150;

/** Returns the middle of a range on its map. */
function middleOf({ maps }: LaneLayout, { zone, first, count }: FrameRange): Spot {
  const map = maps.find((candidate) => candidate.zone === zone);
  if (!map) {
    return { x: 0, y: 0 };
  }
  const cell = Math.floor(((first + count / 2 - map.first) * map.cells) / map.frames);
  return {
    x: map.x + ((cell % map.columns) + 0.5) * map.cellWidth,
    y: map.y + (Math.floor(cell / map.columns) + 0.5) * map.cellHeight,
  };
}

/** Converts a point of an element to one of the window. */
function inWindow(element: HTMLElement | null, { x, y }: Spot): Spot {
  const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {};
  return { x: left + x, y: top + y };
}

/** Renders the note. `pointer` is a point of the surface; the note for the focused frame has none. */
export function FrameNote({
  lane,
  state,
  layout,
  surface,
  range,
  pointer,
}: {
  lane: LaneId;
  state: LaneState;
  layout: LaneLayout;
  surface: RefObject<HTMLElement | null>;
  range: FrameRange;
  pointer: Spot | null;
}): ReactElement {
  const note = useRef<HTMLDivElement>(null);
  const zone = state.description.zones[range.zone];
  const first = (zone?.base_pfn ?? 0) + range.first;
  const mixture = useMixture(lane, range);
  useLightOf(mixture);
  useLayoutEffect(() => {
    const element = note.current;
    if (element) {
      const spot = inWindow(surface.current, pointer ?? middleOf(layout, range));
      const { offsetWidth: width, offsetHeight: height } = element;
      // Do not cover the charts beside the map.
      const edge = surface.current?.getBoundingClientRect().right ?? Infinity;
      const right = Math.min(document.documentElement.clientWidth - EDGE, edge);
      const below = spot.y + BESIDE;
      const left = Math.max(EDGE, Math.min(spot.x + BESIDE, right - width));
      const fits = below + height <= window.innerHeight - EDGE;
      element.style.left = `${left}px`;
      element.style.top = `${Math.max(EDGE, fits ? below : spot.y - BESIDE - height)}px`;
    }
  });
  return (
    <div ref={note} className="frame-note" aria-live="polite">
      {range.count === 1 ? (
        <SingleNote lane={lane} range={range} />
      ) : (
        <p>
          <strong>
            pfn {formatPfn(first)} to {formatPfn(first + range.count - 1)}
          </strong>{' '}
          <span className="quiet">{zone?.name}</span> · {formatCount(range.count)} frames
          {mixture && ` · ${mixtureText(mixture)}`}
          <span className="quiet">
            {` · ${press()}: `}
            {layout.maps.length > 1
              ? `both maps show only ${zone?.name}, zoomed in here${escape('all zones')}`
              : `zoom both maps in here${escape('the whole map')}`}
          </span>
        </p>
      )}
    </div>
  );
}

/** Whether the user points with a finger, which taps and has no Esc key. */
const finger = () => window.matchMedia('(pointer: coarse)').matches;

function press(): string {
  return finger() ? 'tap' : 'click';
}

function escape(to: string): string {
  return finger() ? '' : `; Esc: ${to} again`;
}

function SingleNote({ lane, range }: { lane: LaneId; range: FrameRange }): ReactElement {
  const info = useFrameInfo(lane, range.zone, range.first);
  if (!info) {
    return <p className="quiet">Loading…</p>;
  }
  return (
    <p>
      <strong>pfn {formatPfn(info.pfn)}</strong> <span className="quiet">{info.zone}</span> ·{' '}
      {sentenceOf(info)} <span className="quiet">{`· ${press()}: pin it and see its history`}</span>
    </p>
  );
}

/** The share of each state in some frames, 0 to 1. */
type Mixture = Record<PageState, number>;

function mixtureOf(shares: Uint8Array): Mixture {
  const counts = PAGE_STATES.map((_, state) => shares[shareAt(1, 0, state)] ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  const entries = PAGE_STATES.map((state, at) => [state, (counts[at] ?? 0) / total]);
  return Object.fromEntries(entries) as Mixture;
}

/** Describes the states of some frames, largest share first: “clean, inactive 62 % · dirty 38 %”. */
function mixtureText(mixture: Mixture): string {
  return PAGE_STATES.filter((state) => mixture[state] > 0)
    .sort((one, other) => mixture[other] - mixture[one])
    .map((state) => `${labelOf(state)} ${Math.max(1, Math.round(mixture[state] * 100))} %`)
    .join(' · ');
}

/** Returns the states of some frames, refreshed about once a second. */
function useMixture(lane: LaneId, { zone, first, count }: FrameRange): Mixture | null {
  const tick = useTick('tables');
  const [answer, setAnswer] = useState<{ key: string; mixture: Mixture | null } | null>(null);
  const key = `${zone} ${first} ${count}`;
  useEffect(() => {
    let current = true;
    void lab.lanes
      .client(lane)
      ?.mixture(zone, first, count)
      .then((shares) => {
        if (current) {
          setAnswer({ key, mixture: shares && mixtureOf(shares) });
        }
      });
    return () => {
      current = false;
    };
  }, [lane, key, zone, first, count, tick]);
  return answer?.key === key ? answer.mixture : null;
}

/** Highlights the state with the largest share while the pointer is over these frames. */
function useLightOf(mixture: Mixture | null): void {
  const most =
    mixture &&
    PAGE_STATES.reduce<PageState>(
      (best, state) => (mixture[state] > mixture[best] ? state : best),
      'free',
    );
  useEffect(() => {
    if (most === null) {
      return undefined;
    }
    const timer = setTimeout(() => light({ page: most }), REST_MS);
    return () => clearTimeout(timer);
  }, [most]);
  useEffect(() => () => light(null), []);
}

/**
 * Renders a ring around the pinned frame if frames have no cells of their own; nothing if the map does not show the
 * frame.
 */
export function PinnedCell({
  map,
  frame,
}: {
  map: MapLayout | undefined;
  frame: number;
}): ReactElement | null {
  const cell = map ? cellOf(map, frame) : null;
  if (!map || cell === null) {
    return null;
  }
  const { columns, cellWidth, cellHeight } = map;
  const style = {
    left: map.x + ((cell % columns) + 0.5) * cellWidth,
    top: map.y + (Math.floor(cell / columns) + 0.5) * cellHeight,
    minWidth: cellWidth,
    minHeight: cellHeight,
  };
  return <div className="map-pinned" data-testid="map-pinned" style={style} />;
}

/** Returns the cell with a frame; null if the map does not show the frame. */
export function cellOf(map: MapLayout, frame: number): number | null {
  const at = frame - map.first;
  return at < 0 || at >= map.frames ? null : Math.floor(((at + 1) * map.cells - 1) / map.frames);
}
