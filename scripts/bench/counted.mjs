// Instructions of a page-cycle as WebAssembly. A compiler decides over them and nothing else: they are the same on every
// computer.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from '../lib/paths.mjs';
import { bindings } from '../steps/engine.mjs';
import { measureWindows } from './windows.mjs';

/** Few enough that every scenario of the gallery has as many left once its machine reclaims. */
const PAGES = 25_000;

/** A scenario of the gallery. @param {string} id @returns {any} */
export function galleryScenario(id) {
  return JSON.parse(readFileSync(join(root, `public/gallery/${id}.json`), 'utf8'));
}

/**
 * Counts instructions of scenarios with the module that `buildCounting` makes.
 * @param {string} module its file
 */
export async function countingEngine(module) {
  const { href } = pathToFileURL(join(root, bindings, 'reclaim.js'));
  /** @type {typeof import('../../web/src/engine/pkg/reclaim.js')} */
  const { initSync, Machine } = await import(`${href}?counting`);
  /** @type {object} */
  const exports = initSync({ module: readFileSync(module) });
  /** @type {WebAssembly.Global<'i64'>} */
  const instructions = Reflect.get(exports, 'instructions');
  const meter = () => Number(instructions.value);
  return (/** @type {object} */ scenario) => {
    const machine = new Machine(JSON.stringify(scenario));
    const { costs } = measureWindows(machine, { windows: 1, pages: PAGES, meter });
    machine.free();
    return costs[0] ?? NaN;
  };
}
