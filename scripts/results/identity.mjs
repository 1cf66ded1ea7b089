import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/paths.mjs';
import { filesBelow } from '../lib/stamp.mjs';

/**
 * What decides the engine's runs, seen from outside: a change of the sources that leaves every run as it was leaves these
 * files as they were.
 */
const GOLDEN = [
  'engine-wasm/engine/tests/digests.json',
  'engine-wasm/engine/tests/digests-all.json',
];

/** Which runs a figure needs, what of them it is compared with, and the rule of the verdict. */
const RULES = ['experiment', 'judged', 'measure', 'peaks', 'plan', 'published', 'verdict'].map(
  (name) => `engine-wasm/results/src/${name}.rs`,
);

const PUBLISHED = 'public/published';
const GALLERY = 'public/gallery';

/** The fields of a scenario that are for people. */
const PROSE = ['title', 'description'];

/**
 * Identifies what the verdicts of the Results page follow from. It changes when they can, and not with every change of the
 * sources: 16 hexadecimal digits.
 * @returns {string}
 */
export function resultsIdentity() {
  const hash = createHash('sha256');
  const add = (/** @type {string} */ name, /** @type {string} */ text) =>
    hash.update(`${name}\0${text.length}\0`).update(text);
  for (const name of [...GOLDEN, ...RULES, ...filesBelow([PUBLISHED])]) add(name, read(name));
  for (const name of filesBelow([GALLERY])) add(name, withoutProse(read(name)));
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} name */
function read(name) {
  return readFileSync(join(root, name), 'utf8');
}

/** @param {string} text a scenario */
function withoutProse(text) {
  const fields = Object.entries(JSON.parse(text)).filter(([name]) => !PROSE.includes(name));
  return JSON.stringify(fields);
}
