import { readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { bindgenHelper, root, rustWorkspace } from '../lib/paths.mjs';
import { cargoLock, mustRun } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';
import { ensureToolchain, wasmTarget } from './toolchain.mjs';

export const engineSources = [
  'engine-wasm/Cargo.lock',
  'engine-wasm/Cargo.toml',
  'engine-wasm/cli',
  'engine-wasm/documents',
  'engine-wasm/engine',
  'engine-wasm/results',
  'engine-wasm/runs',
  'engine-wasm/scenario',
  'engine-wasm/study',
  'engine-wasm/wasm',
  // The scenarios there may be compiled in.
  'public',
  'rust-toolchain.toml',
];

export const bindings = 'web/src/engine/pkg';

/** What the browser loads: the crate, and the name of its module. What runs comes first and small, the rest behind it. */
const modules = [
  { crate: 'reclaim-wasm', name: 'reclaim' },
  { crate: 'reclaim-documents', name: 'documents' },
  { crate: 'reclaim-runs', name: 'runs' },
];

/** Builds the engine for the browser, and the JavaScript and types to call it with. */
export function buildEngine() {
  return makeIfChanged({
    name: 'engine',
    // How it is built stands in this file.
    inputs: [...engineSources, 'engine-wasm/bindgen-helper', 'scripts/steps/engine.mjs'],
    outputs: modules.flatMap(({ name }) =>
      ['.js', '.d.ts', '_bg.wasm'].map((end) => `${bindings}/${name}${end}`),
    ),
    make: async () => {
      await ensureToolchain();
      await buildHelper();
      await buildModules();
      await writeBindings();
    },
  });
}

/** In the dev profile: it runs for a third of a second and takes minutes to optimise. */
export function buildHelper() {
  return withTask('Building the bindings generator', async (onOutput) => {
    const options = { cwd: bindgenHelper, onOutput };
    await mustRun('build the bindings generator', 'cargo', ['build', '--locked'], options);
  });
}

/**
 * Panics name the file that they come from: where this machine keeps its packages is nobody's business, and would make
 * the same sources another build elsewhere.
 */
function withoutPathsOfThisMachine() {
  const packages = join(process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'), 'registry', 'src');
  return readdirSync(packages).map(
    (registry) => `--remap-path-prefix=${join(packages, registry)}=packages`,
  );
}

/**
 * Steps of LLVM that write code twice for the sake of a CPU: loops unrolled by counts that only the run knows, partial
 * redundancies taken out of one of two ways, induction variables of their own for each use, larger functions inlined where
 * they are marked for it. In a browser, whose compiler has its own mind about all that, runs take as long without them, and
 * a twentieth less has to be sent.
 */
const smaller = [
  '-unroll-runtime=false',
  '-enable-pre=false',
  '-disable-lsr',
  '-inlinehint-threshold=225',
].map((option) => `-Cllvm-args=${option}`);

/** What every browser has had since 2023: values of several words are moved in one. */
const vectors = '-Ctarget-feature=+simd128';

/** @param {string[]} crates */
export function buildModules(crates = modules.map(({ crate }) => crate)) {
  return withTask('Building the engine', async (onOutput) => {
    // Only what is fetched has a place.
    await mustRun('fetch the packages', 'cargo', ['fetch', '--locked'], {
      cwd: rustWorkspace,
      onOutput,
    });
    const flags = [...smaller, vectors, ...withoutPathsOfThisMachine()];
    const env = { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') };
    const options = { cwd: rustWorkspace, env, onOutput };
    const how = ['rustc', '--profile', 'wasm', '--target', wasmTarget, ...cargoLock];
    for (const crate of crates) {
      // Cargo optimises no library across its crates that is to be one for Rust as well, and does not say so.
      const args = [...how, '-p', crate, '--crate-type', 'cdylib'];
      await mustRun('build the engine', 'cargo', args, options);
    }
  });
}

function writeBindings() {
  return withTask('Writing the bindings', async (onOutput) => {
    for (const { crate, name } of modules) {
      await writeBindingsOf(crate, `${root}${bindings}`, [name], onOutput);
    }
  });
}

/**
 * @param {string} crate @param {string} folder where they go @param {string[]} how their name, and options
 * @param {(text: string) => void} [onOutput]
 */
export async function writeBindingsOf(crate, folder, how, onOutput = () => {}) {
  const helper = `${bindgenHelper}/target/debug/bindgen-helper`;
  const file = `${crate.replaceAll('-', '_')}.wasm`;
  const module = `${rustWorkspace}/target/${wasmTarget}/wasm/${file}`;
  await mustRun('write the bindings', helper, [module, folder, ...how], { onOutput });
}
