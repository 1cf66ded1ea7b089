// Builds the current commit a second time, in another folder and with packages in another place, and compares every
// byte of both builds.
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

import { Failure, runMain } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { mustRun, run } from './lib/run.mjs';
import { withTask } from './lib/task.mjs';
import { buildApp } from './steps/app.mjs';

/** @param {string} folder @returns {Map<string, string>} */
function digests(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
  const digest = (/** @type {string} */ name) =>
    createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
  return new Map(files.map((name) => [name, digest(name)]));
}

await runMain(async () => {
  const { stdout } = await run('git', ['status', '--porcelain']);
  if (stdout.trim() !== '') {
    throw new Failure(
      'Please commit first: what is built again is the commit, not the files that stand here.',
    );
  }
  await buildApp();
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'same-build-'));
  try {
    const clone = path.join(elsewhere, 'another folder', 'app');
    await mustRun('clone', 'git', ['clone', '--quiet', root, clone]);
    const cargoHome = path.join(elsewhere, 'packages');
    const usual = process.env['CARGO_HOME'] ?? path.join(homedir(), '.cargo');
    cpSync(path.join(usual, 'registry'), path.join(cargoHome, 'registry'), { recursive: true });
    await withTask('Building once more', async (onOutput) => {
      const env = { CARGO_HOME: cargoHome };
      await mustRun('build', 'node', ['scripts/build.mjs'], { cwd: clone, env, onOutput });
    });
    const [here, there] = [digests(path.join(root, 'dist')), digests(path.join(clone, 'dist'))];
    const differ = [...new Set([...here.keys(), ...there.keys()])].filter(
      (name) => here.get(name) !== there.get(name),
    );
    if (differ.length > 0) {
      throw new Failure(`${differ.length} of ${here.size} files differ: ${differ.join(', ')}.`);
    }
    console.log(
      `${here.size} files are the same to the byte. Both are version ${versionOf(clone)}.`,
    );
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});

/** @param {string} folder */
function versionOf(folder) {
  const html = readFileSync(path.join(folder, 'dist', 'index.html'), 'utf8');
  return /name="version" content="([0-9a-f]+)"/.exec(html)?.[1] ?? 'unknown';
}
