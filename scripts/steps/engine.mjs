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
  // Scenarios in `public` may be compiled in.
  'public',
  'rust-toolchain.toml',
];

export const bindings = 'web/src/engine/pkg';

/**
 * The modules that the browser loads. The engine that runs the machines comes first and is small; the others load
 * later.
 */
const modules = [
  { crate: 'reclaim-wasm', name: 'reclaim' },
  { crate: 'reclaim-documents', name: 'documents' },
  { crate: 'reclaim-runs', name: 'runs' },
];

/** Builds the engine for the browser, with its JavaScript bindings and types. */
export function buildEngine() {
  return makeIfChanged({
    name: 'engine',
    // The build flags are in this file.
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

/**
 * Builds the bindings generator with the dev profile: it runs for only 1/3 s, while optimizing it would take minutes.
 */
export function buildHelper() {
  return withTask('Building the bindings generator', async (onOutput) => {
    const options = { cwd: bindgenHelper, onOutput };
    await mustRun('build the bindings generator', 'cargo', ['build', '--locked'], options);
  });
}

/**
 * Panics name their source file. Its path must not reveal where this machine keeps packages, nor make builds differ
 * between machines.
 */
function withoutPathsOfThisMachine() {
  const packages = join(process.env['CARGO_HOME'] ?? join(homedir(), '.cargo'), 'registry', 'src');
  return readdirSync(packages).map(
    (registry) => `--remap-path-prefix=${join(packages, registry)}=packages`,
  );
}

/**
 * Turns off LLVM passes that duplicate code to make a CPU faster: unrolling loops with counts known only at run time,
 * partial redundancy elimination, loop strength reduction, and inlining larger functions marked as inline. A browser's
 * own compiler optimizes again: runs are as fast without these passes, and the module is 5 % smaller.
 */
const smaller = [
  '-unroll-runtime=false',
  '-enable-pre=false',
  '-disable-lsr',
  '-inlinehint-threshold=225',
].map((option) => `-Cllvm-args=${option}`);

/** SIMD, which every browser has supported since 2023: moves several words in one instruction. */
const vectors = '-Ctarget-feature=+simd128';

/** @param {string[]} crates */
export function buildModules(crates = modules.map(({ crate }) => crate)) {
  return withTask('Building the engine', async (onOutput) => {
    // Fetch the packages first, because the remapping of paths lists the folder that contains them.
    await mustRun('fetch the packages', 'cargo', ['fetch', '--locked'], {
      cwd: rustWorkspace,
      onOutput,
    });
    const flags = [...smaller, vectors, ...withoutPathsOfThisMachine()];
    const env = { CARGO_ENCODED_RUSTFLAGS: flags.join('\x1f') };
    const options = { cwd: rustWorkspace, env, onOutput };
    const how = ['rustc', '--profile', 'wasm', '--target', wasmTarget, ...cargoLock];
    for (const crate of crates) {
      // Build only a cdylib. Cargo silently turns off LTO for a crate that is to be a Rust library as well.
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
 * @param {string} crate @param {string} folder folder for the bindings @param {string[]} how name of the module, and
 * options
 * @param {(text: string) => void} [onOutput]
 */
export async function writeBindingsOf(crate, folder, how, onOutput = () => {}) {
  const helper = `${bindgenHelper}/target/debug/bindgen-helper`;
  const file = `${crate.replaceAll('-', '_')}.wasm`;
  const module = `${rustWorkspace}/target/${wasmTarget}/wasm/${file}`;
  await mustRun('write the bindings', helper, [module, folder, ...how], { onOutput });
}
