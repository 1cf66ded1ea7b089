import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/paths.mjs';
import { filesBelow } from '../lib/stamp.mjs';

/** Golden digests: they represent the engine's behaviour. */
const GOLDEN = [
  'engine-wasm/engine/tests/digests.json',
  'engine-wasm/engine/tests/digests-all.json',
];

/** The code that determines the runs of a study, and the measures. */
const RULES = [
  ...['experiment', 'measure', 'peaks'].map((name) => `engine-wasm/results/src/${name}.rs`),
  ...filesBelow(['engine-wasm/results/src/measure']),
  ...['apply', 'design', 'ram'].map((name) => `engine-wasm/study/src/${name}.rs`),
];

/** Fields of studies and scenarios that are only text for people. */
const PROSE = ['title', 'description', 'labels'];

/**
 * The fields of the files that this script reads.
 * @typedef {{ base: { gallery?: string } }} Study
 * @typedef {{ gallery: string, with: object, kernels: Record<string, string> }} Golden
 */

/**
 * Returns an identity of everything that the result of a study depends on: 16 hexadecimal digits. It does not depend on
 * text for people, on comments, or on kernels that the study does not run.
 * @param {string} id
 * @param {(name: string) => string} read reads a file of the project
 * @returns {string}
 */
export function studyIdentity(id, read = readText) {
  const json = (/** @type {string} */ name) => /** @type {unknown} */ (JSON.parse(read(name)));
  const study = /** @type {Study} */ (json(`public/studies/${id}.json`));
  const base = study.base.gallery;
  const scenario = base === undefined ? null : json(`public/gallery/${base}.json`);
  const hash = createHash('sha256');
  const add = (/** @type {string} */ text) => hash.update(`${text.length}\0`).update(text);
  add(withoutProse([study, scenario]));
  for (const name of RULES) add(read(name).replace(/^\s*\/\/.*\n/gm, ''));
  const names = new Set(textsIn([study, scenario]));
  for (const name of GOLDEN) {
    for (const { gallery, with: fields, kernels } of /** @type {Golden[]} */ (json(name))) {
      const runs = Object.entries(kernels).filter(([kernel]) => names.has(kernel));
      add(JSON.stringify([gallery, fields, runs]));
    }
  }
  return hash.digest('hex').slice(0, 16);
}

/** @param {string} name */
function readText(name) {
  return readFileSync(join(root, name), 'utf8');
}

/** @param {unknown} value */
function withoutProse(value) {
  return JSON.stringify(value, (name, inner) => (PROSE.includes(name) ? undefined : inner));
}

/**
 * Returns all strings in a value, among them the names of kernels.
 * @param {unknown} value @returns {string[]}
 */
function textsIn(value) {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
