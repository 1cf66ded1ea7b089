// Counts instructions per page-cycle, natively and as WebAssembly. The native number is the difference of two runs in
// callgrind, so it excludes the start of the program.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { INSTRUCTIONS } from '../budgets.mjs';
import { rustWorkspace } from '../lib/paths.mjs';
import { buildCounting } from '../steps/counting.mjs';
import { galleryScenario, instructionCounter } from './counted.mjs';

const PAGES = 30_000;
/** Size of RAM, MiB: large enough that the longer run does not end before its last window. */
const MEMORY = 1024;

/**
 * Returns the cost of a run, and the number of pages allocated in its windows.
 * @param {string} workload @param {number} windows
 */
function run(workload, windows) {
  const command = join(rustWorkspace, 'target/release/reclaim');
  const args = ['bench', workload, '--ram-mib', String(MEMORY), '--format', 'json'];
  args.push('--windows', String(windows), '--pages', String(PAGES));
  const { stderr, stdout } = spawnSync(
    'valgrind',
    ['--tool=callgrind', '--callgrind-out-file=/dev/null', command, ...args],
    { encoding: 'utf8' },
  );
  const [{ pages, window_ns }] = JSON.parse(stdout);
  return {
    instructions: Number(/Collected : (\d+)/.exec(stderr)?.[1] ?? NaN),
    pages: window_ns.length === windows ? Number(pages) : NaN,
  };
}

/** @param {import('./rows.mjs').Rows} rows */
export async function benchInstructions(rows) {
  benchNative(rows);
  rows.group('Instructions of a page-cycle as WebAssembly, at the size of the gallery');
  await buildCounting();
  const instructionsOf = await instructionCounter();
  for (const workload of Object.keys(INSTRUCTIONS)) {
    rows.add(`${workload} wasm instructions`, 'instructions', [
      instructionsOf(galleryScenario(workload)),
    ]);
  }
}

/** @param {import('./rows.mjs').Rows} rows */
function benchNative(rows) {
  rows.group('Instructions of a page-cycle (callgrind)');
  if (spawnSync('valgrind', ['--version']).status !== 0) {
    rows.say('Not counted: install valgrind to have these rows.');
    return;
  }
  for (const workload of ['real-write-3x-ram', 'real-cyclic-read-115pct', 'weiner-usb-small']) {
    const [one, two] = [run(workload, 1), run(workload, 3)];
    const instructions = two.instructions - one.instructions;
    rows.add(`${workload} instructions`, 'instructions', [instructions / (two.pages - one.pages)]);
  }
}
