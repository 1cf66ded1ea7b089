/** The parts of a device's time: how each is called and looks. */
import type { PartName } from '../../engine/types.ts';

/** How a part of the time looks. */
export interface TimePart {
  /** The engine's name. */
  name: PartName;
  label: string;
  /** Its colour in the style sheet. */
  colour: string;
  /** Told apart by this where colour alone would speak. */
  pattern: Pattern;
  docs: string;
}

/** All of them, from the foot of the strip up: a new part of the engine is a line here and two colours. */
const TIME_PARTS: readonly TimePart[] = inOrder({
  transfer: {
    label: 'transfer',
    colour: 'part-transfer',
    pattern: 'plain',
    docs: 'The bytes themselves, at the rate of the device.',
  },
  overhead: {
    label: 'overhead',
    colour: 'part-overhead',
    pattern: 'dotted',
    docs: 'The cost of the command, and the wait for the bytes of other requests.',
  },
  seek: {
    label: 'seek',
    colour: 'part-seek',
    pattern: 'rising',
    docs: 'The head moves to another track.',
  },
  rotation: {
    label: 'rotation',
    colour: 'part-rotation',
    pattern: 'falling',
    docs: 'The platter turns until the block is under the head.',
  },
  copying: {
    label: 'copying in flash',
    colour: 'part-copying',
    pattern: 'crossed',
    docs: 'The controller of the stick copies pages to close an allocation unit, or goes to another unit.',
  },
  flush: {
    label: 'cache flush',
    colour: 'part-flush',
    pattern: 'level',
    docs: 'The device writes its cache to the medium.',
  },
  stall: {
    label: 'stall',
    colour: 'part-stall',
    pattern: 'upright',
    docs: 'The device stops for a while, as one that writes back its cache.',
  },
});

/** As a list; one without a part that the engine names does not compile. */
function inOrder(parts: Record<PartName, Omit<TimePart, 'name'>>): TimePart[] {
  const names = Object.keys(parts) as PartName[];
  return names.map((name) => ({ name, ...parts[name] }));
}

/** A part with its number in the engine. */
export interface NumberedPart extends TimePart {
  number: number;
}

/** The parts that an engine names, from the foot of the strip up. */
export function numberedParts(names: readonly PartName[]): NumberedPart[] {
  return TIME_PARTS.flatMap((part) => {
    const number = names.indexOf(part.name);
    return number < 0 ? [] : [{ ...part, number }];
  });
}

// Fills of a canvas that differ in pattern as well as in colour.

/** What lies over the colour. */
type Pattern = 'plain' | 'dotted' | 'rising' | 'falling' | 'crossed' | 'level' | 'upright';

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
