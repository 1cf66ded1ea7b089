/** Pointers on a map: hover, click, drag, wheel and pinch, as calls with frames. */
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

import { embedded } from '../../base/page.ts';
import type { FrameRange } from '../../core/lab/map-view.ts';

/** What a map does. */
export interface MapActions {
  /** What lies at a point, CSS pixels from the corner of the surface. */
  at: (x: number, y: number) => FrameRange | null;
  /** What lies nearest to a point. */
  near: (x: number, y: number) => FrameRange | null;
  /** Somebody points at it, or no longer. */
  point: (spot: Spot | null) => void;
  /** Somebody clicks on it. */
  take: (range: FrameRange) => void;
  zoom: (factor: number, range: FrameRange) => void;
  /** Drags by so many pixels; whether anything moved. */
  pan: (x: number, y: number) => boolean;
  /** A press begins or ends: what it moves is one change. */
  hold: (held: boolean) => void;
}

/** A pointer that moved less than this was held still, CSS pixels. */
const STILL = 5;
/** Turns of the wheel, in its pixels, that bring frames twice as close. */
const WHEEL_PIXELS = 160;

/** A point of the surface, CSS pixels from its corner. */
export interface Spot {
  x: number;
  y: number;
}

/** Listens on a surface. The listeners stay; what they do may change with every render. */
export function useMapPointer(surface: RefObject<HTMLElement | null>, actions: MapActions): void {
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
      // The finger that stays goes on from where it is, not from where it came down.
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
  element.addEventListener('pointerdown', onDown);
  element.addEventListener('pointermove', onMove);
  element.addEventListener('pointerup', onUp);
  element.addEventListener('pointercancel', onUp);
  element.addEventListener('pointerleave', onLeave);
  element.addEventListener('wheel', onWheel, { passive: false });
  return () => {
    element.removeEventListener('pointerdown', onDown);
    element.removeEventListener('pointermove', onMove);
    element.removeEventListener('pointerup', onUp);
    element.removeEventListener('pointercancel', onUp);
    element.removeEventListener('pointerleave', onLeave);
    element.removeEventListener('wheel', onWheel);
  };
}

/**
 * Whether a turn of the wheel zooms. In a frame of another page it is that page's until somebody has clicked into the
 * frame. Where the page scrolls it is for that until somebody has clicked into the map; a pinch comes with Ctrl.
 */
function isForMap({ ctrlKey, metaKey }: WheelEvent, map: HTMLElement): boolean {
  if (embedded) {
    return document.hasFocus();
  }
  return ctrlKey || metaKey || map.matches(':focus-within') || !scrolls(map.closest('.centre'));
}

/** Whether there is more of the middle, or on a phone of the page, than has room. */
function scrolls(centre: Element | null): boolean {
  return [centre, document.scrollingElement].some((it) => it && it.scrollHeight > it.clientHeight);
}
