import { bindgenHelper, root, rustWorkspace } from '../lib/paths.mjs';
import { mustRun } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { bindings, buildEngine, buildHelper, buildModules, writeBindingsOf } from './engine.mjs';

const ENGINE = 'reclaim-wasm';
const folder = `${rustWorkspace}/target/counting`;

/** The engine that counts what it executes: its bindings, and its module. */
export const counting = {
  bindings: `${folder}/reclaim.js`,
  module: `${folder}/reclaim_bg.wasm`,
};

/** Makes the engine anew as one that counts the instructions that each of its functions executes. */
export async function buildCounting() {
  await buildEngine();
  await makeIfChanged({
    name: 'counting',
    inputs: [`${bindings}/reclaim_bg.wasm`, 'engine-wasm/bindgen-helper'],
    outputs: Object.values(counting).map((file) => file.slice(root.length)),
    make: async () => {
      // The bindings may be there without what they were made of.
      await buildHelper();
      await buildModules([ENGINE]);
      await writeBindingsOf(ENGINE, folder, ['reclaim', '--names']);
      await writeCounting(counting.module, counting.module);
    },
  });
}

/**
 * A module that does the same and exports what each of its functions has executed.
 * @param {string} input @param {string} output files
 */
export async function writeCounting(input, output) {
  const count = `${bindgenHelper}/target/debug/count-instructions`;
  await mustRun('make a module count', count, [input, output]);
}

/**
 * The counters of a module that counts, by the names of its functions.
 * @param {WebAssembly.Exports} exports
 */
export function countersOf(exports) {
  return Object.entries(exports).flatMap(([key, counter]) => {
    const name = /^instructions \d+ (?<name>.*)$/.exec(key)?.groups?.['name'];
    if (name === undefined) return [];
    const { value } = /** @type {{ value: bigint }} */ (/** @type {unknown} */ (counter));
    return [/** @type {const} */ ([name, value])];
  });
}
