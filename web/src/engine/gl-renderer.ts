/** Draws a lane with WebGL2: one textured rectangle per zone, and one per ribbon. */
import {
  CELL_BYTES,
  bytesOf,
  shownColour,
  ORDER,
  SHARE_PLANES,
  dotsOf,
  stepOf,
  barOf,
  type MapShares,
  type Renderer,
  type RibbonProfile,
} from './renderer.ts';
import type { Rect } from './layout.ts';
import type { LaneView } from './protocol.ts';
import { LIST_BIN_NUMBERS, PAGE_STATES, type PageState } from './types.ts';

/** Draws from textures that are filled directly from the engine's memory. */
export class GlRenderer implements Renderer {
  readonly kind = 'webgl2';
  readonly #canvas: OffscreenCanvas;
  readonly #gl: WebGL2RenderingContext;
  readonly #mapProgram: WebGLProgram;
  readonly #ribbonProgram: WebGLProgram;
  readonly #locations = new Map<string, WebGLUniformLocation | null>();
  /** A colour for each state: red, green and blue from 0 to 1. */
  readonly #palette = new Float32Array(SHARE_PLANES * 9);
  #lit: PageState | null = null;
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
      view.layout.maps.map(({ zone, columns, rows }) => [
        zone,
        this.#texture(columns, rows * SHARE_PLANES),
      ]),
    );
    this.#ribbons = new Map(
      view.layout.ribbons.map(({ zone, bins }) => [zone, this.#texture(bins, 1)]),
    );
    this.#view = view;
    this.#colourStates();
  }

  putMap({ zone, shares }: MapShares): void {
    const layout = this.#view?.layout.maps.find((map) => map.zone === zone);
    const texture = this.#maps.get(zone);
    if (!layout || !texture) {
      return;
    }
    const gl = this.#gl;
    const { columns, rows, cells } = layout;
    const { TEXTURE_2D, RGBA, UNSIGNED_BYTE } = gl;
    const put = (top: number, width: number, height: number, from: number) =>
      gl.texSubImage2D(TEXTURE_2D, 0, 0, top, width, height, RGBA, UNSIGNED_BYTE, shares, from);
    const fullRows = Math.floor(cells / columns);
    const rest = cells - fullRows * columns;
    gl.bindTexture(TEXTURE_2D, texture);
    for (let plane = 0; plane < SHARE_PLANES; plane += 1) {
      const from = plane * cells;
      if (fullRows > 0) {
        put(plane * rows, columns, fullRows, from * CELL_BYTES);
      }
      if (rest > 0) {
        put(plane * rows + fullRows, rest, 1, (from + fullRows * columns) * CELL_BYTES);
      }
    }
  }

  light(state: PageState | null): void {
    this.#lit = state;
    this.#colourStates();
  }

  /** Sets the palette for the view's colours and the highlighted state. */
  #colourStates(): void {
    const view = this.#view;
    if (view) {
      for (const [at, state] of PAGE_STATES.entries()) {
        const colour = shownColour(view.colours, state, this.#lit);
        this.#palette.set(
          colour.map((channel) => channel / 255),
          at * 3,
        );
      }
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
      const { filled, dirty, writeback } = barOf(profile, bin);
      shares[bin * 4] = Math.round(dirty * 255);
      shares[bin * 4 + 1] = Math.round(writeback * 255);
      shares[bin * 4 + 2] = filled ? 255 : 0;
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
        const dots = dotsOf(map, view.pixelRatio);
        gl.uniform3i(this.#at(this.#mapProgram, 'grid'), map.columns, map.rows, map.cells);
        gl.uniform2i(this.#at(this.#mapProgram, 'dots'), dots, stepOf(dots * dots));
        gl.uniform2f(
          this.#at(this.#mapProgram, 'cellSize'),
          map.cellWidth * view.pixelRatio,
          map.cellHeight * view.pixelRatio,
        );
        gl.uniform3fv(this.#at(this.#mapProgram, 'palette'), this.#palette);
        this.#colour(this.#mapProgram, 'ground', bytesOf(view.colours.frame));
        gl.bindTexture(gl.TEXTURE_2D, texture);
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      }
    }
    gl.useProgram(this.#ribbonProgram);
    const parts = { clean: 'cleanInactive', dirty: 'dirty', writeback: 'writeback' } as const;
    for (const [name, state] of Object.entries(parts)) {
      this.#colour(this.#ribbonProgram, name, shownColour(view.colours, state, this.#lit));
    }
    this.#colour(this.#ribbonProgram, 'ground', bytesOf(view.colours.ground));
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

  #colour(
    program: WebGLProgram,
    name: string,
    [red, green, blue]: readonly [number, number, number],
  ): void {
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

// Shaders for the canvas of a lane.

/** Positions a unit rectangle; `place` is its position and size as shares of the canvas, with y downwards. */
const rectVertex = `#version 300 es
uniform vec4 place;
out vec2 at;
void main() {
  at = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  vec2 spot = place.xy + at * place.zw;
  gl_Position = vec4(spot.x * 2.0 - 1.0, 1.0 - spot.y * 2.0, 0.0, 1.0);
}`;

/**
 * Draws the states of each cell, like `stateAt` in `canvas-renderer.ts`. The texture has the planes one below the
 * other; each texel has the shares of three states. A cell of a single frame gets a hairline border if it is large
 * enough.
 */
const mapFragment = `#version 300 es
precision highp float;
const int order[${ORDER.length}] = int[](${ORDER.join(',')});
uniform sampler2D shares;
uniform vec3 palette[${SHARE_PLANES * 3}];
uniform ivec3 grid;
uniform ivec2 dots;
uniform vec2 pixels;
uniform vec2 cellSize;
uniform vec3 ground;
in vec2 at;
out vec4 colour;
void main() {
  vec2 pixel = at * pixels;
  ivec2 cell = ivec2(pixel / cellSize);
  if (cell.x >= grid.x || cell.y >= grid.y || cell.y * grid.x + cell.x >= grid.z) {
    colour = vec4(0.0);
    return;
  }
  vec2 inside = pixel - vec2(cell) * cellSize;
  if (dots.x == 1 && min(cellSize.x, cellSize.y) >= 6.0
      && (inside.x > cellSize.x - 1.0 || inside.y > cellSize.y - 1.0)) {
    colour = vec4(ground, 1.0);
    return;
  }
  float of[${SHARE_PLANES * 3}];
  float total = 0.0;
  for (int plane = 0; plane < ${SHARE_PLANES}; plane += 1) {
    vec3 three = floor(texelFetch(shares, cell + ivec2(0, plane * grid.y), 0).rgb * 255.0 + 0.5);
    of[plane * 3] = three.r;
    of[plane * 3 + 1] = three.g;
    of[plane * 3 + 2] = three.b;
    total += three.r + three.g + three.b;
  }
  ivec2 place = min(ivec2(inside / cellSize * float(dots.x)), ivec2(dots.x - 1));
  int count = dots.x * dots.x;
  int rank = ((place.y * dots.x + place.x) * dots.y) % count;
  float offset = (float(order[(cell.y & 3) * 4 + (cell.x & 3)]) + 0.5) / ${ORDER.length}.0;
  float left = (float(rank) + offset) / float(count) * total;
  vec3 shade = palette[0];
  for (int state = 0; state < ${SHARE_PLANES * 3}; state += 1) {
    left -= of[state];
    if (left < 0.0) {
      shade = palette[state];
      break;
    }
  }
  colour = vec4(shade, 1.0);
}`;

/** Draws stacked bars, like `partAt` in `canvas-renderer.ts`. */
const ribbonFragment = `#version 300 es
precision highp float;
uniform sampler2D shares;
uniform float bins;
uniform vec3 clean;
uniform vec3 dirty;
uniform vec3 writeback;
uniform vec3 ground;
in vec2 at;
out vec4 colour;
void main() {
  float bin = at.x * bins;
  vec3 share = texelFetch(shares, ivec2(min(bin, bins - 0.5), 0), 0).rgb;
  float height = 1.0 - at.y;
  vec3 shade = share.b < 0.5 ? ground
    : height < share.g ? writeback
    : height < share.g + share.r ? dirty
    : clean;
  colour = vec4(shade, 1.0);
}`;

/** Compiles and links a program; throws the driver's message if that fails. */
function compileProgram(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) {
      throw new Error('The graphics context is lost');
    }
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) {
    throw new Error(gl.getProgramInfoLog(program) ?? 'The shaders do not link');
  }
  return program;
}
