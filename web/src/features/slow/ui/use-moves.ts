/** Lets pages travel from where they were to where they are. */
import { useLayoutEffect, useRef, type RefObject } from 'react';

import type { Scene } from '../scene.ts';
import { useSlow } from '../store.ts';

/** The longest that a page travels, ms; a fast pace makes it shorter. */
const TRAVEL_MS = 600;
const EASING = 'cubic-bezier(0.4, 0, 0.2, 1)';

interface Place {
  x: number;
  y: number;
}

/** Whether pages may travel. */
function movesAreWelcome(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * After each scene that follows on the last one: the pages that it is about travel, the judged page to its outcome.
 * Who asked for less motion sees them arrived.
 */
export function useMoves(stage: RefObject<HTMLElement | null>, scene: Scene): void {
  // The width of the page and large type move the page that the card points at.
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) {
      return undefined;
    }
    const observer = new ResizeObserver(() => pointAtJudged(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, [stage]);
  const before = useRef<{ number: number; places: Map<string, Place> } | null>(null);
  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) {
      return;
    }
    pointAtJudged(element);
    const places = placesIn(element);
    const last = before.current;
    before.current = { number: scene.number, places };
    if (!last || last.number === scene.number || !movesAreWelcome()) {
      return;
    }
    const timing = {
      duration: Math.min(TRAVEL_MS, useSlow.getState().pace * 600),
      easing: EASING,
    };
    if (scene.kind === 'judged') {
      sendToOutcome(element, timing);
    } else {
      for (const frame of scene.frames) {
        const tile = element.querySelector(`[data-frame="${frame}"]`);
        const from = last.places.get(String(frame));
        const to = places.get(String(frame));
        if (tile && to) {
          tile.animate(arrival(from, to), timing);
        }
      }
    }
  }, [stage, scene]);
}

/** Where each page is laid out in the stage: travels that are under way play no part. */
function placesIn(stage: HTMLElement): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const tile of stage.querySelectorAll<HTMLElement>('[data-frame]')) {
    places.set(tile.dataset['frame'] ?? '', { x: tile.offsetLeft, y: tile.offsetTop });
  }
  return places;
}

function arrival(from: Place | undefined, to: Place): Keyframe[] {
  return from
    ? [{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)`, zIndex: 2 }, {}]
    : [{ transform: 'translateY(-10px)', opacity: 0 }, {}];
}

/** The card of the judged page stands below it. */
function pointAtJudged(stage: HTMLElement): void {
  const tile = stage.querySelector<HTMLElement>('.tile-judged');
  const place = stage.querySelector<HTMLElement>('.page-card-place');
  if (tile && place) {
    const at = tile.offsetLeft + tile.offsetWidth / 2 - place.offsetLeft;
    stage.style.setProperty('--judged-x', `${at.toFixed(1)}px`);
  }
}

function sendToOutcome(stage: HTMLElement, timing: KeyframeAnimationOptions): void {
  const flyer = stage.querySelector('.flyer');
  // The page before may still be on its way.
  flyer?.getAnimations().forEach((travel) => travel.cancel());
  const start = stage.querySelector('.flyer-from')?.getBoundingClientRect();
  const end = stage.querySelector('[data-now] .outcome-count')?.getBoundingClientRect();
  const own = flyer?.getBoundingClientRect();
  if (!flyer || !start || !end || !own) {
    return;
  }
  const at = ({ x, y }: Place) => `translate(${x - own.x}px, ${y - own.y}px)`;
  flyer.animate(
    [
      { transform: at(start), opacity: 1 },
      { transform: at(end), opacity: 1, offset: 0.9 },
      { transform: at(end), opacity: 0 },
    ],
    timing,
  );
}
