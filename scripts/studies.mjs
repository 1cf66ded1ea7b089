// The results that the gallery of the Studies page opens with: `npm run studies`. It computes every study of the gallery, in
// some minutes. `-- --resume` goes on where a run was broken off, and `-- ID ...` computes some studies alone.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Failure, runMain } from './lib/failure.mjs';
import { cache, root, rustWorkspace } from './lib/paths.mjs';
import { cargoLock, mustRun } from './lib/run.mjs';
import { withTask } from './lib/task.mjs';
import { requireRust } from './steps/prerequisites.mjs';
import { studyIdentity } from './studies/identity.mjs';
import { COMPUTED, STUDIES, galleryStudies, textOf } from './studies/results.mjs';

await runMain(async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      jobs: { type: 'string' },
      resume: { type: 'boolean', default: false },
      profile: { type: 'string', default: 'release' },
    },
  });
  const { jobs, profile } = values;
  const all = galleryStudies();
  const unknown = positionals.find((id) => !all.includes(id));
  if (unknown !== undefined) {
    throw new Failure(`The gallery has no study ${unknown}. Its studies are: ${all.join(', ')}.`);
  }
  await requireRust();
  await withTask('Building the command', async (onOutput) => {
    const args = ['build', '--profile', profile, '-p', 'reclaim-cli', ...cargoLock];
    await mustRun('build the command', 'cargo', args, { cwd: rustWorkspace, onOutput });
  });
  const command = `${rustWorkspace}/target/${profile}/reclaim`;
  const kept = keptRuns(command);
  if (!values.resume) rmSync(kept, { force: true });
  mkdirSync(join(root, COMPUTED), { recursive: true });
  for (const id of positionals.length > 0 ? positionals : all) {
    // Taken before the runs: who changes the engine meanwhile gets a file that is told to be old.
    const identity = studyIdentity(id);
    const printed = await withTask(`Computing ${id}`, (onOutput) => {
      const args = ['study', join(root, STUDIES, `${id}.json`)];
      args.push('--format', 'json', '--resume', kept);
      if (jobs !== undefined) args.push('--jobs', jobs);
      return mustRun(`compute ${id}`, command, args, { onOutput });
    });
    const text = textOf(identity, JSON.parse(printed.stdout));
    writeFileSync(join(root, COMPUTED, `${id}.json`), text);
  }
});

/**
 * Where the command keeps its runs: a file for each build of it, since it refuses those of another.
 * @param {string} command
 */
function keptRuns(command) {
  const build = createHash('sha256').update(readFileSync(command)).digest('hex').slice(0, 16);
  mkdirSync(cache, { recursive: true });
  return `${cache}/studies-${build}.jsonl`;
}
