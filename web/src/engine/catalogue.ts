/** Kernels, mechanisms, counters and gauges with their explanations: what the engine knows by name. */
import names from './generated/catalogue.json';
import type { Catalogue } from './types.ts';

export const catalogue: Catalogue = names;
