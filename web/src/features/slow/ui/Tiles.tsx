/** The pages of a scene as tiles: on their lists, in the batch, and the one that is judged. */
import { useLayoutEffect, useRef, type ReactElement, type RefObject } from 'react';

import { formatPfn } from '../../../base/format.ts';
import { slow } from '../control.ts';
import type { Scene } from '../director.ts';
import { lettersOf, stateOf, wordsOf } from '../picture.ts';
import { listName, pagesOf } from '../explanation.ts';
import { useSlow } from '../store.ts';

interface TileProps {
  frame: number;
  flags: number;
  /** Additional class names. */
  look?: string;
  /** Whether the page is still at this place; otherwise the tile only shows where it was. */
  here?: boolean;
}

/** Renders a tile, hidden from screen readers: a table has the same content. */
function Tile({ frame, flags, look = '', here = true }: TileProps): ReactElement {
  const pfn = slow.frames?.pfn(frame) ?? frame;
  return (
    <span
      className={`tile tile-${stateOf(flags)} ${look}`}
      data-frame={here ? frame : undefined}
      title={`pfn ${formatPfn(pfn)} · ${wordsOf(flags)}`}
    >
      {lettersOf(flags)}
    </span>
  );
}

interface ListTilesProps {
  scene: Scene;
  /** Index of the list. */
  list: number;
  small?: boolean;
}

/** Renders a list. Places of pages that a batch has isolated stay empty, with a border, until the batch ends. */
export function ListTiles({ scene, list, small = false }: ListTilesProps): ReactElement {
  const { picture, batch, kind } = scene;
  const pages = picture.lists[list] ?? [];
  const ofBatch = batch?.list === list ? batch.pages : [];
  const chosen = new Set(kind === 'tail' ? ofBatch : []);
  const left = kind === 'tail' ? [] : ofBatch;
  return (
    <div className={small ? 'slow-list slow-list-small' : 'slow-list'}>
      <p className="slow-list-name">
        <span className="quiet">head</span>
        <strong>
          {listName(list)} · {pagesOf(pages.length)}
        </strong>
        <span className="quiet">tail</span>
      </p>
      {/* The tiles start at the tail, so that a new page at the head moves no other tile. */}
      <div className="tiles" data-list={list}>
        {left.map((frame) => (
          <span key={`left-${frame}`} className="tile tile-left" />
        ))}
        {pages.toReversed().map((frame) => (
          <Tile
            key={frame}
            frame={frame}
            flags={picture.flags[frame] ?? 0}
            look={chosen.has(frame) ? 'tile-chosen' : ''}
          />
        ))}
      </div>
    </div>
  );
}

/** Renders the pages of a batch; judged pages are pale, with their outcome. */
export function BatchRow({ scene }: { scene: Scene }): ReactElement {
  const { batch, kind, frames, picture, alongside } = scene;
  if (!batch || kind === 'tail') {
    return (
      <p className="batch-none quiet">
        {batch ? 'Nothing is isolated yet.' : 'No batch is under way.'}
      </p>
    );
  }
  return (
    <div className="batch">
      <p className="quiet batch-name">
        isolated by {batch.context}: {pagesOf(batch.pages.length)} off the list
        {alongside.map((other) => (
          <span key={other.number}>
            {' '}
            · {other.context} holds {pagesOf(other.pages.length - other.gone.size)} more
          </span>
        ))}
      </p>
      <div className="batch-tiles">
        {batch.pages.map((frame) => {
          const decided = batch.decided.get(frame);
          const judged = kind === 'judged' && frames[0] === frame;
          const gone = batch.gone.has(frame);
          const look = judged ? 'tile-judged' : decided ? `tile-done tile-${decided.fate}` : '';
          return (
            <Tile
              key={frame}
              frame={frame}
              flags={picture.flags[frame] ?? 0}
              look={gone ? `${look} tile-gone` : look}
              here={!gone}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Renders the card below the judged page in the batch. */
export function PageCard({ scene }: { scene: Scene }): ReactElement {
  const frame = scene.frames[0] ?? 0;
  return (
    <div className="page-card-place">
      <span className="page-arrow" />
      <div className="page-card">
        <p>
          <strong>pfn {formatPfn(slow.frames?.pfn(frame) ?? frame)}</strong>
          <Tile frame={frame} flags={scene.found} here={false} look="flyer-from" />
        </p>
        <p className="quiet">found {wordsOf(scene.found)}</p>
        <p className="quiet">{scene.holds}</p>
      </div>
      <Tile frame={frame} flags={scene.found} here={false} look="flyer" />
    </div>
  );
}

/** Maximum duration of an animation, ms; it is shorter at a fast pace. */
const TRAVEL_MS = 600;
const EASING = 'cubic-bezier(0.4, 0, 0.2, 1)';

interface Place {
  x: number;
  y: number;
}

/** Whether pages may be animated. */
function movesAreWelcome(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/**
 * Animates the change to another scene: if it shows a judgement, the judged page moves to its outcome; otherwise, the
 * pages of its events move to their new places. With reduced motion, nothing is animated.
 */
export function useMoves(stage: RefObject<HTMLElement | null>, scene: Scene): void {
  // The width of the page and large type change the position to which the card points.
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

/** Returns the layout position of each page in the stage, which running animations do not affect. */
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

/** Makes the card point at the judged page, which is above it. */
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
  // The animation of the previous page may still be running.
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
