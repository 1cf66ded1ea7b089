import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { Failure } from '../lib/failure.mjs';
import { root } from '../lib/paths.mjs';
import { filesBelow } from '../lib/stamp.mjs';

/** The file with which the Results page opens. */
export const VERDICTS = 'public/computed/verdicts.json';

/**
 * A figure over several seeds.
 * @typedef {{ least: number, median: number, most: number }} Seeds
 *
 * A figure in the output of `reclaim reproduce --format json`.
 * @typedef {object} Row
 * @property {string} posting
 * @property {string} table
 * @property {string} row
 * @property {string} metric
 * @property {string} verdict in words
 * @property {null | {
 *   old: number | null, new: number | null, old_seeds: Seeds | null, new_seeds: Seeds | null,
 *   least_ratio: number | null, most_ratio: number | null }} computed
 *
 * The verdict, and the values with the old and the new kernel. With several seeds also the least, median and greatest
 * value of each kernel, and the least and the greatest ratio of a seed.
 * @typedef {[string, number | null, number | null, ...unknown[]]} Entry
 *
 * The file: for each posting one entry per figure, in the order of the figures; null if a figure was not computed.
 * @typedef {{ identity: string, seeds: number, postings: Record<string, (Entry | null)[]> }} Verdicts
 *
 * @typedef {{ posting?: string | undefined, table?: string | undefined }} Choice
 */

/** @returns {Verdicts | null} the current file; null if it does not exist */
export function readVerdicts() {
  try {
    return JSON.parse(readFileSync(join(root, VERDICTS), 'utf8'));
  } catch {
    return null;
  }
}

/**
 * Merges the command's results into earlier results of the same build with the same number of seeds.
 * @param {Row[]} rows
 * @param {Choice} choice the part that the command computed
 * @param {Verdicts} before
 * @returns {Verdicts}
 */
export function merge(rows, choice, before) {
  /** @type {Verdicts['postings']} */
  const postings = {};
  for (const [posting, figures] of Object.entries(allFigures())) {
    const old = before.postings[posting];
    const left = rows.filter((row) => row.posting === posting);
    postings[posting] = figures.map(({ table, row, metric }, at) => {
      if (!fits(choice.posting, posting) || !fits(choice.table, table)) {
        return (old?.length === figures.length && old[at]) || null;
      }
      const found = left.shift();
      if (!found || found.row !== row || found.metric !== metric) {
        throw new Failure(`\`reclaim reproduce\` has no line for ${posting}, ${row}, ${metric}.`);
      }
      return entryOf(found, before.seeds);
    });
  }
  return { ...before, postings };
}

/**
 * Serializes the file with one line per entry, so that diffs are readable.
 * @param {Verdicts} verdicts
 */
export function textOf({ identity, seeds, postings }) {
  const lines = Object.entries(postings).map(
    ([name, entries]) =>
      `${JSON.stringify(name)}:[\n${entries.map((one) => JSON.stringify(one)).join(',\n')}]`,
  );
  const head = `"identity":${JSON.stringify(identity)},"seeds":${seeds}`;
  return `{${head},"postings":{\n${lines.join(',\n')}}}\n`;
}

/** @param {Row} row @param {number} seeds @returns {Entry | null} */
function entryOf({ verdict, computed }, seeds) {
  if (!computed) return null;
  const name = verdict
    .replace(' as published', '')
    .replace(' as measured', '')
    .replaceAll(' ', '_');
  /** @type {Entry} */
  const entry = [name, short(computed.old), short(computed.new)];
  if (seeds === 1) return entry;
  const spread = [computed.old_seeds, computed.new_seeds].map(
    (of) => of && [of.least, of.median, of.most].map(short),
  );
  return [...entry, ...spread, short(computed.least_ratio), short(computed.most_ratio)];
}

/** Rounds to six significant digits; keeps integers. @param {number | null} value */
function short(value) {
  return value === null || Number.isInteger(value) ? value : Number(value.toPrecision(6));
}

/**
 * Whether a name matches the choice, by the same rule as in the command.
 * @param {string | undefined} wanted @param {string} name
 */
function fits(wanted, name) {
  return wanted === undefined || name.toLowerCase().includes(wanted.toLowerCase());
}

/**
 * The fields of a file of published figures that this script reads.
 * @typedef {{ table: string, row: string, figures: { metric: string }[] }} PublishedRow
 * @typedef {{ posting: string, rows: PublishedRow[] }} Published
 *
 * @returns {Record<string, { table: string, row: string, metric: string }[]>} by posting
 */
function allFigures() {
  const files = filesBelow(['public/published']).map(
    (name) => /** @type {Published} */ (JSON.parse(readFileSync(join(root, name), 'utf8'))),
  );
  return Object.fromEntries(
    files.map(({ posting, rows }) => [
      posting,
      rows.flatMap(({ table, row, figures }) =>
        figures.map(({ metric }) => ({ table, row, metric })),
      ),
    ]),
  );
}
