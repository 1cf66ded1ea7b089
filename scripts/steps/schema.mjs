import { mkdirSync, writeFileSync } from 'node:fs';

import { Failure } from '../lib/failure.mjs';
import { root, rustWorkspace } from '../lib/paths.mjs';
import { cargoLock, mustRun } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';
import { engineSources } from './engine.mjs';
import { requireRust } from './prerequisites.mjs';

const folder = 'web/src/engine/generated';

/** What the command prints, and the file that it becomes. */
const products = [
  { file: `${folder}/scenario.ts`, args: ['schema', '--typescript'] },
  { file: `${folder}/scenario.schema.json`, args: ['schema'] },
];

/** Writes the TypeScript types and the JSON schema of a scenario, from the Rust types. */
export function generateSchema() {
  return makeIfChanged({
    name: 'schema',
    inputs: engineSources,
    outputs: products.map(({ file }) => file),
    make: async () => {
      await requireRust();
      await withTask('Generating the scenario types', async (onOutput) => {
        mkdirSync(`${root}${folder}`, { recursive: true });
        for (const { file, args } of products) {
          writeFileSync(`${root}${file}`, await print(args, onOutput));
        }
      });
    },
  });
}

/**
 * @param {string[]} args
 * @param {(text: string) => void} onOutput
 */
async function print(args, onOutput) {
  const command = ['run', ...cargoLock, '-p', 'reclaim-cli', '--', ...args];
  const options = { cwd: rustWorkspace, onOutput };
  const { stdout } = await mustRun('generate the scenario types', 'cargo', command, options);
  if (stdout.trim() === '') {
    throw new Failure(
      `Cannot generate the scenario types: \`reclaim ${args.join(' ')}\` printed nothing.`,
    );
  }
  return stdout;
}
