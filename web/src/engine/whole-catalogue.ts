/** The catalogue with all explanations, for the parts of the page that load later. */
import text from './generated/catalogue.json?raw';
import type { WholeCatalogue } from './types.ts';
import type { DeviceModel } from './generated/scenario.ts';

// The catalogue is imported as text: as a JSON module, all of it would be part of the page's first load.

export const wholeCatalogue = JSON.parse(text) as WholeCatalogue;

export const deviceModels: readonly DeviceModel[] = (JSON.parse(text) as { devices: DeviceModel[] })
  .devices;

/** Returns the explanation of a mechanism, and its source; both empty if there is no such mechanism. */
export function aboutMechanism(id: string): { explanation: string; source: string } {
  const found = wholeCatalogue.mechanisms.find((mechanism) => mechanism.id === id);
  return found ?? { explanation: '', source: '' };
}

/** Names of all measures; a word in capitals is a placeholder for a name in the scenario or for a counter. */
export const measurePatterns: readonly string[] = (JSON.parse(text) as { measures: string[] })
  .measures;
