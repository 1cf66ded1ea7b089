// The machines on which the page is measured.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/paths.mjs';

/** Number of page frames of each machine: the one that the page opens with, and one with 16 GiB of RAM. */
export const MACHINES = [959_900, 4_194_304];

/**
 * Returns the scenario that the page opens with, on a machine of this many frames: additional frames go to the last
 * zone.
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
