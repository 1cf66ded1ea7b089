/** Kernels and mechanisms with their explanations: what the page shows from the beginning. */
import { mechanisms, presets } from './generated/catalogue.json';
import type { Catalogue } from './types.ts';

export const catalogue: Catalogue = { presets, mechanisms };
