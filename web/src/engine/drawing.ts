/** What draws a lane's canvas: WebGL2, or Canvas2D where there is none, or where it was lost for good. */
import { GlRenderer } from './gl-renderer.ts';
import type { LaneView, RendererKind } from './protocol.ts';
import type { PageState } from './types.ts';

/** Wall time in which a browser may give a lost context back by itself. */
const CONTEXT_BACK_MS = 1500;

/** Who hears of it. */
interface DrawingListener {
  /** There is another renderer, which has drawn nothing yet. */
  renewed(): void;
  /** What draws from now on; null where nothing does, for a reason. */
  tell(by: RendererKind | null, reason: string): void;
}

/** The canvas that the worker has, and its renderer. */
export class Drawing {
  readonly #listener: DrawingListener;
  #canvas: OffscreenCanvas | null = null;
  #renderer: Renderer | null = null;

  constructor(listener: DrawingListener) {
    this.#listener = listener;
  }

  /** The canvas; null before the start. */
  get canvas(): OffscreenCanvas | null {
    return this.#canvas;
  }

  /** Null while nothing can draw. */
  get renderer(): Renderer | null {
    return this.#renderer;
  }

  /** Draws on a canvas, with WebGL2 where there is one. */
  start(canvas: OffscreenCanvas): void {
    const gl = canvas.getContext('webgl2', { antialias: false, depth: false, stencil: false });
    if (!gl) {
      void this.startFlat(canvas);
      return;
    }
    let waiting = 0;
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      waiting = self.setTimeout(() => {
        if (this.#canvas === canvas) {
          this.#listener.tell(null, 'the browser took the WebGL context away');
        }
      }, CONTEXT_BACK_MS);
    });
    canvas.addEventListener('webglcontextrestored', () => {
      clearTimeout(waiting);
      if (this.#canvas === canvas) {
        this.#startGl(canvas, gl);
      }
    });
    this.#startGl(canvas, gl);
  }

  #startGl(canvas: OffscreenCanvas, gl: WebGL2RenderingContext): void {
    this.#canvas = canvas;
    try {
      this.#put(new GlRenderer(canvas, gl));
    } catch (error) {
      this.#listener.tell(null, String(error));
    }
  }

  /** Draws on a canvas without WebGL. Few need what that takes: they fetch it. */
  async startFlat(canvas: OffscreenCanvas): Promise<void> {
    this.#canvas = canvas;
    try {
      const context = canvas.getContext('2d');
      if (!context) {
        throw new Error('this browser can draw neither WebGL2 nor 2D pictures in a worker');
      }
      const { CanvasRenderer } = await import('./canvas-renderer.ts');
      this.#put(new CanvasRenderer(canvas, context));
    } catch (error) {
      this.#listener.tell(null, String(error));
    }
  }

  #put(renderer: Renderer): void {
    this.#renderer = renderer;
    this.#listener.tell(renderer.kind, '');
    this.#listener.renewed();
  }
}

// What a renderer of a lane's canvas can do; WebGL2 where there is one, Canvas2D elsewhere.

/** The shares of three states in a zone's cells, four bytes a cell, in a view on the engine's memory. See `dither.ts`. */
export interface MapShares {
  zone: number;
  /** Which three. */
  pass: number;
  shares: Uint8Array;
}

/** A list from head to tail: per bin the share of dirty and of writeback pages, 0 to 1. */
export interface RibbonProfile {
  zone: number;
  /** Groups of four: pages, dirty, writeback, referenced. */
  profile: Float64Array;
}

/** Draws page maps and ribbons. */
export interface Renderer {
  readonly kind: RendererKind;
  /** Takes a new layout, size and colours. */
  setView(view: LaneView): void;
  /** Stores a zone's cells; the view is read before this returns. */
  putMap(map: MapShares): void;
  /** Which state stands out from now on; all alike where there is none. */
  light(state: PageState | null): void;
  /** Stores a ribbon. */
  putRibbon(ribbon: RibbonProfile): void;
  /** Draws what was stored. */
  draw(): void;
}
