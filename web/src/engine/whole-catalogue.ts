/** The catalogue with what counters and gauges mean, for the parts of the page that name all of them. */
// As text: as a module all of it would come with what the page shows from the beginning.
import text from './generated/catalogue.json?raw';
import type { WholeCatalogue } from './types.ts';

export const wholeCatalogue = JSON.parse(text) as WholeCatalogue;
