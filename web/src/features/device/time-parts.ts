/** The parts of a device's time: how each is called and looks. */
import type { PartName } from '../../engine/types.ts';
import type { Pattern } from './patterns.ts';

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
