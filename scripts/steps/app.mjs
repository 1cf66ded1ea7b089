import { mustRun, nodeTool } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';
import { buildEngine } from './engine.mjs';
import { installPackages } from './packages.mjs';
import { requireNode } from './prerequisites.mjs';
import { generateSchema } from './schema.mjs';

/** @type {Promise<void> | undefined} */
let preparation;

/**
 * Prepares everything that the web sources need before they are checked, tested, served or built. Runs once per
 * process: if it fails for one check, it would fail in the same way for the next one.
 */
export function prepare() {
  preparation ??= (async () => {
    requireNode();
    await installPackages();
    await buildEngine();
    await generateSchema();
  })();
  return preparation;
}

/** Builds dist/, the app that goes to a server. */
export async function buildApp() {
  await prepare();
  await makeIfChanged({
    name: 'app',
    inputs: [
      'package-lock.json',
      'public',
      'scripts/vite',
      'vite.config.ts',
      'web',
      // The identity of the verdicts depends on these folders.
      'engine-wasm/engine/tests',
      'engine-wasm/results/src',
      'scripts/results',
    ],
    outputs: ['dist/index.html', 'dist/results.html', 'dist/studies.html'],
    make: () =>
      withTask('Building the app', async (onOutput) => {
        const [command, args] = nodeTool('vite/bin/vite.js', ['build']);
        await mustRun('build the app', command, args, { onOutput });
      }),
  });
}
