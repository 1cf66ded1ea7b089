/** Lines and texts that several parts of a chart draw. */

/** Draws a line of one pixel from top to bottom. */
export function strokeUpright(
  context: CanvasRenderingContext2D,
  x: number,
  from: number,
  to: number,
  colour: string,
): void {
  const at = Math.round(x) + 0.5;
  context.strokeStyle = colour;
  context.lineWidth = 1;
  context.beginPath();
  context.moveTo(at, from);
  context.lineTo(at, to);
  context.stroke();
}

/** Writes a text with background around it. */
export function write(
  context: CanvasRenderingContext2D,
  text: string,
  x: number,
  y: number,
  colour: string,
  ground: string,
): void {
  context.lineJoin = 'round';
  context.lineWidth = 3;
  context.strokeStyle = ground;
  context.strokeText(text, x, y);
  context.fillStyle = colour;
  context.fillText(text, x, y);
}
