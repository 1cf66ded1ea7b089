/** The shaders of a lane's canvas. */

/** Places a unit rectangle; `place` is in shares of the canvas, y down. */
export const rectVertex = `#version 300 es
uniform vec4 place;
out vec2 at;
void main() {
  at = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1));
  vec2 spot = place.xy + at * place.zw;
  gl_Position = vec4(spot.x * 2.0 - 1.0, 1.0 - spot.y * 2.0, 0.0, 1.0);
}`;

/** One texel a cell, with a hairline between cells that are large enough. */
export const mapFragment = `#version 300 es
precision highp float;
uniform sampler2D cells;
uniform ivec2 grid;
uniform vec2 pixels;
uniform vec2 cellSize;
uniform vec3 ground;
in vec2 at;
out vec4 colour;
void main() {
  vec2 pixel = at * pixels;
  ivec2 cell = ivec2(pixel / cellSize);
  if (cell.x >= grid.x || cell.y * grid.x + cell.x >= grid.y) {
    colour = vec4(0.0);
    return;
  }
  vec3 page = texelFetch(cells, cell, 0).rgb;
  vec2 inside = pixel - vec2(cell) * cellSize;
  float line = 0.0;
  if (min(cellSize.x, cellSize.y) >= 3.0) {
    float thickness = clamp(floor(cellSize.x / 5.0), 1.0, 2.0);
    line = (inside.x > cellSize.x - thickness || inside.y > cellSize.y - thickness) ? 0.32 : 0.0;
  }
  colour = vec4(mix(page, ground, line), 1.0);
}`;

/** Stacked bars: writeback at the foot, dirty above it, clean to the top. */
export const ribbonFragment = `#version 300 es
precision highp float;
uniform sampler2D shares;
uniform float bins;
uniform vec2 pixels;
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
  float width = pixels.x / bins;
  float line = fract(bin) * width > width - 1.0 ? 0.45 : 0.0;
  colour = vec4(mix(shade, ground, line), 1.0);
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
