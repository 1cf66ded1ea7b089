/** The targets of lessons and the tour: their names, their places on the page, and the ring around them. */
import { useSyncExternalStore, type ReactElement } from 'react';

import type { LaneId } from '../core/lab/lanes.ts';
import { ticks } from '../core/time.ts';
import './ring.css';

/** The parts of the page by name. */
type PanelName =
  | 'lanes'
  | 'map'
  | 'ribbon'
  | 'mechanisms'
  | 'patches'
  | 'changes'
  | 'tasks'
  | 'decisions'
  | 'timeline'
  | 'counters'
  | 'link';

/** A target: a part of the page, perhaps of one lane; the switch of a mechanism; or a measure in “Charts”. */
export type Point =
  { panel: PanelName; lane?: LaneId } | { mechanism: string; lane?: LaneId } | { metric: string };

const PANELS: Readonly<Record<PanelName, string>> = {
  lanes: '.lane',
  map: '.lane-canvas',
  ribbon: '.ribbon-ends',
  mechanisms: '.side-left',
  patches: '.all-mechanisms',
  changes: '.side-right',
  tasks: '.tasks',
  decisions: '.decisions',
  timeline: '.timeline',
  // On a phone the button is behind “More controls”.
  counters: '.button-counters, .button-more',
  link: '.share',
};

/** The parts that each lane has. */
const IN_LANES: ReadonlySet<PanelName> = new Set(['lanes', 'map', 'ribbon']);

/** Returns the elements of a target; none if it is not on the page now. */
export function elementsOf(point: Point): HTMLElement[] {
  // An element in a folded panel has a box too, so only `checkVisibility` tells that it is hidden.
  return all(point).filter((element) => element.checkVisibility());
}

function all(point: Point): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selectorOf(point))];
}

const roomy = window.matchMedia('(min-width: 761px)');

/** Unfolds the panels that contain the target and scrolls to it; on a phone it scrolls only if `far`. */
export function reveal(point: Point, far: boolean): void {
  const [first] = all(point);
  // On a phone, the target may be a panel that is itself folded.
  const inner = first?.querySelector(':scope > details') ?? first;
  for (let at: Element | null | undefined = inner; at; at = at.parentElement) {
    if (at instanceof HTMLDetailsElement) {
      at.open = true;
    }
  }
  if (roomy.matches) {
    // A switch has a margin for this: at the edge of its panel it would be cut off when its line grows.
    first?.scrollIntoView({ block: 'nearest' });
  } else if (far && first) {
    // Of what is higher than the window, show the beginning.
    const high = first.clientHeight > window.innerHeight / 2;
    first.scrollIntoView({ block: high ? 'start' : 'center' });
  }
}

function selectorOf(point: Point): string {
  if ('metric' in point) {
    return `[data-metric="${CSS.escape(point.metric)}"]`;
  }
  if ('mechanism' in point) {
    return `[data-mechanism="${CSS.escape(point.mechanism)}"]`;
  }
  const { panel, lane } = point;
  const inside = PANELS[panel];
  if (lane === undefined || !IN_LANES.has(panel)) {
    return inside;
  }
  return panel === 'lanes' ? `.lane-${lane}` : `.lane-${lane} ${inside}`;
}

/** A rectangle of the window in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Returns the smallest box around all elements; null if there are none. */
function boxAround(elements: readonly Element[]): Box | null {
  if (elements.length === 0) {
    return null;
  }
  const boxes = elements.map((element) => element.getBoundingClientRect());
  const left = Math.min(...boxes.map((box) => box.left));
  const top = Math.min(...boxes.map((box) => box.top));
  const right = Math.max(...boxes.map((box) => box.right));
  const bottom = Math.max(...boxes.map((box) => box.bottom));
  return { left, top, width: right - left, height: bottom - top };
}

function listen(listener: () => void): () => void {
  const observer = new ResizeObserver(listener);
  observer.observe(document.body);
  window.addEventListener('scroll', listener, { capture: true, passive: true });
  window.addEventListener('resize', listener);
  // The run can add or remove parts of the page.
  const stop = ticks.listen('text', listener);
  return () => {
    observer.disconnect();
    window.removeEventListener('scroll', listener, { capture: true });
    window.removeEventListener('resize', listener);
    stop();
  };
}

/** Returns the box around the target; null while it is not on the page. */
export function useBox(point: Point | null): Box | null {
  const key = useSyncExternalStore(listen, () => {
    const box = point && boxAround(elementsOf(point));
    return box ? [box.left, box.top, box.width, box.height].map(Math.round).join(' ') : '';
  });
  const [left, top, width, height] = key.split(' ').map(Number);
  return left === undefined || top === undefined || width === undefined || height === undefined
    ? null
    : { left, top, width, height };
}

/** Gap between an element and its ring, in CSS pixels. */
const ROOM = 3;

/** Returns the lower limit of a ring. On a phone, content scrolls under the fixed controls, and so does its ring. */
function floorOf(box: Box): number {
  const bar = document.querySelector('.transport');
  if (bar && getComputedStyle(bar).position === 'fixed') {
    const { top } = bar.getBoundingClientRect();
    return box.top >= top ? window.innerHeight : Math.min(top, window.innerHeight);
  }
  return window.innerHeight;
}

/** Renders a ring around a target; the page below it stays usable. */
export function Ring({ box, dim = false }: { box: Box; dim?: boolean }): ReactElement | null {
  const left = Math.max(2, box.left - ROOM);
  const top = Math.max(2, box.top - ROOM);
  const right = Math.min(document.documentElement.clientWidth - 2, box.left + box.width + ROOM);
  const bottom = Math.min(floorOf(box) - 2, box.top + box.height + ROOM);
  if (bottom <= top) {
    return null;
  }
  return (
    <div
      className={`ring${dim ? ' ring-dim' : ''}`}
      aria-hidden="true"
      style={{ left, top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) }}
    />
  );
}
