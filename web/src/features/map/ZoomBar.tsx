/** Buttons that zoom a lane's map, and where it stands. */
import type { ReactElement } from 'react';

import { formatCount } from '../../base/format.ts';
import type { LaneState } from '../../core/lab/lane-state.ts';
import type { LaneId } from '../../core/lab/lanes.ts';
import { showAll, viewOf, zoomByCentre } from '../../core/lab/map-view.ts';
import { useLab } from '../../core/lab/store.ts';
import { CLOSEST } from '../../core/lab/zoom.ts';

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
