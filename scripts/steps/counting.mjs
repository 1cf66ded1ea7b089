import { bindgenHelper, root, rustWorkspace } from '../lib/paths.mjs';
import { mustRun } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { bindings, buildEngine, buildHelper, buildModules, writeBindingsOf } from './engine.mjs';

const ENGINE = 'reclaim-wasm';
const folder = `${rustWorkspace}/target/counting`;

/** The engine with instruction counters: its bindings and its module. */
export const counting = {
  bindings: `${folder}/reclaim.js`,
  module: `${folder}/reclaim_bg.wasm`,
};

/** Builds an engine in which each function counts the instructions that it executes. */
export async function buildCounting() {
  await buildEngine();
  await makeIfChanged({
    name: 'counting',
    inputs: [`${bindings}/reclaim_bg.wasm`, 'engine-wasm/bindgen-helper'],
    outputs: Object.values(counting).map((file) => file.slice(root.length)),
    make: async () => {
      // The normal bindings may exist without the files from which they were generated, so build these files first.
      await buildHelper();
      await buildModules([ENGINE]);
      await writeBindingsOf(ENGINE, folder, ['reclaim', '--names']);
      await writeCounting(counting.module, counting.module);
    },
  });
}

/**
 * Writes a copy of a module that also counts and exports the number of instructions that each function executes.
 * @param {string} input a file @param {string} output a file
 */
export async function writeCounting(input, output) {
  const count = `${bindgenHelper}/target/debug/count-instructions`;
  await mustRun('make a module count', count, [input, output]);
}

/**
 * Reads the counters of a counting module, by function name.
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
