import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/paths.mjs';

/** Folder with the documents and texts of the gallery's studies. */
export const STUDIES = 'public/studies';
/** Folder with their results. */
export const COMPUTED = 'public/computed/studies';

/**
 * The parts of a result that are kept; the rest is computed from them.
 * @typedef {{ version: number, engine: string, study: object, runs: object[] }} Result
 */

/** @returns {string[]} the ids of the gallery's studies, in order */
export function galleryStudies() {
  const text = readFileSync(join(root, STUDIES, 'index.json'), 'utf8');
  const { studies } = /** @type {{ studies: { id: string }[] }} */ (JSON.parse(text));
  return studies.map(({ id }) => id);
}

/**
 * Serializes a result with one line per run, so that diffs are readable.
 * @param {string} identity @param {Result} result
 */
export function textOf(identity, { version, engine, study, runs }) {
  const head = JSON.stringify({ version, engine, identity, study }).slice(0, -1);
  return `${head},"runs":[\n${runs.map((run) => JSON.stringify(run)).join(',\n')}]}\n`;
}
