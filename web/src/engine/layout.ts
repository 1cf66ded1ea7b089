/** Computes where the page maps and the list ribbons of a lane are on its canvas. Pure arithmetic in CSS pixels. */

/** A rectangle in CSS pixels. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The map of a zone: a grid of cells, row by row. */
export interface MapLayout extends Rect, Grid {
  zone: number;
  /** First frame shown, counted from the start of the zone. */
  first: number;
  /** Number of frames shown. */
  frames: number;
}

/** Minimum width of a cell with room for a name, CSS pixels. */
const NAMED_WIDTH = 26;
const NAMED_HEIGHT = 24;

/** Whether each cell of a map is a single frame with room for its name. */
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

/** The ribbon of a zone's inactive file list. */
interface RibbonLayout extends Rect {
  zone: number;
  bins: number;
}

/** The gauge beside a zone's map. */
interface GaugeLayout extends Rect {
  zone: number;
}

/** Everything on the canvas of a lane, and the gauges beside it. */
export interface LaneLayout {
  width: number;
  height: number;
  maps: MapLayout[];
  gauges: GaugeLayout[];
  ribbons: RibbonLayout[];
}

export interface LayoutInput {
  /** Width of the canvas, CSS pixels. */
  width: number;
  /** Height of the canvas, CSS pixels. */
  height: number;
  /** Number of frames of each zone. */
  frames: readonly number[];
  /** Zones that get a ribbon. */
  ribbons: readonly number[];
  /** Width for the ribbon labels on the left, CSS pixels; with 0 they are above the ribbons. */
  labelWidth: number;
  /** The part of a zone that is shown; null for all zones. */
  part?: ZonePart | null;
}

const GAUGE_WIDTH = 10;
const GAUGE_GAP = 6;
const ZONE_GAP = 12;
const MAP_WIDTH_MIN = 44;
const RIBBON_HEIGHT = 30;
/** Lanes lower than this (CSS pixels) have lower ribbons, so that the ribbons do not take more room than the map. */
const LOW_LANE = 150;
const RIBBON_HEIGHT_LOW = 24;
const RIBBON_GAP = 6;
const RIBBON_BAR = 3;
/** Height for a label above a ribbon, if there is no label on the left, CSS pixels. */
const LABEL_ROW = 15;

/** Divides the width among the zones: larger zones get more, and small ones remain visible. */
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

/** Grid of a map, whose frames are distributed evenly over its cells. Sizes are CSS pixels. */
export interface Grid {
  columns: number;
  rows: number;
  cellWidth: number;
  cellHeight: number;
  cells: number;
}

/** Side of a cell that stands for many frames, CSS pixels: large enough for distinguishable dots. */
const CELL = 4;

/**
 * Chooses the grid for this many frames: if there is enough room, one cell per frame, so large that the cells fill the
 * room; otherwise small cells that stand for many frames each.
 */
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

/** Preferred ratio of width to height of a cell for a single frame: names are wider than high. */
const ASPECT = 1.4;

/**
 * Returns a grid with one cell per frame, as close to the preferred shape as possible while filling the room; null if
 * the room is too small.
 */
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

/** Rounds down, so that all cells together never exceed the room. */
function fineFloor(length: number): number {
  return Math.floor(length * 64) / 64;
}

/** Lays out the map of a part of a zone, over the whole width. */
function layoutPart(part: ZonePart, width: number, mapHeight: number) {
  const mapWidth = Math.max(8, width - GAUGE_GAP - GAUGE_WIDTH);
  const grid = gridOf(part.frames, mapWidth, mapHeight);
  const { zone, from: first, frames } = part;
  const map = { zone, first, frames, x: 0, y: 0, width: mapWidth, height: mapHeight, ...grid };
  const gauge = { zone, x: mapWidth + GAUGE_GAP, y: 0, width: GAUGE_WIDTH, height: mapHeight };
  return { maps: [map], gauges: [gauge] };
}

/** Lays out the maps of all zones, side by side. */
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

/** Computes the layout of a lane. */
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

/** Returns the zones that are large enough for a ribbon of their inactive list, at most `most`, in zone order. */
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
