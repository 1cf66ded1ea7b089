/** A lane's page map as a picture with a caption: the run, its zones, and a legend. */
import type { LaneView, MapCaption } from './protocol.ts';

const MARGIN = 14;
const TITLE_HEIGHT = 64;
const LEGEND_LINE = 18;
const SWATCH = 9;
const SWATCH_GAP = 5;
const ENTRY_GAP = 14;

type Context = OffscreenCanvasRenderingContext2D;

/** Copies the canvas as it is now: it must have been drawn in the same task. */
export function pictureOf(
  canvas: OffscreenCanvas,
  view: LaneView,
  caption: MapCaption,
): Promise<Blob> {
  const { layout, pixelRatio, colours } = view;
  const picture = new OffscreenCanvas(1, 1);
  const context = picture.getContext('2d');
  if (!context) {
    throw new Error('This browser cannot draw a picture in a worker');
  }
  context.font = '12px sans-serif';
  const legend = legendPlaces(context, layout.width, caption);
  const top = MARGIN + TITLE_HEIGHT;
  const legendTop = top + layout.height + MARGIN;
  const width = layout.width + 2 * MARGIN;
  const height = legendTop + LEGEND_LINE * ((legend.at(-1)?.line ?? 0) + 1) + MARGIN / 2;
  // Set the size first, because that resets the context, including its font.
  picture.width = Math.round(width * pixelRatio);
  picture.height = Math.round(height * pixelRatio);
  context.scale(pixelRatio, pixelRatio);
  context.fillStyle = colours.frame;
  context.fillRect(0, 0, width, height);
  context.drawImage(canvas, MARGIN, top, layout.width, layout.height);
  context.textBaseline = 'middle';
  drawWords(context, top, view, caption);
  context.textAlign = 'left';
  for (const { state, label, x, line } of legend) {
    const y = legendTop + (line + 0.5) * LEGEND_LINE;
    context.fillStyle = colours.pages[state];
    context.fillRect(MARGIN + x, y - SWATCH / 2, SWATCH, SWATCH);
    context.fillStyle = caption.ink;
    context.fillText(label, MARGIN + x + SWATCH + SWATCH_GAP, y);
  }
  return picture.convertToBlob({ type: 'image/png' });
}

/** Positions the entries of the legend, on as many lines as they need. */
function legendPlaces(context: Context, width: number, { legend }: MapCaption) {
  let x = 0;
  let line = 0;
  return legend.map(([state, label]) => {
    const length = SWATCH + SWATCH_GAP + context.measureText(label).width;
    if (x > 0 && x + length > width) {
      x = 0;
      line += 1;
    }
    const place = { state, label, x, line };
    x += length + ENTRY_GAP;
    return place;
  });
}

/** Draws the title, and the names of zones above the maps and beside the ribbons. */
function drawWords(
  context: Context,
  top: number,
  { layout }: LaneView,
  { title, lane, zones, ink }: MapCaption,
): void {
  context.fillStyle = ink;
  context.font = '600 14px sans-serif';
  context.fillText(title, MARGIN, MARGIN + 7, layout.width);
  context.font = '12px sans-serif';
  context.fillText(lane, MARGIN, MARGIN + 26, layout.width);
  context.font = '600 12px sans-serif';
  for (const { zone, x } of layout.maps) {
    context.fillText(zones[zone] ?? '', MARGIN + x, top - 10);
  }
  context.font = '12px sans-serif';
  context.textAlign = 'right';
  // On a phone there is no room beside the ribbons.
  for (const { zone, x, y, height } of layout.ribbons.filter((ribbon) => ribbon.x > 0)) {
    context.fillText(zones[zone] ?? '', MARGIN + x - 10, top + y + height / 2 - 7, x);
    context.fillText('inactive file', MARGIN + x - 10, top + y + height / 2 + 7, x);
  }
}
