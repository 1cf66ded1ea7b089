import { bindgenHelper, root, rustWorkspace } from '../lib/paths.mjs';
import { cargoLock, mustRun } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';
import { ensureToolchain, wasmTarget } from './toolchain.mjs';

export const engineSources = [
  'engine-wasm/Cargo.lock',
  'engine-wasm/Cargo.toml',
  'engine-wasm/cli',
  'engine-wasm/engine',
  'engine-wasm/results',
  'engine-wasm/wasm',
  // The scenarios there may be compiled in.
  'public',
  'rust-toolchain.toml',
];

export const bindings = 'web/src/engine/pkg';

/** Builds the engine for the browser, and the JavaScript and types to call it with. */
export function buildEngine() {
  return makeIfChanged({
    name: 'engine',
    inputs: [...engineSources, 'engine-wasm/bindgen-helper'],
    outputs: [`${bindings}/reclaim.js`, `${bindings}/reclaim.d.ts`, `${bindings}/reclaim_bg.wasm`],
    make: async () => {
      await ensureToolchain();
      await buildHelper();
      await buildModule();
      await writeBindings();
    },
  });
}

/** In the dev profile: it runs for a third of a second and takes minutes to optimise. */
function buildHelper() {
  return withTask('Building the bindings generator', async (onOutput) => {
    const options = { cwd: bindgenHelper, onOutput };
    await mustRun('build the bindings generator', 'cargo', ['build', '--locked'], options);
  });
}

function buildModule() {
  return withTask('Building the engine', async (onOutput) => {
    const profile = ['--profile', 'wasm', '--target', wasmTarget, '-p', 'reclaim-wasm'];
    const options = { cwd: rustWorkspace, onOutput };
    await mustRun('build the engine', 'cargo', ['build', ...profile, ...cargoLock], options);
  });
}

function writeBindings() {
  return withTask('Writing the bindings', async (onOutput) => {
    const module = `${rustWorkspace}/target/${wasmTarget}/wasm/reclaim_wasm.wasm`;
    const helper = `${bindgenHelper}/target/debug/bindgen-helper`;
    const args = [module, `${root}${bindings}`, 'reclaim'];
    await mustRun('write the bindings', helper, args, { onOutput });
  });
}
