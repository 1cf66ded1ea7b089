// Computes the results with which the gallery of the Studies page opens: `npm run studies`. It computes every study of
// the gallery, in a few minutes. `-- --resume` continues an interrupted run, and `-- ID ...` computes only these
// studies.
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
    // Compute the identity before the runs: if the engine changes meanwhile, the file counts as out of date.
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
 * The file in which the command keeps its runs: one for each build, because a build refuses the runs of another build.
 * @param {string} command
 */
function keptRuns(command) {
  const build = createHash('sha256').update(readFileSync(command)).digest('hex').slice(0, 16);
  mkdirSync(cache, { recursive: true });
  return `${cache}/studies-${build}.jsonl`;
}
