/**
 * Chooses the renderer of a lane's canvas: WebGL2; or Canvas2D if there is no WebGL2 or its context was lost for good.
 */
import { GlRenderer } from './gl-renderer.ts';
import type { RendererKind } from './protocol.ts';
import type { Renderer } from './renderer.ts';

/** Wall time within which a browser may restore a lost context. */
const CONTEXT_BACK_MS = 1500;

/** Receives changes of the renderer. */
interface DrawingListener {
  /** There is a new renderer, which has not drawn anything yet. */
  renewed(): void;
  /** The kind of renderer from now on; null and a reason if nothing can draw. */
  tell(by: RendererKind | null, reason: string): void;
}

/** The worker's canvas and its renderer. */
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

  /** The renderer; null while nothing can draw. */
  get renderer(): Renderer | null {
    return this.#renderer;
  }

  /** Starts to draw on a canvas, with WebGL2 if there is one. */
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
          this.#listener.tell(null, 'the WebGL context was lost');
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

  /** Starts to draw on a canvas without WebGL. Its renderer is loaded on demand, because few browsers need it. */
  async startFlat(canvas: OffscreenCanvas): Promise<void> {
    this.#canvas = canvas;
    try {
      const context = canvas.getContext('2d');
      if (!context) {
        throw new Error('this browser supports neither WebGL2 nor a 2D canvas in a worker');
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
