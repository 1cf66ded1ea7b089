import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { root } from '../lib/paths.mjs';
import { filesBelow } from '../lib/stamp.mjs';

/**
 * Golden digests represent the engine's behaviour: a change to its sources that changes no run leaves them the same.
 */
const GOLDEN = [
  'engine-wasm/engine/tests/digests.json',
  'engine-wasm/engine/tests/digests-all.json',
];

/** The code that determines the runs for a figure, its measure and its verdict. */
const RULES = ['experiment', 'judged', 'measure', 'peaks', 'plan', 'published', 'verdict'].map(
  (name) => `engine-wasm/results/src/${name}.rs`,
);

const PUBLISHED = 'public/published';
const GALLERY = 'public/gallery';

/** Fields of a scenario that are only text for people. */
const PROSE = ['title', 'description'];

/**
 * The fields of the files that this script reads.
 * @typedef {{ kernel: string }} Lane
 * @typedef {Record<string, unknown> & Lane & { against?: Lane }} Scenario
 * @typedef {{ scenario: string, old?: Lane, new?: Lane }} Computed
 * @typedef {{ rows: { computed?: Computed }[] }} Published
 * @typedef {{ gallery: string, with: object, kernels: Record<string, string> }} Golden
 */

/**
 * Returns an identity of everything that the verdicts of the Results page depend on: 16 hexadecimal digits. It changes
 * when the verdicts can change. It does not change with every change of the sources, nor with kernels and scenarios
 * that no published figure uses.
 * @param {(name: string) => string} read reads a file of the project
 * @returns {string}
 */
export function resultsIdentity(read = readText) {
  const json = (/** @type {string} */ name) => /** @type {unknown} */ (JSON.parse(read(name)));
  const published = filesBelow([PUBLISHED]);
  const rows = published.flatMap((name) => /** @type {Published} */ (json(name)).rows);
  const computed = rows.flatMap((row) => row.computed ?? []);
  const wanted = new Set(computed.map(({ scenario }) => scenario));
  const scenarios = new Map(
    filesBelow([GALLERY])
      .map((name) => /** @type {const} */ ([basename(name, '.json'), name]))
      .filter(([id]) => wanted.has(id))
      .map(([id, name]) => [id, /** @type {Scenario} */ (json(name))]),
  );
  const kernels = new Set(
    computed.flatMap(({ scenario, old, new: patched }) => {
      const own = scenarios.get(scenario);
      return [old ?? own, patched ?? own?.against].flatMap((lane) => lane?.kernel ?? []);
    }),
  );

  const hash = createHash('sha256');
  const add = (/** @type {string} */ name, /** @type {string} */ text) =>
    hash.update(`${name}\0${text.length}\0`).update(text);
  for (const name of RULES) add(name, withoutComments(read(name)));
  for (const name of published) add(name, withoutRemarks(json(name)));
  for (const [id, scenario] of scenarios) add(id, withoutProse(scenario));
  for (const name of GOLDEN) {
    const goldens = /** @type {Golden[]} */ (json(name));
    const needed = goldens.filter(({ gallery }) => scenarios.has(gallery));
    add(name, JSON.stringify(needed.map((golden) => ofKernels(golden, kernels))));
  }
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} name */
function readText(name) {
  return readFileSync(join(root, name), 'utf8');
}

/**
 * Removes comment lines from Rust source.
 * @param {string} rust
 */
function withoutComments(rust) {
  return rust.replace(/^\s*\/\/.*\n/gm, '');
}

/** @param {Scenario} scenario */
function withoutProse(scenario) {
  return JSON.stringify(Object.entries(scenario).filter(([name]) => !PROSE.includes(name)));
}

/**
 * Serializes the figures of a posting without the remarks about them; the result still shows which figures are not
 * modelled.
 * @param {unknown} published
 */
function withoutRemarks(published) {
  return JSON.stringify(published, (name, value) => {
    if (name === 'remark') return undefined;
    return name === 'not_modelled' ? true : /** @type {unknown} */ (value);
  });
}

/**
 * The runs of these kernels, including variants of them with a mechanism or a patch.
 * @param {Golden} golden @param {ReadonlySet<string>} kernels
 */
function ofKernels({ gallery, with: fields, kernels: runs }, kernels) {
  const base = (/** @type {string} */ name) => name.replace(/(?:-(?!rc\d)|\+).*$/, '');
  const needed = Object.entries(runs).filter(
    ([name]) => kernels.has(name) || kernels.has(base(name)),
  );
  return { gallery, fields, needed };
}
