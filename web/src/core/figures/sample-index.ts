/** Finds values in the engine's samples by name. */
import type { Description, FigureName } from '../../engine/types.ts';

/** A figure that samples do not have: a fault of the page, which must not look like a figure that is 0. */
export class UnknownFigure extends Error {
  constructor(name: string, zone: string | null) {
    super(`Samples of this machine have no ${name}${zone === null ? '' : ` of the zone ${zone}`}`);
    this.name = 'UnknownFigure';
  }
}

/** Positions of gauges and counters in a sample; made once per machine. */
export class SampleIndex {
  readonly #positions = new Map<string, number>();

  constructor(sample: Description['sample']) {
    for (const [position, { name, zone }] of sample.entries()) {
      this.#positions.set(keyOf(name, zone), position);
    }
  }

  /** Whether the machine has it: one may have no such zone, or a figure in total only. */
  has(name: FigureName, zone: string | null = null): boolean {
    return this.#positions.has(keyOf(name, zone));
  }

  /** Position of a value; throws `UnknownFigure` where the machine has none. */
  position(name: FigureName, zone: string | null = null): number {
    const position = this.#positions.get(keyOf(name, zone));
    if (position === undefined) {
      throw new UnknownFigure(name, zone);
    }
    return position;
  }

  /** A value in a sample, 0 in one that is empty; throws as `position` does. */
  value(sample: Float64Array, name: FigureName, zone: string | null = null): number {
    return sample[this.position(name, zone)] ?? 0;
  }
}

function keyOf(name: string, zone: string | null): string {
  return zone === null ? name : `${zone}/${name}`;
}
