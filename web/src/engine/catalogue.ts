/** Kernels and mechanisms with their explanations: what the page shows from the beginning. */
import { mechanisms, presets, version } from './generated/catalogue.json';
import type { Catalogue } from './types.ts';

/** The version of the engine. */
export const engineVersion = version;

export const catalogue: Catalogue = { presets, mechanisms };
