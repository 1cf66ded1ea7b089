/** The catalogue with explanations of counters and gauges, for the parts of the page that list all of them. */
import text from './generated/catalogue.json?raw';
import type { WholeCatalogue } from './types.ts';
import type { DeviceModel } from './generated/scenario.ts';

// The catalogue is imported as text: as a JSON module, all of it would be part of the page's first load.

export const wholeCatalogue = JSON.parse(text) as WholeCatalogue;

export const deviceModels: readonly DeviceModel[] = (JSON.parse(text) as { devices: DeviceModel[] })
  .devices;

/** Names of all measures; a word in capitals is a placeholder for a name in the scenario or for a counter. */
export const measurePatterns: readonly string[] = (JSON.parse(text) as { measures: string[] })
  .measures;
