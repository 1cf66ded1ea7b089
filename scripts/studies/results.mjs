import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/paths.mjs';

/** Documents and texts of the studies of the gallery. */
export const STUDIES = 'public/studies';
/** Their results. */
export const COMPUTED = 'public/computed/studies';

/**
 * As much of a result as is kept: the rest follows from it.
 * @typedef {{ version: number, engine: string, study: object, runs: object[] }} Result
 */

/** @returns {string[]} the ids of the studies of the gallery, in its order */
export function galleryStudies() {
  const text = readFileSync(join(root, STUDIES, 'index.json'), 'utf8');
  const { studies } = /** @type {{ studies: { id: string }[] }} */ (JSON.parse(text));
  return studies.map(({ id }) => id);
}

/**
 * The text of a result's file: a line for each run, so that a difference can be read.
 * @param {string} identity @param {Result} result
 */
export function textOf(identity, { version, engine, study, runs }) {
  const head = JSON.stringify({ version, engine, identity, study }).slice(0, -1);
  return `${head},"runs":[\n${runs.map((run) => JSON.stringify(run)).join(',\n')}]}\n`;
}
