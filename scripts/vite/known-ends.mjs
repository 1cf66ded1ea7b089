import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { root } from '../lib/paths.mjs';
import { resultsIdentity } from '../results/identity.mjs';

const DIRECTORIES = {
  published: `${root}public/published`,
  gallery: `${root}public/gallery`,
  studies: `${root}public/computed/studies`,
};
const VERDICTS = `${root}public/computed/verdicts.json`;

/** The measure of the figures that are used here: the virtual time at which the workload ends. */
const ELAPSED = 'elapsed_seconds';

/**
 * The fields of the files that this script reads.
 * @typedef {[least: number, median: number, most: number]} Spread
 * @typedef {{ from?: string }} Figure
 * @typedef {{ scenario: string, with?: object, old?: object, new?: object }} Computed
 * @typedef {{ rows: { computed?: Computed, figures: Figure[] }[] }} Published
 * @typedef {[verdict: string, old: unknown, now: unknown, Spread | null, Spread | null]} Entry
 * @typedef {{ identity: string, seeds: number, postings: Record<string, (Entry | null)[]> }} Verdicts
 * @typedef {{ against?: object }} Scenario
 * @typedef {{ base: { gallery?: string }, seeds: number }} Study
 * @typedef {{ study: Study, runs: ({ values?: Record<string, number> } | null)[] }} ComputedStudy
 */

/**
 * When the runs of a built-in scenario end, virtual seconds.
 * @typedef {object} KnownEnd
 * @property {number} seeds the number of computed seeds; the first one is the seed of the scenario
 * @property {[least: number, most: number]} a the least and the greatest time of A over these seeds
 * @property {[least: number, most: number]} b
 * @property {number[] | null} ends the time at which both lanes have ended, by seed; null if only the range is known
 */

/**
 * Returns when the runs of built-in scenarios end, by id, as far as they were computed in advance for the Results page.
 * Returns nothing if an earlier version of the model computed them.
 * @param {string} identity
 * @returns {Record<string, KnownEnd>}
 */
export function knownEnds(identity = resultsIdentity()) {
  const verdicts = /** @type {Verdicts} */ (json(VERDICTS));
  /** @type {Record<string, KnownEnd>} */
  const found = {};
  if (verdicts.identity !== identity) return found;
  const studies = filesIn(DIRECTORIES.studies).map(
    (file) => /** @type {ComputedStudy} */ (json(file)),
  );
  for (const file of filesIn(DIRECTORIES.published)) {
    // The entries are in the order of the figures of all rows.
    const entries = verdicts.postings[basename(file, '.json')] ?? [];
    let at = 0;
    for (const { computed, figures } of /** @type {Published} */ (json(file)).rows) {
      for (const { from } of figures) {
        const entry = entries[at];
        at += 1;
        if (from !== ELAPSED || !entry || !computed || !isWhole(computed)) continue;
        const end = knownEnd(computed.scenario, entry, studies);
        if (end) found[computed.scenario] ??= { seeds: verdicts.seeds, ...end };
      }
    }
  }
  return found;
}

/**
 * Whether a row runs the scenario as it is in the gallery, with its own kernels.
 * @param {Computed} computed
 */
function isWhole({ with: changes = {}, old, new: patched }) {
  return Object.keys(changes).length === 0 && old === undefined && patched === undefined;
}

/**
 * @param {string} id
 * @param {Entry} entry
 * @param {ComputedStudy[]} studies
 * @returns {Omit<KnownEnd, 'seeds'> | null}
 */
function knownEnd(id, [, , , ofA, ofNew], studies) {
  const file = join(DIRECTORIES.gallery, `${id}.json`);
  // The Lab offers no other scenarios.
  if (!existsSync(file)) return null;
  const { against } = /** @type {Scenario} */ (json(file));
  // Without a second kernel, both lanes do the same.
  const ofB = against === undefined ? ofA : ofNew;
  if (!ofA || !ofB) return null;
  const [slow, fast] = ofA[0] >= ofB[0] ? [ofA, ofB] : [ofB, ofA];
  const ends = slow[0] >= fast[2] ? bySeed(id, slow, studies) : null;
  return { a: [ofA[0], ofA[2]], b: [ofB[0], ofB[2]], ends };
}

/**
 * The verdicts contain the times in ascending order. If a study ran the same lane, its runs have them in the order of
 * the seeds: returns these; null if there is no such study.
 * @param {string} id
 * @param {Spread} spread
 * @param {ComputedStudy[]} studies
 */
function bySeed(id, spread, studies) {
  for (const { study, runs } of studies.filter((other) => other.study.base.gallery === id)) {
    for (let at = 0; at < runs.length; at += study.seeds) {
      const times = runs.slice(at, at + spread.length).map((run) => run?.values?.[ELAPSED] ?? 0);
      const sorted = times.toSorted((one, other) => one - other);
      if (sorted.every((time, index) => Number(time.toPrecision(6)) === spread[index]))
        return times;
    }
  }
  return null;
}

/** @param {string} directory */
function filesIn(directory) {
  return readdirSync(directory)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => join(directory, name));
}

/**
 * @param {string} file
 * @returns {unknown}
 */
function json(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
