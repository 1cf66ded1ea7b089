// The benchmark's ledger: one row per measure, one column for each of the last twenty commits. It is plain CSV; a slow
// regression is visible along a row.

/** Number of commits that are kept. */
export const STATES = 20;

/**
 * @typedef {{ name: string, unit: string, median: number }} Measured
 */

/** @param {string} line fields with or without quotes; no quotes inside a field */
const cells = (line) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

/**
 * Returns the ledger with the medians of a commit in its last column. If a commit is measured again, its column keeps
 * the earlier values in the rows that were not measured this time. A row without a value in any column is dropped.
 * @param {string} text the current ledger; empty if there is none yet
 * @param {string} commit
 * @param {readonly Measured[]} rows
 */
export function recorded(text, commit, rows) {
  const [head = '', ...lines] = text.trim().split('\n');
  const old = text.trim() === '' ? [] : cells(head).slice(2);
  /** @type {Map<string, { unit: string, by: Map<string, string> }>} */
  const table = new Map();
  for (const line of lines) {
    const [name = '', unit = '', ...medians] = cells(line);
    table.set(name, { unit, by: new Map(old.map((at, n) => [at, medians[n] ?? ''])) });
  }
  for (const { name, unit, median } of rows) {
    const by = table.get(name)?.by ?? new Map();
    table.set(name, { unit, by: by.set(commit, String(Number(median.toPrecision(5)))) });
  }
  const commits = [...new Set([...old, commit])].slice(-STATES);
  const kept = [...table]
    .map(([name, { unit, by }]) => [`"${name}"`, unit, ...commits.map((at) => by.get(at) ?? '')])
    .filter(([, , ...medians]) => medians.some((median) => median !== ''));
  return [['row', 'unit', ...commits], ...kept].map((line) => `${line.join(',')}\n`).join('');
}
