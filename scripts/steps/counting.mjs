import { bindgenHelper, cache, root } from '../lib/paths.mjs';
import { mustRun } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { bindings, buildEngine, buildHelper } from './engine.mjs';

const counting = `${cache}/counting.wasm`;

/** Makes of the engine's module one that counts the instructions that it executes. @returns its file */
export async function buildCounting() {
  await buildEngine();
  const module = `${bindings}/reclaim_bg.wasm`;
  await makeIfChanged({
    name: 'counting',
    inputs: [module, 'engine-wasm/bindgen-helper'],
    outputs: [counting.slice(root.length)],
    make: async () => {
      await buildHelper();
      await writeCounting(root + module, counting);
    },
  });
  return counting;
}

/**
 * A module that does the same and has one export more, `instructions`: what it has executed, a global of 64 bits.
 * @param {string} input @param {string} output files
 */
export async function writeCounting(input, output) {
  const count = `${bindgenHelper}/target/debug/count-instructions`;
  await mustRun('make a module count', count, [input, output]);
}
