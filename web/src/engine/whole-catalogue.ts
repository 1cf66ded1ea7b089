/** The catalogue with what counters and gauges mean, for the parts of the page that name all of them. */
import text from './generated/catalogue.json?raw';
import type { WholeCatalogue } from './types.ts';
import type { DeviceModel } from './generated/scenario.ts';

// As text: as a module all of it would come with what the page shows from the beginning.

export const wholeCatalogue = JSON.parse(text) as WholeCatalogue;

export const deviceModels: readonly DeviceModel[] = (JSON.parse(text) as { devices: DeviceModel[] })
  .devices;

/** Names of all measures; a word in capitals stands for a name of a scenario, or for a counter. */
export const measurePatterns: readonly string[] = (JSON.parse(text) as { measures: string[] })
  .measures;
