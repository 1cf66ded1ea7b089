/** The kernels to choose from, by era, with the variants of each folded away. */
import type { Catalogue, Preset } from '../../engine/types.ts';

/** Kernels of some years. */
export interface Era {
  title: string;
  kernels: Preset[];
}

const ERAS: readonly (readonly [title: string, from: string])[] = [
  ['2009–2010', '2.6.29'],
  ['2010–2011', '2.6.34'],
  ['2011–2012', '3.0'],
  ['2012–2014', '3.4'],
];

/** Whether a kernel is one of another with something added, taken away, or fixed for longer. */
export function isVariant({ id }: Preset): boolean {
  const [version = '', ...rest] = id.split(/[-+]/);
  const candidate = rest.length === 1 && /^rc\d+$/.test(rest[0] ?? '');
  const numbers = version.split('.').length;
  const stable = numbers > (version.startsWith('2.') ? 3 : 2);
  return stable || (rest.length > 0 && !candidate);
}

/** The kernels by era; of the variants only `shown`, unless all are wanted. */
export function erasOf({ presets }: Catalogue, shown: string | null, all: boolean): Era[] {
  const eras = ERAS.map(([title]): Era => ({ title, kernels: [] }));
  for (const preset of presets) {
    if (all || !isVariant(preset) || preset.id === shown) {
      const era = ERAS.findLastIndex(([, from]) => compare(preset.id, from) >= 0);
      eras[Math.max(0, era)]?.kernels.push(preset);
    }
  }
  return eras.filter(({ kernels }) => kernels.length > 0);
}

function compare(one: string, other: string): number {
  const numbers = (id: string) => (id.split(/[-+]/)[0] ?? '').split('.').map(Number);
  const [x, y] = [numbers(one), numbers(other)];
  for (let at = 0; at < Math.max(x.length, y.length); at += 1) {
    const difference = (x[at] ?? 0) - (y[at] ?? 0);
    if (difference !== 0) {
      return difference;
    }
  }
  return 0;
}
