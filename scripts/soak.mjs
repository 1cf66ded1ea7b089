// Uses the built page at random for a while; see README.md.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { withBuiltPage } from './bench/chromium.mjs';
import { ensureBrowser } from './browser.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { grown, mebibytes } from './soak/judge.mjs';
import { play } from './soak/monkey.mjs';
import { buildApp } from './steps/app.mjs';

/** A small run, paused. */
const HOME = '#weiner-usb-small~t=2s';
/** Wall time between two checks. */
const CHECK_EVERY_MS = 60_000;

/** @param {string} name @param {string | undefined} text @param {number} otherwise */
function numberOf(name, text, otherwise) {
  const value = text === undefined ? otherwise : Number(text);
  if (!(value > 0)) throw new Failure(`--${name} is ${text}: give a number above 0.`);
  return value;
}

await runMain(async () => {
  const { values } = parseArgs({
    options: { minutes: { type: 'string' }, seed: { type: 'string' } },
  });
  const minutes = numberOf('minutes', values.minutes, 60);
  const seed = Math.floor(numberOf('seed', values.seed, Math.random() * 2 ** 31 + 1));
  await buildApp();
  await ensureBrowser();
  console.log(`Playing for ${minutes} minutes with seed ${seed}.`);
  await withBuiltPage(async (page, address) => {
    const outcome = await play(page, {
      seed,
      ms: minutes * 60_000,
      checkEveryMs: CHECK_EVERY_MS,
      warmUp: true,
      home: address + HOME,
      tell: console.log,
    });
    const { steps, memory, digests } = outcome;
    const troubles = [...outcome.troubles, ...grown(memory)];
    const file = join(root, 'test-results', `soak-${seed}.txt`);
    mkdirSync(join(root, 'test-results'), { recursive: true });
    writeFileSync(file, `${[`seed ${seed}`, ...steps, ...troubles].join('\n')}\n`);
    const first = memory[Math.ceil(memory.length / 3)] ?? memory[0];
    for (const [when, at] of /** @type {const} */ ([
      ['after the warm-up', first],
      ['at the end', memory.at(-1)],
    ])) {
      if (at) {
        console.log(
          `Memory ${when}: objects ${mebibytes(at.heap)}, engines ${mebibytes(at.buffers)}, process ${mebibytes(at.process)}.`,
        );
      }
    }
    console.log(`${steps.length} steps, ${digests} times both digests as in a straight run.`);
    if (troubles.length > 0) {
      throw new Failure(
        `Seed ${seed} found this; all steps are in ${file}.`,
        [...steps.slice(-30), ...troubles].join('\n'),
      );
    }
  });
});
