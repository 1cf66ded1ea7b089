/** What lies over a lane's page map: pointing, zooming, panning, pinning; by pointer, touch and keyboard. */
import { useRef, useState, type KeyboardEvent, type ReactElement } from 'react';

import { formatCount } from '../../base/format.ts';
import { lab } from '../../core/lab/lab.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import {
  panBy,
  pinFrame,
  showAll,
  viewOf,
  zoomBy,
  zoomByCentre,
  CLOSEST,
  nearestRange,
  rangeAt,
  type FrameRange,
} from '../../core/lab/map-view.ts';
import { useLab } from '../../core/lab/store.ts';
import { OnDemand, Part } from '../../core/parts.tsx';
import { hasNames, type LaneLayout } from '../../engine/layout.ts';
import { useMapPointer, type Spot } from './use-map-pointer.ts';

/** What tells of single frames, fetched for who comes close. */
export const closePart = new Part('The names of page frames', () => import('./frames.tsx'));

/** How much closer a click on a cell of many frames brings them. */
const CLICK_FACTOR = 16;

// Without names there is a map all the same.
const stay = () => undefined;

/** The surface. */
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
  // Of the pinned frame more is said elsewhere.
  const told =
    pointed?.count === 1 && pin?.zone === nameOf(pointed.zone) && pin.frame === pointed.first;
  const named = view && map && hasNames(map);
  return (
    <div
      ref={surface}
      className="map-surface"
      style={{ height: map?.height ?? 0 }}
      role="application"
      aria-roledescription="page map"
      aria-label={`Lane ${lane.toUpperCase()}: ${describe(view)}. Plus and minus zoom, arrows move, 0 shows all.`}
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

function describe(view: ReturnType<typeof viewOf>): string {
  return view === null
    ? 'all page frames'
    : `${view.zone}, frames ${formatCount(view.from)} to ${formatCount(view.from + view.frames - 1)}`;
}

/** The keys of a map; those that it does not know go on to the page. */
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

/** The bar. */
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
        <span className="quiet number" data-testid={`view-${lane}`}>
          {view.zone} {formatCount(view.from)}–{formatCount(view.from + view.frames - 1)}
        </span>
      )}
      {view && (
        <button
          type="button"
          className="zoom-button zoom-all"
          title="All zones (0)"
          onClick={showAll}
        >
          All
        </button>
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
        title="Zoom in (+, or Ctrl and the wheel)"
        disabled={view !== null && view.frames <= CLOSEST}
        onClick={() => zoomByCentre(lane, 4)}
      >
        +
      </button>
    </div>
  );
}
