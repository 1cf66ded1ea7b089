import { spawnSync } from 'node:child_process';

import { runMain } from './lib/failure.mjs';
import { rustWorkspace } from './lib/paths.mjs';
import { requireRust } from './steps/prerequisites.mjs';

await runMain(async () => {
  await requireRust();
  const args = ['run', '--release', '--quiet', '-p', 'reclaim-cli', '--', 'bench'];
  const bench = spawnSync('cargo', [...args, ...process.argv.slice(2)], {
    cwd: rustWorkspace,
    stdio: 'inherit',
  });
  process.exitCode = bench.status ?? 1;
});
