// Coverage-guided fuzzing of external input: documents, files, links. `node scripts/fuzz.mjs --seconds 600`.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { Failure, runMain } from './lib/failure.mjs';
import { rustWorkspace } from './lib/paths.mjs';
import { mustRun } from './lib/run.mjs';
import { dictionary, seeds } from './fuzz/seeds.mjs';

const folder = join(rustWorkspace, 'fuzz');
/**
 * Maximum input sizes in bytes: a little above the parser's limit if this limit is small, else a size at which fuzzing
 * is fast.
 */
const longest = { document: 32_768, altered: 512, link: 70_000, payload: 8_192 };

/** @typedef {keyof typeof longest} Target */
const targets = /** @type {Target[]} */ (Object.keys(longest));

/**
 * Runs cargo-fuzz, with its output on this terminal.
 * @param {string[]} args
 */
function cargoFuzz(args) {
  const [verb = '', ...rest] = args;
  const all = ['+nightly', 'fuzz', verb, '--fuzz-dir', folder, ...rest];
  const { status, error } = spawnSync('cargo', all, { cwd: folder, stdio: 'inherit' });
  if (error || status === null) {
    throw new Failure('cargo cannot be run.');
  }
  return status;
}

await runMain(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '600' },
      only: { type: 'string' },
    },
  });
  const chosen = targets.filter((target) => (values.only ?? target) === target);
  if (chosen.length === 0) {
    throw new Failure(`There is no target \`${values.only}\`. There are: ${targets.join(', ')}.`);
  }
  if (cargoFuzz(['build', '--sanitizer', 'address']) !== 0) {
    throw new Failure(
      'The targets cannot be built: that takes `rustup toolchain install nightly` and `cargo install cargo-fuzz --locked`.',
    );
  }
  const words = join(folder, 'dictionary.txt');
  const schema = await mustRun(
    'write the schema',
    'cargo',
    ['run', '--quiet', '--package', 'reclaim-cli', '--', 'schema'],
    { cwd: rustWorkspace },
  );
  writeFileSync(words, dictionary(schema.stdout));
  for (const target of chosen) {
    const corpus = join(folder, 'corpus', target);
    mkdirSync(corpus, { recursive: true });
    for (const [name, bytes] of seeds(target)) {
      writeFileSync(join(corpus, name), bytes);
    }
    const limits = [
      `-max_total_time=${values.seconds}`,
      `-max_len=${longest[target]}`,
      `-dict=${words}`,
      '-timeout=1',
      '-rss_limit_mb=1024',
      '-malloc_limit_mb=64',
      '-print_final_stats=1',
    ];
    if (cargoFuzz(['run', target, corpus, '--', ...limits]) !== 0) {
      const found = join(folder, 'artifacts', target);
      const inputs = existsSync(found) ? readdirSync(found).join(', ') : 'nothing';
      throw new Failure(`\`${target}\` stopped at an input that lies in ${found}: ${inputs}.`);
    }
  }
});
