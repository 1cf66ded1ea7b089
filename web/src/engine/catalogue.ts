/** Kernels and mechanisms, which the page shows from the start; their explanations are in the whole catalogue. */
import { mechanisms, presets, version } from './generated/first-catalogue.json';
import type { Catalogue } from './types.ts';

/** The version of the engine. */
export const engineVersion = version;

export const catalogue: Catalogue = { presets, mechanisms };
