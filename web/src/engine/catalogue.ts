/** Kernels and mechanisms with their explanations, which the page shows from the start. */
import { mechanisms, presets, version } from './generated/catalogue.json';
import type { Catalogue } from './types.ts';

/** The version of the engine. */
export const engineVersion = version;

export const catalogue: Catalogue = { presets, mechanisms };
