/** Fills of a canvas that differ in pattern as well as in colour. */

/** What lies over the colour. */
export type Pattern = 'plain' | 'dotted' | 'rising' | 'falling' | 'crossed' | 'level' | 'upright';

/** Width and height of a tile, CSS pixels. */
const TILE = 5;

type Line = readonly [number, number, number, number];

// Lines go beyond the tile, so that its corners join those of the next.
const RISING: readonly Line[] = [
  [-1, TILE + 1, TILE + 1, -1],
  [-1, 1, 1, -1],
  [TILE - 1, TILE + 1, TILE + 1, TILE - 1],
];
const FALLING = RISING.map(([x, y, toX, toY]): Line => [x, TILE - y, toX, TILE - toY]);

const LINES: Readonly<Record<Pattern, readonly Line[]>> = {
  plain: [],
  dotted: [[1.5, 2.5, 3, 2.5]],
  rising: RISING,
  falling: FALLING,
  crossed: [...RISING, ...FALLING],
  level: [[0, 2.5, TILE, 2.5]],
  upright: [[2.5, 0, 2.5, TILE]],
};

/** A fill for `context`, sharp at its present scale; the colour alone where no tile can be made. */
export function fillOf(
  context: CanvasRenderingContext2D,
  pattern: Pattern,
  colour: string,
  ink: string,
): string | CanvasPattern {
  if (pattern === 'plain') {
    return colour;
  }
  const { a: ratio } = context.getTransform();
  const side = Math.max(1, Math.round(TILE * ratio));
  const tile = document.createElement('canvas');
  tile.width = side;
  tile.height = side;
  const brush = tile.getContext('2d');
  if (!brush) {
    return colour;
  }
  brush.scale(side / TILE, side / TILE);
  paintTile(brush, pattern, colour, ink);
  const fill = context.createPattern(tile, 'repeat');
  fill?.setTransform(new DOMMatrix().scale(TILE / side));
  return fill ?? colour;
}

/** Paints one tile, `TILE` wide and high. */
export function paintTile(
  brush: CanvasRenderingContext2D,
  pattern: Pattern,
  colour: string,
  ink: string,
): void {
  brush.fillStyle = colour;
  brush.fillRect(0, 0, TILE, TILE);
  brush.strokeStyle = ink;
  brush.lineWidth = 1;
  for (const [x, y, toX, toY] of LINES[pattern]) {
    brush.beginPath();
    brush.moveTo(x, y);
    brush.lineTo(toX, toY);
    brush.stroke();
  }
}
