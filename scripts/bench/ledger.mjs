// The ledger of the benchmark: a line a row, a column a commit, the last twenty commits. Plain CSV, so that a creep is seen
// by reading along a line.

/** Commits that stay. */
export const STATES = 20;

/**
 * @typedef {{ name: string, unit: string, median: number }} Measured
 */

/** @param {string} line fields with or without quotes, no quote inside one */
const cells = (line) =>
  [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? '',
  );

/**
 * The ledger with what was measured at a commit as its last column. A commit that is measured again keeps its column and the
 * rows that were not measured this time; a row that no commit has any more goes.
 * @param {string} text the ledger as it is; empty: there is none yet
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
