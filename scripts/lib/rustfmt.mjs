import { filesBelow } from './stamp.mjs';

/**
 * Arguments of `cargo fmt` for the workspace. Rustfmt finds files by `mod` lines, and those of mechanisms are made by a
 * macro, so they are named.
 * @param {string[]} options
 */
export function rustfmtArgs(...options) {
  const mechanisms = filesBelow(['engine-wasm/engine/src/mechanism']);
  const files = mechanisms.map((file) => file.replace('engine-wasm/', ''));
  return ['fmt', '--all', ...options, '--', ...files];
}
