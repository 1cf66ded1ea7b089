import { spawn } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

import { Failure } from './failure.mjs';
import { root } from './paths.mjs';

// The scripts expect cargo's output in its default folders, so ignore a user's own target directory.
const inherited = { ...process.env };
delete inherited['CARGO_TARGET_DIR'];

/**
 * @typedef {object} RunOptions
 * @property {string} [cwd]
 * @property {Record<string, string>} [env] added to the environment of this process
 * @property {(text: string) => void} [onOutput] called with each chunk as it arrives
 * @property {boolean} [spare] whether to run it at the lowest CPU priority
 *
 * @typedef {object} RunResult
 * @property {number} code
 * @property {string} output stdout and stderr, interleaved as they arrived, without colours
 * @property {string} stdout
 */

/**
 * Runs a command to its end, and returns its result even if it fails.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, { cwd = root, env = {}, onOutput, spare = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...inherited, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    if (spare && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
    let output = '';
    let stdout = '';
    for (const stream of [child.stdout, child.stderr]) {
      const decoder = new StringDecoder();
      stream.on('data', (/** @type {Buffer} */ bytes) => {
        const text = decoder.write(bytes);
        output += text;
        if (stream === child.stdout) stdout += text;
        onOutput?.(text);
      });
    }
    child.on('error', reject);
    child.on('close', (code) => {
      resolve({ code: code ?? 1, output: stripVTControlCharacters(output), stdout });
    });
  });
}

/**
 * Runs a command, and throws a `Failure` if it fails.
 * @param {string} what the command's purpose, to follow the word "cannot"
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export async function mustRun(what, command, args, options) {
  const result = await run(command, args, options);
  if (result.code !== 0) {
    throw new Failure(`Cannot ${what}: \`${[command, ...args].join(' ')}\` failed.`, result.output);
  }
  return result;
}

/**
 * Runs the npm that started this script, or else the one on the PATH.
 * @param {string} what
 * @param {string[]} args
 * @param {RunOptions} [options]
 */
export function npm(what, args, options) {
  const own = process.env['npm_execpath'];
  return own === undefined
    ? mustRun(what, 'npm', args, options)
    : mustRun(what, process.execPath, [own, ...args], options);
}

/**
 * The command line that runs a tool in node_modules directly, without npm's shell wrappers, which differ by system.
 * @param {string} tool path inside node_modules
 * @param {string[]} args
 * @returns {[string, string[]]}
 */
export function nodeTool(tool, args) {
  return [process.execPath, [`${root}node_modules/${tool}`, ...args]];
}

/** In CI, a lock file that is out of date with its manifest is an error. */
export const cargoLock = process.env['CI'] ? ['--locked'] : [];
