/** A ring on the page map about the frame that is pinned, where frames have no cells of their own. */
import type { ReactElement } from 'react';

import type { MapLayout } from '../../engine/layout.ts';

/** The ring; nothing where the map does not show the frame. */
export function PinnedCell({
  map,
  frame,
}: {
  map: MapLayout | undefined;
  frame: number;
}): ReactElement | null {
  const cell = map ? cellOf(map, frame) : null;
  if (!map || cell === null) {
    return null;
  }
  const { columns, cellWidth, cellHeight } = map;
  const style = {
    left: map.x + ((cell % columns) + 0.5) * cellWidth,
    top: map.y + (Math.floor(cell / columns) + 0.5) * cellHeight,
    minWidth: cellWidth,
    minHeight: cellHeight,
  };
  return <div className="map-pinned" data-testid="map-pinned" style={style} />;
}

/** The cell in which a frame is; null where the map does not show it. */
export function cellOf(map: MapLayout, frame: number): number | null {
  const at = frame - map.first;
  return at < 0 || at >= map.frames ? null : Math.floor(((at + 1) * map.cells - 1) / map.frames);
}
