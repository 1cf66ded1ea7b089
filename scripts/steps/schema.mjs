import { mkdirSync, writeFileSync } from 'node:fs';

import { Failure } from '../lib/failure.mjs';
import { root, rustWorkspace } from '../lib/paths.mjs';
import { cargoLock, mustRun } from '../lib/run.mjs';
import { makeIfChanged } from '../lib/stamp.mjs';
import { withTask } from '../lib/task.mjs';
import { engineSources } from './engine.mjs';
import { requireRust } from './prerequisites.mjs';

const folder = 'web/src/engine/generated';

/**
 * The generated files, each with the arguments with which the command prints it.
 * @type {{ file: string, args: string[], make?: (printed: string) => string }[]}
 */
const products = [
  { file: `${folder}/scenario.ts`, args: ['schema', '--typescript'] },
  { file: `${folder}/engine.ts`, args: ['schema', '--typescript', 'machines'] },
  { file: `${folder}/scenario.schema.json`, args: ['schema'] },
  { file: `${folder}/catalogue.json`, args: ['list', '--format', 'json'], make: catalogueOf },
  { file: `${folder}/first-catalogue.json`, args: ['list', '--format', 'json'], make: firstOf },
];

/**
 * Writes the TypeScript types and the JSON Schema of scenarios, the types of the engine's output, and the catalogue of
 * names.
 */
export function generateSchema() {
  return makeIfChanged({
    name: 'schema',
    inputs: engineSources,
    outputs: products.map(({ file }) => file),
    make: async () => {
      await requireRust();
      await withTask('Generating the types', async (onOutput) => {
        mkdirSync(`${root}${folder}`, { recursive: true });
        // Build the whole workspace: this enables the same features as for the tests, which can then reuse the build.
        const build = ['build', ...cargoLock, '--workspace', '--bin', 'reclaim'];
        const options = { cwd: rustWorkspace, onOutput };
        await mustRun('generate the types', 'cargo', build, options);
        for (const { file, args, make = String } of products) {
          writeFileSync(`${root}${file}`, make(await print(args)));
        }
      });
    },
  });
}

/**
 * Returns the catalogue without the scenarios.
 * @param {string} list
 */
function catalogueOf(list) {
  const { version, kernels: presets, ...all } = JSON.parse(list);
  const { mechanisms, devices, counters, gauges, measures } = all;
  return JSON.stringify({ version, presets, mechanisms, devices, counters, gauges, measures });
}

/**
 * Returns the part of the catalogue that the page loads first: kernels and mechanisms, without explanations.
 * @param {string} list
 */
function firstOf(list) {
  const { version, kernels: presets, mechanisms } = JSON.parse(list);
  for (const mechanism of mechanisms) {
    delete mechanism.explanation;
    delete mechanism.source;
  }
  return JSON.stringify({ version, presets, mechanisms });
}

/** @param {string[]} args */
async function print(args) {
  const command = `${rustWorkspace}/target/debug/reclaim`;
  const { stdout } = await mustRun('generate the types', command, args);
  if (stdout.trim() === '') {
    throw new Failure(`Cannot generate the types: \`reclaim ${args.join(' ')}\` printed nothing.`);
  }
  return stdout;
}
