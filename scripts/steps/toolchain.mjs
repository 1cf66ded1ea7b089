import { readFileSync } from 'node:fs';

import { Failure } from '../lib/failure.mjs';
import { root } from '../lib/paths.mjs';
import { mustRun, run } from '../lib/run.mjs';
import { withTask } from '../lib/task.mjs';
import { requireRust } from './prerequisites.mjs';

export const wasmTarget = 'wasm32-unknown-unknown';

/** Ensures that the pinned Rust toolchain is installed, with the WebAssembly target. */
export async function ensureToolchain() {
  await requireRust();
  const targets = await run('rustup', ['target', 'list', '--installed']);
  if (targets.code === 0 && targets.stdout.includes(wasmTarget)) return;
  await withTask('Installing the Rust toolchain', async (onOutput) => {
    const what = 'install the Rust toolchain';
    if (targets.code === 0) {
      await mustRun(what, 'rustup', ['target', 'add', wasmTarget], { onOutput });
      return;
    }
    // If rustup does not install missing toolchains automatically, even listing the targets fails.
    const parts = ['--profile', 'minimal', '-c', 'clippy', '-c', 'rustfmt', '-t', wasmTarget];
    await mustRun(what, 'rustup', ['toolchain', 'install', pinnedChannel(), ...parts], {
      onOutput,
    });
  });
}

function pinnedChannel() {
  const text = readFileSync(`${root}rust-toolchain.toml`, 'utf8');
  const channel = /^channel = "(.+)"$/m.exec(text)?.[1];
  if (channel === undefined) throw new Failure('rust-toolchain.toml names no channel.');
  return channel;
}
