// Computes the verdicts with which the Results page opens: `npm run results`. It computes every figure at full size with
// three seeds, which takes a quarter of an hour to an hour. `-- --resume` continues an interrupted run. `-- --posting
// NAME` and `-- --table NAME` compute a part and keep the rest of the file.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';

import { Failure, runMain } from './lib/failure.mjs';
import { cache, root, rustWorkspace } from './lib/paths.mjs';
import { cargoLock, mustRun } from './lib/run.mjs';
import { withTask } from './lib/task.mjs';
import { resultsIdentity } from './results/identity.mjs';
import { VERDICTS, merge, readVerdicts, textOf } from './results/verdicts.mjs';
import { requireRust } from './steps/prerequisites.mjs';

const SEEDS_MAX = 5;

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      posting: { type: 'string' },
      table: { type: 'string' },
      seeds: { type: 'string', default: '3' },
      jobs: { type: 'string' },
      resume: { type: 'boolean', default: false },
      profile: { type: 'string', default: 'release' },
    },
  });
  const { posting, table, jobs, profile } = values;
  const seeds = Number(values.seeds);
  if (!Number.isInteger(seeds) || seeds < 1 || seeds > SEEDS_MAX) {
    throw new Failure(
      `--seeds takes 1 to ${SEEDS_MAX}, which the page offers, not ${values.seeds}.`,
    );
  }
  await requireRust();
  await withTask('Building the command', async (onOutput) => {
    const args = ['build', '--profile', profile, '-p', 'reclaim-cli', ...cargoLock];
    await mustRun('build the command', 'cargo', args, { cwd: rustWorkspace, onOutput });
  });
  // Compute the identity before the runs: if the engine changes meanwhile, the file counts as out of date.
  const identity = resultsIdentity();
  const command = `${rustWorkspace}/target/${profile}/reclaim`;
  const kept = keptRuns(command);
  if (!values.resume) rmSync(kept, { force: true });
  const printed = await withTask('Computing the published figures', (onOutput) => {
    const args = ['reproduce', '--format', 'json', '--seeds', String(seeds), '--resume', kept];
    const part = { posting, table, jobs };
    for (const [name, value] of Object.entries(part)) {
      if (value !== undefined) args.push(`--${name}`, value);
    }
    return mustRun('compute the published figures', command, args, { onOutput });
  });
  const before = readVerdicts();
  const same = before?.identity === identity && before.seeds === seeds;
  const { rows } = JSON.parse(printed.stdout);
  const verdicts = merge(
    rows,
    { posting, table },
    same ? before : { identity, seeds, postings: {} },
  );
  mkdirSync(dirname(join(root, VERDICTS)), { recursive: true });
  writeFileSync(join(root, VERDICTS), textOf(verdicts));
  const all = Object.values(verdicts.postings).flat();
  console.log(`${VERDICTS}: ${all.filter((entry) => entry !== null).length} figures computed.`);
});

/**
 * The file in which the command keeps its runs: one for each build, because a build refuses the runs of another build.
 * @param {string} command
 */
function keptRuns(command) {
  const build = createHash('sha256').update(readFileSync(command)).digest('hex').slice(0, 16);
  mkdirSync(cache, { recursive: true });
  return `${cache}/results-${build}.jsonl`;
}
