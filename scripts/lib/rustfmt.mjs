import { filesBelow } from './stamp.mjs';

/**
 * Returns the arguments of `cargo fmt` for the workspace. Rustfmt finds files by their `mod` lines. A macro generates
 * these lines for the mechanisms, so their files are listed explicitly.
 * @param {string[]} options
 */
export function rustfmtArgs(...options) {
  const mechanisms = filesBelow(['engine-wasm/engine/src/mechanism']);
  const files = mechanisms.map((file) => file.replace('engine-wasm/', ''));
  return ['fmt', '--all', ...options, '--', ...files];
}
