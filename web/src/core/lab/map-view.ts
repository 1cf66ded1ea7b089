/** The section of the page map that both lanes show, in frames, and the pinned frame. */
import type { MapLayout } from '../../engine/layout.ts';
import type { ZoneDescription } from '../../engine/types.ts';
import { lab } from './lab.ts';
import type { LaneId } from './lanes.ts';
import { useLab, type LabStore, type Pin } from './store.ts';

/** The part of a zone that fills the map. The zone is named, because its index differs between machines. */
export interface MapView {
  zone: string;
  from: number;
  frames: number;
}

/** Minimum number of frames shown. */
export const CLOSEST = 16;

/** The frames in a cell. */
export interface FrameRange {
  zone: number;
  first: number;
  count: number;
}

/** Returns the frames under a point of the canvas; null outside the maps. */
export function rangeAt(maps: readonly MapLayout[], x: number, y: number): FrameRange | null {
  for (const map of maps) {
    const column = Math.floor((x - map.x) / map.cellWidth);
    const row = Math.floor((y - map.y) / map.cellHeight);
    const cell = row * map.columns + column;
    const inside = column >= 0 && column < map.columns && row >= 0 && cell < map.cells;
    if (inside) {
      return rangeOf(map, cell);
    }
  }
  return null;
}

/** Returns the frames in the cell nearest to a point, which may be below the last row. */
export function nearestRange(maps: readonly MapLayout[], x: number, y: number): FrameRange | null {
  const map = maps.find((candidate) => x < candidate.x + candidate.width) ?? maps.at(-1);
  if (!map) {
    return null;
  }
  const column = clamp(Math.floor((x - map.x) / map.cellWidth), 0, map.columns - 1);
  const row = clamp(Math.floor((y - map.y) / map.cellHeight), 0, map.rows - 1);
  return rangeOf(map, Math.min(row * map.columns + column, map.cells - 1));
}

/** Returns the frames of a cell: the frames of a map are distributed evenly over its cells. */
export function rangeOf(map: MapLayout, cell: number): FrameRange {
  const begin = Math.floor((cell * map.frames) / map.cells);
  const end = Math.floor(((cell + 1) * map.frames) / map.cells);
  return { zone: map.zone, first: map.first + begin, count: Math.max(1, end - begin) };
}

/** Whether each cell of a map shows a single frame. */
export function showsSingles(map: MapLayout): boolean {
  return map.cells === map.frames;
}

/** Returns the view zoomed in by `factor`, with one frame staying at its place; null for the whole machine. */
export function zoomed(
  zones: readonly ZoneDescription[],
  view: MapView | null,
  factor: number,
  anchor: { zone: string; frame: number },
): MapView | null {
  const all = zones.find(({ name }) => name === anchor.zone)?.frames ?? 0;
  const from = view?.from ?? 0;
  const frames = view?.frames ?? all;
  if (view === null && factor <= 1) {
    return null;
  }
  const wanted = Math.round(frames / factor);
  if (wanted >= all && factor < 1) {
    return null;
  }
  const next = Math.max(Math.min(CLOSEST, all), Math.min(all, wanted));
  const share = frames > 0 ? (anchor.frame - from) / frames : 0.5;
  const start = Math.round(anchor.frame - share * next);
  return { zone: anchor.zone, from: clamp(start, 0, all - next), frames: next };
}

/** Returns the view moved by this many frames, within its zone. */
export function panned(zones: readonly ZoneDescription[], view: MapView, by: number): MapView {
  const all = zones.find(({ name }) => name === view.zone)?.frames ?? view.frames;
  return { ...view, from: clamp(Math.round(view.from + by), 0, Math.max(0, all - view.frames)) };
}

/** Returns a view with a frame in its middle, zoomed in enough to show its name. */
export function closeTo(zones: readonly ZoneDescription[], zone: string, frame: number): MapView {
  const all = zones.find(({ name }) => name === zone)?.frames ?? 0;
  // 24 frames fit in one row of cells that are large enough for names, even in a low map.
  const frames = Math.min(all, 24);
  return { zone, from: clamp(frame - Math.floor(frames / 2), 0, all - frames), frames };
}

/** Returns the view limited to the frames of a machine; null if the machine does not have the zone of the view. */
export function fitted(zones: readonly ZoneDescription[], view: MapView | null): MapView | null {
  const all = zones.find(({ name }) => name === view?.zone)?.frames;
  if (!view || all === undefined) {
    return null;
  }
  const frames = clamp(Math.round(view.frames), Math.min(CLOSEST, all), all);
  return { zone: view.zone, from: clamp(Math.round(view.from), 0, all - frames), frames };
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

function zonesOf(lane: LaneId): readonly ZoneDescription[] {
  return lab.lanes.state(lane)?.description.zones ?? [];
}

/** Returns the current view on a lane's machine; null if all zones are shown. */
export function viewOf(zones: readonly ZoneDescription[]): MapView | null {
  return fitted(zones, useLab.getState().mapView);
}

/** Zooms both lanes around a frame. */
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

/** Zooms around the middle of the view, or of the largest zone if all zones are shown. */
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

/** Moves the view by this many frames. */
export function panBy(lane: LaneId, frames: number): void {
  const zones = zonesOf(lane);
  const view = viewOf(zones);
  if (view) {
    lab.changes.viewRun('pan of the page map', () => {
      useLab.setState({ mapView: panned(zones, view, frames) });
    });
  }
}

/** Shows all zones again. */
export function showAll(): void {
  lab.changes.view('reset of the page map zoom', () => useLab.setState({ mapView: null }));
}

/** Pins a frame: pauses the run and shows the life of the page in it. */
export function pinFrame(pin: Pin): void {
  pinWith(pin, {});
}

/** Pins a frame and zooms the map to it. */
export function showFrame(pin: Pin): void {
  pinWith(pin, { mapView: closeTo(zonesOf(pin.lane), pin.zone, pin.frame) });
}

function pinWith(pin: Pin, more: Partial<LabStore>): void {
  if (useLab.getState().playing) {
    lab.play(false);
  }
  lab.changes.view('pin of a page', () => useLab.setState({ ...more, pin }));
}

/** Unpins the frame. */
export function unpin(): void {
  lab.changes.view('unpin of a page', () => useLab.setState({ pin: null }));
}
