/** What of the page map both lanes show, and the frame that is pinned. */
import type { ZoneDescription } from '../../engine/types.ts';
import { lab } from './lab.ts';
import type { LaneId } from './lanes.ts';
import { useLab, type LabStore, type Pin } from './store.ts';
import { closeTo, fitted, panned, zoomed, type MapView } from './zoom.ts';

function zonesOf(lane: LaneId): readonly ZoneDescription[] {
  return lab.lanes.state(lane)?.description.zones ?? [];
}

/** The view of a lane's machine; null where it shows all zones. */
export function viewOf(zones: readonly ZoneDescription[]): MapView | null {
  return fitted(zones, useLab.getState().mapView);
}

/** Zooms both lanes about a frame. */
export function zoomBy(
  lane: LaneId,
  factor: number,
  anchor: { zone: string; frame: number },
): void {
  const zones = zonesOf(lane);
  lab.changes.viewRun('zoom of the page map', () => {
    useLab.setState({ mapView: zoomed(zones, viewOf(zones), factor, anchor) });
  });
}

/** Zooms about the middle of what is shown; of the largest zone where all are. */
export function zoomByCentre(lane: LaneId, factor: number): void {
  const zones = zonesOf(lane);
  const view = viewOf(zones);
  const largest = zones.toSorted((one, other) => other.frames - one.frames)[0];
  const zone = view?.zone ?? largest?.name;
  const middle = view ? view.from + view.frames / 2 : (largest?.frames ?? 0) / 2;
  if (zone !== undefined) {
    zoomBy(lane, factor, { zone, frame: middle });
  }
}

/** Moves what is shown by so many frames. */
export function panBy(lane: LaneId, frames: number): void {
  const zones = zonesOf(lane);
  const view = viewOf(zones);
  if (view) {
    lab.changes.viewRun('move of the page map', () => {
      useLab.setState({ mapView: panned(zones, view, frames) });
    });
  }
}

/** All zones again. */
export function showAll(): void {
  lab.changes.view('all of the page map', () => useLab.setState({ mapView: null }));
}

/** Pins a frame: time stands still, and its life is told. */
export function pinFrame(pin: Pin): void {
  pinWith(pin, {});
}

/** Pins a frame and shows it. */
export function showFrame(pin: Pin): void {
  pinWith(pin, { mapView: closeTo(zonesOf(pin.lane), pin.zone, pin.frame) });
}

function pinWith(pin: Pin, more: Partial<LabStore>): void {
  if (useLab.getState().playing) {
    lab.play(false);
  }
  lab.changes.view('pin of a page', () => useLab.setState({ ...more, pin }));
}

/** Lets the pinned frame go. */
export function unpin(): void {
  lab.changes.view('letting the pinned page go', () => useLab.setState({ pin: null }));
}
