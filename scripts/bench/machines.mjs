// The machines that the page is measured with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/paths.mjs';

/** Page frames: the machine as the page opens, and 16 GiB. */
export const MACHINES = [959_900, 4_194_304];

/**
 * The scenario that the page opens with, on a machine of so many frames: what is more than its own is in its last zone.
 * @param {number} frames
 */
export function scenarioOf(frames) {
  const text = readFileSync(join(root, 'public/gallery/weiner-usb.json'), 'utf8');
  /** @type {import('../../web/src/engine/types.ts').Scenario} */
  const scenario = JSON.parse(text);
  const zones = scenario.machine.zones;
  const present = zones.reduce((sum, { present_pages }) => sum + present_pages, 0);
  const last = zones.at(-1);
  if (last) last.present_pages += frames - present;
  return scenario;
}
