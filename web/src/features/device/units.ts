/** The allocation units that a stick has open. */
import { OPEN_UNIT, OPEN_UNIT_NUMBERS } from '../../engine/types.ts';

/** One of them. */
export interface OpenUnit {
  /** Its number: address divided by the size of a unit. */
  number: number;
  /** Pages written since it was opened. */
  written: number;
  /** Whether it is written out of order. */
  random: boolean;
  /** Whether it was the last to be written. */
  last: boolean;
}

/** Pages of a unit, and the open ones in the order of their numbers; null for a device that has none. */
export function unitsOf(
  numbers: Float64Array | undefined,
): { pages: number; open: OpenUnit[] } | null {
  const [pages] = numbers ?? [];
  if (!numbers || pages === undefined) {
    return null;
  }
  const open: OpenUnit[] = [];
  for (let at = 1; at < numbers.length; at += OPEN_UNIT_NUMBERS) {
    open.push({
      number: numbers[at + OPEN_UNIT.unit] ?? 0,
      written: numbers[at + OPEN_UNIT.written] ?? 0,
      random: numbers[at + OPEN_UNIT.random] === 1,
      last: at + OPEN_UNIT_NUMBERS === numbers.length,
    });
  }
  return { pages, open: open.sort((one, other) => one.number - other.number) };
}
