/** Finds values in the engine's samples by name. */
import type { Description } from '../../engine/types.ts';

/** Positions of gauges and counters in a sample; made once per machine. */
export class SampleIndex {
  readonly #positions = new Map<string, number>();

  constructor(sample: Description['sample']) {
    for (const [position, { name, zone }] of sample.entries()) {
      this.#positions.set(zone === null ? name : `${zone}/${name}`, position);
    }
  }

  /** Position of a value; -1 where the engine has none. */
  position(name: string, zone: string | null = null): number {
    return this.#positions.get(zone === null ? name : `${zone}/${name}`) ?? -1;
  }

  /** A value in a sample; 0 where the engine has none. */
  value(sample: Float64Array, name: string, zone: string | null = null): number {
    return sample[this.position(name, zone)] ?? 0;
  }
}
