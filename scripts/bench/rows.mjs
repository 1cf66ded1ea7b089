// The rows of the benchmark: prints them as a table, and writes them as JSON and to the ledger.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/paths.mjs';
import { recorded } from './ledger.mjs';

const ledger = join(root, 'bench/ledger.csv');

/**
 * A row: its name (stable, because it is the key in the ledger), its unit, and the measured values.
 * @typedef {{ name: string, unit: string, values: number[] }} Row
 */

/** @param {readonly number[]} values */
export function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? NaN : (low + high) / 2;
}

/** @param {readonly number[]} values @param {number} share */
export function percentile(values, share) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

/** @param {number} value */
function shown(value) {
  const digits = Math.abs(value) >= 1000 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return Number.isNaN(value) ? '-' : value.toLocaleString('en', { maximumFractionDigits: digits });
}

/** Collects rows, and prints each as soon as it is measured. */
export class Rows {
  /** @type {Row[]} */
  #rows = [];

  /** @param {string} title */
  group(title) {
    const head = ['median', 'least', 'most'].map((name) => name.padStart(11)).join('');
    console.log(`\n${title}\n${'row'.padEnd(52)}${head}  values  unit`);
  }

  /** @param {string} name @param {string} unit @param {readonly number[]} values */
  add(name, unit, values) {
    this.#rows.push({ name, unit, values: [...values] });
    const figures = [median(values), Math.min(...values), Math.max(...values)];
    const cells = (values.length > 0 ? figures : [NaN, NaN, NaN]).map((value) =>
      shown(value).padStart(11),
    );
    console.log(
      `${name.padEnd(52)}${cells.join('')}  ${String(values.length).padStart(6)}  ${unit}`,
    );
  }

  /** The median of a row, to compute ratios; NaN if there is no such row. @param {string} name */
  medianOf(name) {
    return median(this.#rows.find((row) => row.name === name)?.values ?? []);
  }

  /** @param {string} sentence */
  say(sentence) {
    console.log(sentence);
  }

  /** The commit and all rows as JSON. */
  json() {
    const rows = this.#rows.map(({ name, unit, values }) => ({
      name,
      unit,
      median: values.length > 0 ? median(values) : null,
      values,
    }));
    return JSON.stringify({ commit: commit(), rows }, null, 1);
  }

  /** Adds a column with the medians to the ledger. */
  record() {
    const measured = this.#rows
      .filter(({ values }) => values.length > 0)
      .map(({ name, unit, values }) => ({ name, unit, median: median(values) }));
    const before = existsSync(ledger) ? readFileSync(ledger, 'utf8') : '';
    writeFileSync(ledger, recorded(before, commit(), measured));
  }
}

/** The measured commit, with the suffix `-changed` if the work tree differs from it. */
function commit() {
  const git = (/** @type {string[]} */ ...args) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout.trim();
  const changed = git('status', '--porcelain', '--untracked-files=no') !== '';
  return `${git('rev-parse', '--short=10', 'HEAD')}${changed ? '-changed' : ''}`;
}
