// Instructions of a page-cycle, counted by callgrind: the difference of two runs, so that the start does not count.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { rustWorkspace } from '../lib/paths.mjs';

const PAGES = 30_000;

/** @param {string} workload @param {number} windows @param {string[]} more */
function instructions(workload, windows, more) {
  const command = join(rustWorkspace, 'target/release/reclaim');
  const args = ['bench', workload, '--windows', String(windows), '--pages', String(PAGES), ...more];
  const { stderr } = spawnSync(
    'valgrind',
    ['--tool=callgrind', '--callgrind-out-file=/dev/null', command, ...args],
    { encoding: 'utf8' },
  );
  return Number(/Collected : (\d+)/.exec(stderr)?.[1] ?? NaN);
}

/** @param {import('./rows.mjs').Rows} rows */
export function benchInstructions(rows) {
  rows.group('Instructions of a page-cycle (callgrind)');
  if (spawnSync('valgrind', ['--version']).status !== 0) {
    rows.say('Not counted: install valgrind to have these rows.');
    return;
  }
  for (const workload of ['real-write-3x-ram', 'real-cyclic-read-115pct', 'weiner-usb-small']) {
    const [one, two] = [1, 3].map((windows) => instructions(workload, windows, []));
    rows.add(`${workload} instructions`, 'instructions', [
      ((two ?? NaN) - (one ?? NaN)) / (2 * PAGES),
    ]);
  }
}
