/** The surface over a lane's page map: pointing, zooming, panning and pinning, with pointer, touch and keyboard. */
import {
  useEffect,
  useLayoutEffect,
  useRef,
  type RefObject,
  useState,
  type KeyboardEvent,
  type ReactElement,
} from 'react';

import { formatPfn } from '../../base/format.ts';
import { embedded } from '../../base/page.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import {
  type FrameRange,
  panBy,
  pinFrame,
  showAll,
  viewOf,
  zoomBy,
  zoomByCentre,
  type MapView,
  CLOSEST,
  nearestRange,
  rangeAt,
} from '../../core/lab/map-view.ts';
import { useLab } from '../../core/lab/store.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import { hasNames, type LaneLayout } from '../../engine/layout.ts';
import type { ZoneDescription } from '../../engine/types.ts';

interface MapActions {
  /** Returns the frames at a point, CSS pixels from the corner of the surface. */
  at: (x: number, y: number) => FrameRange | null;
  /** Returns the frames nearest to a point. */
  near: (x: number, y: number) => FrameRange | null;
  /** Called when the pointer is at a spot, and with null when it leaves. */
  point: (spot: Spot | null) => void;
  /** Called when the user has clicked on these frames. */
  take: (range: FrameRange) => void;
  zoom: (factor: number, range: FrameRange) => void;
  /** Drags by this many pixels; returns true if anything moved. */
  pan: (x: number, y: number) => boolean;
  /** Called when a press begins or ends: all moves during the press are one change for undo. */
  hold: (held: boolean) => void;
}

/** If the pointer moves less than this during a press, the press counts as a click, CSS pixels. */
const STILL = 5;
/** Wheel distance that zooms in by a factor of two, pixels of the wheel event. */
const WHEEL_PIXELS = 160;

/** A point of the surface, CSS pixels from its corner. */
export interface Spot {
  x: number;
  y: number;
}

/** Adds the listeners of a surface once; the actions may change with every render. */
function useMapPointer(surface: RefObject<HTMLElement | null>, actions: MapActions): void {
  const latest = useRef(actions);
  useLayoutEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    const element = surface.current;
    return element ? listen(element, latest) : undefined;
  }, [surface]);
}

function listen(element: HTMLElement, latest: RefObject<MapActions>): () => void {
  const down = new Map<number, Spot>();
  let dragged = false;
  let start: Spot = { x: 0, y: 0 };
  let spread = 0;
  const spotOf = (event: MouseEvent): Spot => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const distance = () => {
    const [one, other] = [...down.values()];
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0;
  };
  const onDown = (event: PointerEvent) => {
    if (event.button !== 0) {
      return;
    }
    start = spotOf(event);
    down.set(event.pointerId, start);
    if (down.size === 1) {
      latest.current.hold(true);
    }
    dragged = down.size > 1;
    spread = distance();
  };
  const onMove = (event: PointerEvent) => {
    const spot = spotOf(event);
    if (!down.has(event.pointerId)) {
      latest.current.point(event.pointerType === 'touch' ? null : spot);
      return;
    }
    down.set(event.pointerId, spot);
    if (down.size === 2 && spread > 0) {
      const factor = distance() / spread;
      const range = latest.current.near(spot.x, spot.y);
      if (range && Math.abs(Math.log2(factor)) > 0.15) {
        latest.current.zoom(factor, range);
        spread = distance();
      }
    } else if (down.size === 1 && Math.hypot(spot.x - start.x, spot.y - start.y) > STILL) {
      element.setPointerCapture(event.pointerId);
      dragged = true;
      if (latest.current.pan(spot.x - start.x, spot.y - start.y)) {
        start = spot;
      }
    }
  };
  const onUp = (event: PointerEvent) => {
    const pressed = down.delete(event.pointerId);
    const [left] = down.values();
    if (pressed && left) {
      // The remaining finger pans from its current position, not from where it touched down.
      start = left;
    } else if (pressed) {
      latest.current.hold(false);
    }
    const spot = spotOf(event);
    const range = latest.current.at(spot.x, spot.y);
    if (pressed && !dragged && range && event.type === 'pointerup') {
      latest.current.take(range);
    }
  };
  const onLeave = () => latest.current.point(null);
  const onWheel = (event: WheelEvent) => {
    if (!isForMap(event, element)) {
      return;
    }
    const spot = spotOf(event);
    const range = latest.current.near(spot.x, spot.y);
    if (range) {
      event.preventDefault();
      latest.current.zoom(2 ** (-event.deltaY / WHEEL_PIXELS), range);
    }
  };
  const listening = new AbortController();
  const { signal } = listening;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  element.addEventListener('pointerup', onUp, { signal });
  element.addEventListener('pointercancel', onUp, { signal });
  element.addEventListener('pointerleave', onLeave, { signal });
  element.addEventListener('wheel', onWheel, { signal, passive: false });
  return () => listening.abort();
}

/**
 * Whether the wheel zooms the map. With Ctrl it always does, as in a pinch. On an embedded page, the wheel alone scrolls
 * the outer page until the user has clicked into the iframe. If this page can scroll, the wheel scrolls it until the user
 * has clicked into the map.
 */
function isForMap({ ctrlKey, metaKey }: WheelEvent, map: HTMLElement): boolean {
  if (ctrlKey || metaKey) {
    return true;
  }
  return embedded
    ? document.hasFocus()
    : map.matches(':focus-within') || !scrolls(map.closest('.centre'));
}

/** Whether the middle column, or on a phone the page, has more content than fits. */
function scrolls(centre: Element | null): boolean {
  return [centre, document.scrollingElement].some((it) => it && it.scrollHeight > it.clientHeight);
}

/** Names of single frames, loaded once the user zooms in. */
export const closePart = new Part('The details of page frames', () => import('./frames.tsx'));

/** Zoom factor of a click on a cell of many frames. */
const CLICK_FACTOR = 16;

// If the part cannot be loaded, the map works without names.
const stay = () => undefined;

export function MapSurface({
  lane,
  state,
  layout,
}: {
  lane: LaneId;
  state: LaneState;
  layout: LaneLayout;
}): ReactElement {
  const surface = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Spot | null>(null);
  const [focused, setFocused] = useState<FrameRange | null>(null);
  const pin = useLab((store) => store.pin);
  const pointed = spot ? rangeAt(layout.maps, spot.x, spot.y) : focused;
  const { zones } = state.description;
  const nameOf = (zone: number) => zones[zone]?.name ?? '';
  const take = (range: FrameRange) => {
    const zone = nameOf(range.zone);
    if (range.count === 1) {
      pinFrame({ lane, zone, frame: range.first });
    } else {
      zoomBy(lane, CLICK_FACTOR, { zone, frame: range.first + range.count / 2 });
    }
  };
  useMapPointer(surface, {
    at: (x, y) => rangeAt(layout.maps, x, y),
    near: (x, y) => nearestRange(layout.maps, x, y),
    point: setSpot,
    take,
    zoom: (factor, range) =>
      zoomBy(lane, factor, { zone: nameOf(range.zone), frame: range.first + range.count / 2 }),
    pan: (x, y) => {
      const [map] = layout.maps;
      if (map && viewOf(zones)) {
        const cells =
          Math.round(-x / map.cellWidth) + Math.round(-y / map.cellHeight) * map.columns;
        panBy(lane, (cells * map.frames) / map.cells);
        return cells !== 0;
      }
      return false;
    },
    hold: (held) => lab.changes.hold(held),
  });
  const view = viewOf(zones);
  const [map] = layout.maps;
  // The pinned frame has its own card, so it needs no note.
  const told =
    pointed?.count === 1 && pin?.zone === nameOf(pointed.zone) && pin.frame === pointed.first;
  const named = view && map && hasNames(map);
  return (
    <div
      ref={surface}
      className="map-surface"
      style={{
        height: map?.height ?? 0,
        cursor: !pointed ? undefined : pointed.count === 1 ? 'pointer' : 'zoom-in',
      }}
      role="application"
      aria-roledescription="page map"
      aria-label={`Lane ${lane.toUpperCase()}: ${view ? framesOf(view, zones) : 'all page frames'}. Plus and minus keys zoom, arrow keys move, 0 shows all.`}
      tabIndex={0}
      data-testid={`map-${lane}`}
      onKeyDown={(event) => onMapKey(event, lane, state)}
      onBlur={() => setFocused(null)}
    >
      {!named && pin && (
        <OnDemand part={closePart} wanted giveUp={stay}>
          {({ PinnedCell }) => (
            <PinnedCell
              map={layout.maps.find(({ zone }) => nameOf(zone) === pin.zone)}
              frame={pin.frame}
            />
          )}
        </OnDemand>
      )}
      {named && (
        <OnDemand part={closePart} wanted giveUp={stay}>
          {({ FrameGrid }) => (
            <FrameGrid lane={lane} state={state} map={map} onFocusFrame={setFocused} />
          )}
        </OnDemand>
      )}
      {pointed && !told && (
        <OnDemand part={closePart} wanted giveUp={stay}>
          {({ FrameNote }) => (
            <FrameNote
              lane={lane}
              state={state}
              range={pointed}
              layout={layout}
              surface={surface}
              pointer={spot}
            />
          )}
        </OnDemand>
      )}
    </div>
  );
}

/** Returns the zone of a view and its first and last frame. */
function framesOf({ zone, from, frames }: MapView, zones: readonly ZoneDescription[]): string {
  const first = from + (zones.find(({ name }) => name === zone)?.base_pfn ?? 0);
  return `${zone} ${formatPfn(first)}–${formatPfn(first + frames - 1)}`;
}

/** Handles the keys of a map; other keys are left to the page. */
function onMapKey(event: KeyboardEvent, lane: LaneId, state: LaneState): void {
  if (event.altKey || event.ctrlKey || event.metaKey) {
    return;
  }
  const view = viewOf(state.description.zones);
  const step = view ? view.frames / 4 : 0;
  switch (event.key) {
    case '+':
    case '=':
      zoomByCentre(lane, 2);
      break;
    case '-':
      zoomByCentre(lane, 0.5);
      break;
    case '0':
      showAll();
      break;
    case 'ArrowLeft':
    case 'ArrowUp':
      if (!view) {
        return;
      }
      panBy(lane, -step);
      break;
    case 'ArrowRight':
    case 'ArrowDown':
      if (!view) {
        return;
      }
      panBy(lane, step);
      break;
    default:
      return;
  }
  event.preventDefault();
  event.stopPropagation();
}

export function ZoomBar({ lane, state }: { lane: LaneId; state: LaneState }): ReactElement {
  useLab((store) => store.mapView);
  const view = viewOf(state.description.zones);
  return (
    <div
      className="zoom-bar"
      role="group"
      aria-label={`Zoom of the page map, lane ${lane.toUpperCase()}`}
    >
      {view && (
        <>
          <span className="quiet number" data-testid={`view-${lane}`}>
            {framesOf(view, state.description.zones)}
          </span>
          <button type="button" className="zoom-button zoom-all" title="0 or Esc" onClick={showAll}>
            Back to all zones
          </button>
        </>
      )}
      <button
        type="button"
        className="zoom-button"
        aria-label="Zoom out"
        title="Zoom out (−)"
        disabled={view === null}
        onClick={() => zoomByCentre(lane, 0.25)}
      >
        −
      </button>
      <button
        type="button"
        className="zoom-button"
        aria-label="Zoom in"
        title="Zoom in (+, or Ctrl and wheel)"
        disabled={view !== null && view.frames <= CLOSEST}
        onClick={() => zoomByCentre(lane, 4)}
      >
        +
      </button>
    </div>
  );
}
