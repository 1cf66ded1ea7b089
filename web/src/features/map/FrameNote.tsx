/** What a frame or a cell is, beside the pointer or the focus; the state that it shows most of stands out everywhere. */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ReactElement,
  type RefObject,
} from 'react';

import { formatCount, formatPfn } from '../../base/format.ts';
import { sentenceOf, useFrameInfo } from '../../core/lab/frame-info.ts';
import { light } from '../../core/lab/highlight.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import type { FrameRange } from '../../core/lab/zoom.ts';
import { useTick } from '../../core/time/ticks.ts';
import type { LaneLayout } from '../../engine/layout.ts';
import { shareAt } from '../../engine/dither.ts';
import { PAGE_STATES, type PageState } from '../../engine/types.ts';
import { labelOf } from '../../widgets/legend.ts';
import type { Spot } from './use-map-pointer.ts';

/** Room between the pointer and the note, and between the note and the edge of the window, CSS pixels. */
const BESIDE = 14;
const EDGE = 6;

/** Wall time for which a pointer rests before its state stands out: the map does not flicker below one that moves. */
const REST_MS = 150;

/** The middle of a range on its map. */
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

/** A point of an element as one of the window. */
function inWindow(element: HTMLElement | null, { x, y }: Spot): Spot {
  const { left = 0, top = 0 } = element?.getBoundingClientRect() ?? {};
  return { x: left + x, y: top + y };
}

/** The note. `pointer`: a point of the surface; the note of what has the focus has none. */
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
  const mixture = useMixture(lane, range);
  useLightOf(mixture);
  useLayoutEffect(() => {
    const element = note.current;
    if (element) {
      const spot = inWindow(surface.current, pointer ?? middleOf(layout, range));
      const { offsetWidth: width, offsetHeight: height } = element;
      // The charts beside the map stay in sight.
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
          <strong>{state.description.zones[range.zone]?.name}</strong>, frames{' '}
          {formatCount(range.first)} to {formatCount(range.first + range.count - 1)}
          {mixture && ` · ${mixtureText(mixture)}`}
          <span className="quiet"> · click, or turn the wheel with Ctrl, to zoom in</span>
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

/** The share of each state in some frames, 0 to 1. */
type Mixture = Record<PageState, number>;

function mixtureOf(shares: Uint8Array): Mixture {
  const counts = PAGE_STATES.map((_, state) => shares[shareAt(1, 0, state)] ?? 0);
  const total = counts.reduce((sum, count) => sum + count, 0) || 1;
  const entries = PAGE_STATES.map((state, at) => [state, (counts[at] ?? 0) / total]);
  return Object.fromEntries(entries) as Mixture;
}

/** The states of some frames, the most first: “clean, inactive 62 %, dirty 38 %”. */
function mixtureText(mixture: Mixture): string {
  return PAGE_STATES.filter((state) => mixture[state] > 0)
    .sort((one, other) => mixture[other] - mixture[one])
    .map((state) => `${labelOf(state)} ${Math.max(1, Math.round(mixture[state] * 100))} %`)
    .join(' · ');
}

/** Follows the states of some frames, about once a second. */
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

/** Lets the state that there is most of stand out, as long as somebody points there. */
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
