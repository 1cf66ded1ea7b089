/** Samples for tests: the given figures, all others 0. */
import type { FigureName } from '../../engine/types.ts';
import { SampleIndex } from './history.ts';

/**
 * Returns an index, and a function that builds samples, for a machine with these zones. The index has each figure for
 * the whole machine and for each zone.
 */
export function testSamples(zones: readonly string[], names: readonly FigureName[]) {
  const places = [null, ...zones].flatMap((zone) =>
    names.map((name) => ({ name, zone, kind: 'counter' as const })),
  );
  const index = new SampleIndex(places);
  /** Builds a sample; keys are `name` or `zone/name`. */
  const sample = (values: Readonly<Record<string, number>>): Float64Array => {
    const figures = new Float64Array(places.length);
    for (const [key, value] of Object.entries(values)) {
      const [name = '', zone = null] = key.split('/').reverse();
      figures[index.position(name as FigureName, zone)] = value;
    }
    return figures;
  };
  return { index, sample };
}
