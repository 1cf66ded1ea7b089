/** The WebGL2 way to draw a lane: one textured rectangle a zone, one a ribbon. */
import { bytesOf } from './colours.ts';
import { compileProgram, mapFragment, rectVertex, ribbonFragment } from './gl-programs.ts';
import type { Rect } from './layout.ts';
import type { LaneView } from './protocol.ts';
import type { MapPixels, Renderer, RibbonProfile } from './renderer.ts';
import { LIST_BIN, LIST_BIN_NUMBERS } from './types.ts';

/** Draws from textures that are filled straight from the engine's memory. */
export class GlRenderer implements Renderer {
  readonly kind = 'webgl2';
  readonly #canvas: OffscreenCanvas;
  readonly #gl: WebGL2RenderingContext;
  readonly #mapProgram: WebGLProgram;
  readonly #ribbonProgram: WebGLProgram;
  readonly #locations = new Map<string, WebGLUniformLocation | null>();
  #view: LaneView | null = null;
  #maps = new Map<number, WebGLTexture>();
  #ribbons = new Map<number, WebGLTexture>();

  constructor(canvas: OffscreenCanvas, gl: WebGL2RenderingContext) {
    this.#canvas = canvas;
    this.#gl = gl;
    this.#mapProgram = compileProgram(gl, rectVertex, mapFragment);
    this.#ribbonProgram = compileProgram(gl, rectVertex, ribbonFragment);
    gl.bindVertexArray(gl.createVertexArray());
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  }

  setView(view: LaneView): void {
    const gl = this.#gl;
    const width = Math.max(1, Math.round(view.layout.width * view.pixelRatio));
    const height = Math.max(1, Math.round(view.layout.height * view.pixelRatio));
    if (this.#canvas.width !== width || this.#canvas.height !== height) {
      this.#canvas.width = width;
      this.#canvas.height = height;
    }
    gl.viewport(0, 0, width, height);
    for (const texture of [...this.#maps.values(), ...this.#ribbons.values()]) {
      gl.deleteTexture(texture);
    }
    this.#maps = new Map(
      view.layout.maps.map(({ zone, columns, rows }) => [zone, this.#texture(columns, rows)]),
    );
    this.#ribbons = new Map(
      view.layout.ribbons.map(({ zone, bins }) => [zone, this.#texture(bins, 1)]),
    );
    this.#view = view;
  }

  putMap({ zone, pixels }: MapPixels): void {
    const layout = this.#view?.layout.maps.find((map) => map.zone === zone);
    const texture = this.#maps.get(zone);
    if (!layout || !texture) {
      return;
    }
    const gl = this.#gl;
    const { columns, cells } = layout;
    const fullRows = Math.floor(cells / columns);
    gl.bindTexture(gl.TEXTURE_2D, texture);
    if (fullRows > 0) {
      gl.texSubImage2D(
        gl.TEXTURE_2D,
        0,
        0,
        0,
        columns,
        fullRows,
        gl.RGBA,
        gl.UNSIGNED_BYTE,
        pixels,
      );
    }
    const rest = cells - fullRows * columns;
    if (rest > 0) {
      gl.texSubImage2D(
        gl.TEXTURE_2D,
        0,
        0,
        fullRows,
        rest,
        1,
        gl.RGBA,
        gl.UNSIGNED_BYTE,
        pixels,
        fullRows * columns * 4,
      );
    }
  }

  putRibbon({ zone, profile }: RibbonProfile): void {
    const texture = this.#ribbons.get(zone);
    const bins = profile.length / LIST_BIN_NUMBERS;
    if (!texture) {
      return;
    }
    const shares = new Uint8Array(bins * 4);
    for (let bin = 0; bin < bins; bin += 1) {
      const at = bin * LIST_BIN_NUMBERS;
      const pages = profile[at + LIST_BIN.pages] ?? 0;
      const scale = pages > 0 ? 255 / pages : 0;
      shares[bin * 4] = Math.round((profile[at + LIST_BIN.dirty] ?? 0) * scale);
      shares[bin * 4 + 1] = Math.round((profile[at + LIST_BIN.writeback] ?? 0) * scale);
      shares[bin * 4 + 2] = pages > 0 ? 255 : 0;
    }
    const gl = this.#gl;
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, bins, 1, gl.RGBA, gl.UNSIGNED_BYTE, shares);
  }

  draw(): void {
    const view = this.#view;
    if (!view) {
      return;
    }
    const gl = this.#gl;
    gl.clearColor(0, 0, 0, 0);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.useProgram(this.#mapProgram);
    for (const map of view.layout.maps) {
      const texture = this.#maps.get(map.zone);
      if (texture) {
        const size = { width: map.columns * map.cellWidth, height: map.rows * map.cellHeight };
        this.#place(this.#mapProgram, { x: map.x, y: map.y, ...size }, view);
        gl.uniform2i(this.#at(this.#mapProgram, 'grid'), map.columns, map.cells);
        gl.uniform2f(
          this.#at(this.#mapProgram, 'cellSize'),
          map.cellWidth * view.pixelRatio,
          map.cellHeight * view.pixelRatio,
        );
        this.#colour(this.#mapProgram, 'ground', view.colours.frame);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      }
    }
    gl.useProgram(this.#ribbonProgram);
    this.#colour(this.#ribbonProgram, 'clean', view.colours.pages.cleanInactive);
    this.#colour(this.#ribbonProgram, 'dirty', view.colours.pages.dirty);
    this.#colour(this.#ribbonProgram, 'writeback', view.colours.pages.writeback);
    this.#colour(this.#ribbonProgram, 'ground', view.colours.ground);
    for (const ribbon of view.layout.ribbons) {
      const texture = this.#ribbons.get(ribbon.zone);
      if (texture) {
        this.#place(this.#ribbonProgram, ribbon, view);
        gl.uniform1f(this.#at(this.#ribbonProgram, 'bins'), ribbon.bins);
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      }
    }
  }

  #texture(width: number, height: number): WebGLTexture {
    const gl = this.#gl;
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER]) {
      gl.texParameteri(gl.TEXTURE_2D, side, gl.NEAREST);
    }
    return texture;
  }

  #place(program: WebGLProgram, rect: Rect, view: LaneView): void {
    const { width, height } = view.layout;
    this.#gl.uniform4f(
      this.#at(program, 'place'),
      rect.x / width,
      rect.y / height,
      rect.width / width,
      rect.height / height,
    );
    this.#gl.uniform2f(
      this.#at(program, 'pixels'),
      rect.width * view.pixelRatio,
      rect.height * view.pixelRatio,
    );
  }

  #colour(program: WebGLProgram, name: string, colour: string): void {
    const [red, green, blue] = bytesOf(colour);
    this.#gl.uniform3f(this.#at(program, name), red / 255, green / 255, blue / 255);
  }

  #at(program: WebGLProgram, name: string): WebGLUniformLocation | null {
    const key = `${program === this.#mapProgram ? 'map' : 'ribbon'}.${name}`;
    let location = this.#locations.get(key);
    if (location === undefined) {
      location = this.#gl.getUniformLocation(program, name);
      this.#locations.set(key, location);
    }
    return location;
  }
}
