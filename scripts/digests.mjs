// Checks the golden digests in every JavaScript engine on this machine: Node, Chromium, Firefox. `--all` runs every
// scenario on every kernel; the default runs each scenario on its own kernel, and each kernel once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { ensureBrowser, findBrowser } from './browser.mjs';
import { compareIn } from './digests/in-browser.mjs';
import { compare } from './digests/passes.mjs';
import { Failure, runMain } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { withTask } from './lib/task.mjs';
import { ensureFirefox, findFirefox } from './firefox.mjs';
import { bindings, buildEngine } from './steps/engine.mjs';

/** @typedef {import('./digests/passes.mjs').Golden} Golden */
/** @typedef {(goldens: Golden[]) => Promise<{ runs: number, differ: string[] }>} Place */

/** @param {string} path @returns {any} */
const json = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** @type {Place} */
async function inNode(goldens) {
  const pkg = join(root, bindings);
  /** @type {typeof import('../web/src/engine/pkg/reclaim.js')} */
  const { initSync, Machine } = await import(pathToFileURL(join(pkg, 'reclaim.js')).href);
  initSync({ module: readFileSync(join(pkg, 'reclaim_bg.wasm')) });
  const documentOf = (/** @type {string} */ gallery) =>
    Promise.resolve(json(`public/gallery/${gallery}.json`));
  return compare((document) => new Machine(document), goldens, documentOf);
}

/** @type {Record<string, Place>} */
const places = {
  node: inNode,
  chromium: async (goldens) => {
    await ensureBrowser();
    const args = (/** @type {string} */ profile) => [
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      `--user-data-dir=${profile}`,
    ];
    return compareIn({ command: findBrowser() ?? 'chromium', args }, goldens);
  },
  firefox: async (goldens) => {
    await ensureFirefox();
    const args = (/** @type {string} */ profile) => ['--headless', '--profile', profile];
    return compareIn({ command: findFirefox() ?? 'firefox', args }, goldens);
  },
};

await runMain(async () => {
  const { values } = parseArgs({
    options: { all: { type: 'boolean', default: false }, in: { type: 'string' } },
  });
  const chosen = values.in?.split(',') ?? Object.keys(places);
  const unknown = chosen.find((name) => !(name in places));
  if (unknown !== undefined) {
    throw new Failure(`There is no ${unknown}. There are: ${Object.keys(places).join(', ')}.`);
  }
  await buildEngine();
  const files = values.all ? ['digests', 'digests-all'] : ['digests'];
  /** @type {Golden[]} */
  const goldens = files.flatMap((file) => json(`engine-wasm/engine/tests/${file}.json`));
  let failed = 0;
  for (const [name, place] of Object.entries(places)) {
    if (!chosen.includes(name)) continue;
    const { runs, differ } = await withTask(`Digests in ${name}`, () => place(goldens));
    failed += differ.length;
    console.log(`${name}: ${runs - differ.length} of ${runs} runs pass through the same states.`);
    for (const line of differ) console.log(`  ${line}`);
  }
  if (failed > 0) throw new Failure('The engine is not the same everywhere.');
});
