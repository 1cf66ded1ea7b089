/** Where the page maps and the list ribbons of a lane lie on its canvas. Pure arithmetic in CSS pixels. */

/** A rectangle in CSS pixels. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The map of one zone: a grid of cells, row by row. */
export interface MapLayout extends Rect, Grid {
  zone: number;
  /** First frame that is shown, counted from the start of the zone. */
  first: number;
  /** Frames that are shown. */
  frames: number;
}

/** Cells from this size on have room for a name, CSS pixels. */
const NAMED_WIDTH = 26;
const NAMED_HEIGHT = 24;

/** Whether each cell of a map is one frame with room for its name. */
export function hasNames({ cells, frames, cellWidth, cellHeight }: MapLayout): boolean {
  return cells === frames && isNamed(cellWidth, cellHeight);
}

function isNamed(cellWidth: number, cellHeight: number): boolean {
  return cellWidth >= NAMED_WIDTH && cellHeight >= NAMED_HEIGHT;
}

/** A part of a zone that fills the whole map. */
export interface ZonePart {
  zone: number;
  from: number;
  frames: number;
}

/** The ribbon of one zone's inactive file list. */
interface RibbonLayout extends Rect {
  zone: number;
  bins: number;
}

/** The gauge beside a zone's map. */
interface GaugeLayout extends Rect {
  zone: number;
}

/** Everything on a lane's canvas, and the gauges beside it. */
export interface LaneLayout {
  width: number;
  height: number;
  maps: MapLayout[];
  gauges: GaugeLayout[];
  ribbons: RibbonLayout[];
}

/** What the layout depends on. */
export interface LayoutInput {
  /** Width of the canvas, CSS pixels. */
  width: number;
  /** Height of the canvas, CSS pixels. */
  height: number;
  /** Frames of each zone. */
  frames: readonly number[];
  /** Zones that get a ribbon. */
  ribbons: readonly number[];
  /** Room for the ribbon labels on the left; with 0 they stand above the ribbons. */
  labelWidth: number;
  /** The part of a zone that is looked at closely; all zones where there is none. */
  part?: ZonePart | null;
}

const GAUGE_WIDTH = 10;
const GAUGE_GAP = 6;
const ZONE_GAP = 12;
const MAP_WIDTH_MIN = 44;
const RIBBON_HEIGHT = 30;
/** Of a lane so low that the map would have less room than the ribbons, CSS pixels. */
const LOW_LANE = 150;
const RIBBON_HEIGHT_LOW = 24;
const RIBBON_GAP = 6;
const RIBBON_BAR = 3;
/** Room above a ribbon for its label, where there is none on the left. */
const LABEL_ROW = 15;

/** Divides the width among zones: large zones get more, small ones stay visible. */
export function zoneWidths(frames: readonly number[], width: number, least: number): number[] {
  const weights = frames.map((count) => Math.pow(Math.max(count, 1), 0.6));
  const fixed = new Set<number>();
  for (;;) {
    const left = width - fixed.size * least;
    const total = weights.reduce((sum, weight, zone) => (fixed.has(zone) ? sum : sum + weight), 0);
    const small = weights.findIndex(
      (weight, zone) => !fixed.has(zone) && (left * weight) / total < least,
    );
    if (small < 0 || fixed.size === weights.length - 1) {
      return weights.map((weight, zone) =>
        Math.max(8, Math.floor(fixed.has(zone) ? least : (left * weight) / total)),
      );
    }
    fixed.add(small);
  }
}

/** Grid of a map: its frames are spread evenly over its cells. Sides of cells are CSS pixels. */
export interface Grid {
  columns: number;
  rows: number;
  cellWidth: number;
  cellHeight: number;
  cells: number;
}

/** Side of a cell that stands for many frames, CSS pixels: room for dots that can be told apart. */
const CELL = 4;

/** Chooses the grid of some frames: a cell for each where they have room, and then they fill it; else small cells for many. */
export function gridOf(frames: number, width: number, height: number): Grid {
  const single = singleGridOf(frames, width, height);
  if (single) {
    return single;
  }
  const columns = Math.max(1, Math.floor(width / CELL));
  const most = Math.max(1, Math.floor(height / CELL));
  const rows = Math.max(1, Math.min(most, Math.ceil(frames / columns)));
  const cells = Math.max(1, Math.min(frames, columns * rows));
  return { columns, rows, cellWidth: CELL, cellHeight: CELL, cells };
}

/** Width of a cell of one frame for its height: names are wider than high. */
const ASPECT = 1.4;

/** A cell for each frame, as near to the best shape as fills the room; null where they have none. */
function singleGridOf(frames: number, width: number, height: number): Grid | null {
  let best: Grid | null = null;
  let bestCost = Infinity;
  for (let rows = 1; rows * CELL <= height; rows += 1) {
    const columns = Math.ceil(frames / rows);
    const cellWidth = fineFloor(width / columns);
    const cellHeight = fineFloor(height / rows);
    if (cellWidth < CELL || Math.ceil(frames / columns) !== rows) {
      continue;
    }
    const empty = 1 - frames / (rows * columns);
    const cost =
      Math.abs(Math.log(cellWidth / cellHeight / ASPECT)) +
      3 * empty +
      (isNamed(cellWidth, cellHeight) ? 0 : 1);
    if (cost < bestCost) {
      bestCost = cost;
      best = { columns, rows, cellWidth, cellHeight, cells: frames };
    }
  }
  return best;
}

/** Rounded down so that so many of them never add up to more than there is room. */
function fineFloor(length: number): number {
  return Math.floor(length * 64) / 64;
}

/** The map of a part of a zone, in the whole width. */
function layoutPart(part: ZonePart, width: number, mapHeight: number) {
  const mapWidth = Math.max(8, width - GAUGE_GAP - GAUGE_WIDTH);
  const grid = gridOf(part.frames, mapWidth, mapHeight);
  const { zone, from: first, frames } = part;
  const map = { zone, first, frames, x: 0, y: 0, width: mapWidth, height: mapHeight, ...grid };
  const gauge = { zone, x: mapWidth + GAUGE_GAP, y: 0, width: GAUGE_WIDTH, height: mapHeight };
  return { maps: [map], gauges: [gauge] };
}

/** The maps of all zones, side by side. */
function layoutZones(frames: readonly number[], width: number, mapHeight: number) {
  const taken = frames.length * (GAUGE_GAP + GAUGE_WIDTH) + (frames.length - 1) * ZONE_GAP;
  const widths = zoneWidths(frames, Math.max(width - taken, frames.length * 8), MAP_WIDTH_MIN);
  const maps: MapLayout[] = [];
  const gauges: GaugeLayout[] = [];
  let x = 0;
  for (const [zone, count] of frames.entries()) {
    const mapWidth = widths[zone] ?? 8;
    const grid = gridOf(count, mapWidth, mapHeight);
    const place = { x, y: 0, width: mapWidth, height: mapHeight };
    maps.push({ zone, first: 0, frames: count, ...place, ...grid });
    x += mapWidth + GAUGE_GAP;
    gauges.push({ zone, x, y: 0, width: GAUGE_WIDTH, height: mapHeight });
    x += GAUGE_WIDTH + ZONE_GAP;
  }
  return { maps, gauges };
}

/** Lays a lane out. */
export function layoutLane(input: LayoutInput): LaneLayout {
  const { width, height, frames, ribbons, labelWidth, part } = input;
  const ribbonHeight = height < LOW_LANE ? RIBBON_HEIGHT_LOW : RIBBON_HEIGHT;
  const gap = RIBBON_GAP + (labelWidth === 0 ? LABEL_ROW : 0);
  const ribbonsHeight = ribbons.length * (ribbonHeight + gap);
  const mapHeight = Math.max(24, height - ribbonsHeight - (ribbons.length > 0 ? 2 : 0));
  const { maps, gauges } = part
    ? layoutPart(part, width, mapHeight)
    : layoutZones(frames, width, mapHeight);
  const ribbonWidth = Math.max(60, width - labelWidth);
  const placed = ribbons.map((zone, row) => ({
    zone,
    x: width - ribbonWidth,
    y: mapHeight + 2 + gap + row * (ribbonHeight + gap),
    width: ribbonWidth,
    height: ribbonHeight,
    bins: Math.max(16, Math.floor(ribbonWidth / RIBBON_BAR)),
  }));
  return { width, height, maps, gauges, ribbons: placed };
}

/** Zones large enough that their inactive list is worth a ribbon, at most `most`, in zone order. */
export function ribbonZones(frames: readonly number[], most: number): number[] {
  const total = frames.reduce((sum, count) => sum + count, 0);
  const large = frames
    .map((count, zone) => ({ count, zone }))
    .filter(({ count }) => count * 50 >= total)
    .sort((a, b) => b.count - a.count || a.zone - b.zone)
    .slice(0, most)
    .map(({ zone }) => zone);
  return large.sort((a, b) => a - b);
}
