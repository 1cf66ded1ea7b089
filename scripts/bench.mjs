import { spawnSync } from 'node:child_process';

import { runMain } from './lib/failure.mjs';
import { rustWorkspace } from './lib/paths.mjs';
import { benchSeek } from './bench/seek.mjs';
import { benchWasm } from './bench/wasm.mjs';
import { ensureBrowser } from './browser.mjs';
import { buildApp } from './steps/app.mjs';
import { buildEngine } from './steps/engine.mjs';
import { requireRust } from './steps/prerequisites.mjs';

await runMain(async () => {
  await requireRust();
  await buildEngine();
  const args = ['run', '--release', '--quiet', '-p', 'reclaim-cli', '--', 'bench'];
  const bench = spawnSync('cargo', [...args, ...process.argv.slice(2)], {
    cwd: rustWorkspace,
    stdio: 'inherit',
  });
  if (bench.status !== 0) {
    process.exitCode = bench.status ?? 1;
    return;
  }
  await benchWasm(['weiner-usb-small', 'weiner-usb'], 3);
  await buildApp();
  await ensureBrowser();
  await benchSeek();
});
