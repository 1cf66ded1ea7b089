/** The devices that the engine knows by name, with their figures and where these come from. */
// As text, for the reason that whole-catalogue.ts has.
import text from './generated/catalogue.json?raw';
import type { DeviceModel } from './generated/scenario.ts';

export const deviceModels: readonly DeviceModel[] = (JSON.parse(text) as { devices: DeviceModel[] })
  .devices;
