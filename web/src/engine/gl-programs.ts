/** The shaders of a lane's canvas. */
import { ORDER, SHARE_PASSES } from './dither.ts';

/** Places a unit rectangle; `place` is in shares of the canvas, y down. */
export const rectVertex = `#version 300 es
uniform vec4 place;
out vec2 at;
void main() {
  at = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  vec2 spot = place.xy + at * place.zw;
  gl_Position = vec4(spot.x * 2.0 - 1.0, 1.0 - spot.y * 2.0, 0.0, 1.0);
}`;

/**
 * The shares of states in each cell stand in as many layers of texels, one below the other, as there are passes. A cell of
 * one frame has a hairline around it if it is large enough. The same as `stateAt` in `painting.ts`.
 */
export const mapFragment = `#version 300 es
precision highp float;
const int order[${ORDER.length}] = int[](${ORDER.join(',')});
uniform sampler2D shares;
uniform vec3 palette[${SHARE_PASSES * 3}];
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
  float of[${SHARE_PASSES * 3}];
  float total = 0.0;
  for (int pass = 0; pass < ${SHARE_PASSES}; pass += 1) {
    vec3 three = floor(texelFetch(shares, cell + ivec2(0, pass * grid.y), 0).rgb * 255.0 + 0.5);
    of[pass * 3] = three.r;
    of[pass * 3 + 1] = three.g;
    of[pass * 3 + 2] = three.b;
    total += three.r + three.g + three.b;
  }
  ivec2 place = min(ivec2(inside / cellSize * float(dots.x)), ivec2(dots.x - 1));
  int count = dots.x * dots.x;
  int rank = ((place.y * dots.x + place.x) * dots.y) % count;
  float offset = (float(order[(cell.y & 3) * 4 + (cell.x & 3)]) + 0.5) / ${ORDER.length}.0;
  float left = (float(rank) + offset) / float(count) * total;
  vec3 shade = palette[0];
  for (int state = 0; state < ${SHARE_PASSES * 3}; state += 1) {
    left -= of[state];
    if (left < 0.0) {
      shade = palette[state];
      break;
    }
  }
  colour = vec4(shade, 1.0);
}`;

/** Stacked bars, as `partAt` in `painting.ts` has them. */
export const ribbonFragment = `#version 300 es
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

/** Compiles and links, or throws what the driver said. */
export function compileProgram(
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
