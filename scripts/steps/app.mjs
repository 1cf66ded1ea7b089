import { mustRun, nodeTool } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';
import { buildEngine } from './engine.mjs';
import { installPackages } from './packages.mjs';
import { requireNode } from './prerequisites.mjs';
import { generateSchema } from './schema.mjs';

/** Everything that the web sources need before they can be checked, tested, served or built. */
export async function prepare() {
  requireNode();
  await installPackages();
  await buildEngine();
  await generateSchema();
}

/** Writes dist/, the app as it is put on a server. */
export async function buildApp() {
  await prepare();
  await makeIfChanged({
    name: 'app',
    inputs: ['package-lock.json', 'public', 'vite.config.ts', 'web'],
    outputs: ['dist/index.html'],
    make: () =>
      withTask('Building the app', async (onOutput) => {
        const [command, args] = nodeTool('vite/bin/vite.js', ['build']);
        await mustRun('build the app', command, args, { onOutput });
      }),
  });
}
