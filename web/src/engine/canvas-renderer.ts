/** The Canvas2D way to draw a lane, for browsers without WebGL2 in workers. */
import type { MapLayout } from './layout.ts';
import type { LaneView } from './protocol.ts';
import type { MapPixels, Renderer, RibbonProfile } from './renderer.ts';
import { LIST_BIN, LIST_BIN_NUMBERS } from './types.ts';

interface MapImage {
  layout: MapLayout;
  canvas: OffscreenCanvas;
  image: ImageData;
}

/** Draws with putImageData and nearest-neighbour scaling. */
export class CanvasRenderer implements Renderer {
  readonly kind = 'canvas2d';
  readonly #canvas: OffscreenCanvas;
  readonly #context: OffscreenCanvasRenderingContext2D;
  #view: LaneView | null = null;
  #maps: MapImage[] = [];
  #ribbons = new Map<number, Float64Array>();

  constructor(canvas: OffscreenCanvas, context: OffscreenCanvasRenderingContext2D) {
    this.#canvas = canvas;
    this.#context = context;
  }

  setView(view: LaneView): void {
    this.#view = view;
    this.#canvas.width = Math.max(1, Math.round(view.layout.width * view.pixelRatio));
    this.#canvas.height = Math.max(1, Math.round(view.layout.height * view.pixelRatio));
    this.#maps = view.layout.maps.map((layout) => ({
      layout,
      canvas: new OffscreenCanvas(layout.columns, layout.rows),
      image: new ImageData(layout.columns, layout.rows),
    }));
  }

  putMap(map: MapPixels): void {
    const target = this.#maps.find(({ layout }) => layout.zone === map.zone);
    if (target) {
      target.image.data.set(map.pixels.subarray(0, target.image.data.length));
    }
  }

  putRibbon(ribbon: RibbonProfile): void {
    this.#ribbons.set(ribbon.zone, ribbon.profile);
  }

  draw(): void {
    const view = this.#view;
    if (!view) {
      return;
    }
    const context = this.#context;
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.#canvas.width, this.#canvas.height);
    context.scale(view.pixelRatio, view.pixelRatio);
    context.imageSmoothingEnabled = false;
    for (const { layout, canvas, image } of this.#maps) {
      canvas.getContext('2d')?.putImageData(image, 0, 0);
      context.drawImage(
        canvas,
        layout.x,
        layout.y,
        layout.columns * layout.cellWidth,
        layout.rows * layout.cellHeight,
      );
    }
    for (const ribbon of view.layout.ribbons) {
      const profile = this.#ribbons.get(ribbon.zone);
      if (profile) {
        this.#drawRibbon(view, ribbon, profile);
      }
    }
  }

  #drawRibbon(
    view: LaneView,
    rect: { x: number; y: number; width: number; height: number },
    profile: Float64Array,
  ): void {
    const context = this.#context;
    const bins = profile.length / LIST_BIN_NUMBERS;
    const bar = rect.width / bins;
    const { pages: colours, ground } = view.colours;
    for (let bin = 0; bin < bins; bin += 1) {
      const at = bin * LIST_BIN_NUMBERS;
      const pages = profile[at + LIST_BIN.pages] ?? 0;
      const dirty = pages > 0 ? (profile[at + LIST_BIN.dirty] ?? 0) / pages : 0;
      const writeback = pages > 0 ? (profile[at + LIST_BIN.writeback] ?? 0) / pages : 0;
      const x = rect.x + bin * bar;
      const width = Math.max(1, bar - 0.7);
      context.fillStyle = pages > 0 ? colours.cleanInactive : ground;
      context.fillRect(x, rect.y, width, rect.height);
      const writebackHeight = writeback * rect.height;
      const dirtyHeight = dirty * rect.height;
      context.fillStyle = colours.dirty;
      context.fillRect(x, rect.y + rect.height - writebackHeight - dirtyHeight, width, dirtyHeight);
      context.fillStyle = colours.writeback;
      context.fillRect(x, rect.y + rect.height - writebackHeight, width, writebackHeight);
    }
  }
}
