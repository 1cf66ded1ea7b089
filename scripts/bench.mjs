// Benchmarks everything: prints a table and writes JSON; see bench/README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Failure, runMain } from './lib/failure.mjs';
import { root, rustWorkspace } from './lib/paths.mjs';
import { cargoLock, mustRun } from './lib/run.mjs';
import { withTask } from './lib/task.mjs';
import { benchCheckpoint } from './bench/checkpoint.mjs';
import { benchEngine, benchMemory, benchTracing, benchWholeRun } from './bench/engine.mjs';
import { benchFirstLoad } from './bench/first-load.mjs';
import { benchInstructions } from './bench/instructions.mjs';
import { benchPage } from './bench/page.mjs';
import { benchPeer } from './bench/peer.mjs';
import { Rows } from './bench/rows.mjs';
import { benchSeek } from './bench/seek.mjs';
import { ensureBrowser } from './browser.mjs';
import { buildApp } from './steps/app.mjs';
import { buildEngine } from './steps/engine.mjs';
import { requireRust } from './steps/prerequisites.mjs';

/** @type {Record<string, (rows: Rows, options: { quick: boolean }) => void | Promise<void>>} */
const groups = {
  engine: benchEngine,
  tracing: benchTracing,
  run: benchWholeRun,
  memory: benchMemory,
  instructions: benchInstructions,
  peer: benchPeer,
  checkpoint: benchCheckpoint,
  seek: benchSeek,
  page: benchPage,
  load: benchFirstLoad,
};

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      only: { type: 'string' },
      json: { type: 'string' },
    },
  });
  const chosen = values.only?.split(',') ?? Object.keys(groups);
  const unknown = chosen.find((name) => !(name in groups));
  if (unknown !== undefined) {
    const names = Object.keys(groups).join(', ');
    throw new Failure(`There is no group \`${unknown}\` of rows. There are: ${names}.`);
  }
  await requireRust();
  await buildEngine();
  await withTask('Building the command', async (onOutput) => {
    const args = ['build', '--release', '-p', 'reclaim-cli', ...cargoLock];
    await mustRun('build the command', 'cargo', args, { cwd: rustWorkspace, onOutput });
  });
  await buildApp();
  await ensureBrowser();
  const rows = new Rows();
  for (const name of chosen) {
    await groups[name]?.(rows, { quick: values.quick });
  }
  const file = values.json ?? join(root, 'bench/latest.json');
  mkdirSync(join(root, 'bench'), { recursive: true });
  writeFileSync(file, `${rows.json()}\n`);
  console.log(`\nAll of it is in ${file}.`);
  if (values.record) {
    rows.record();
    console.log('The medians are in bench/ledger.csv.');
  }
});
