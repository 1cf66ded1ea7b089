/**
 * What the Lab may take before it runs by itself: bytes as a server sends them, compressed with brotli.
 * @typedef {object} Budget
 * @property {string} what begins a sentence
 * @property {RegExp} files by their addresses
 * @property {number} bytes
 */

/** Together less than 200 kB. @type {readonly Budget[]} */
export const FIRST_LOAD = [
  { what: 'The engine', files: /\.wasm$/, bytes: 138_000 },
  { what: 'The page with its scripts and styles', files: /(?<!\.wasm)$/, bytes: 59_000 },
];

/** How many files of a load that is too heavy are named. */
const NAMED = 5;

/**
 * What is over its budget, a sentence each.
 * @param {readonly { name: string, bytes: number }[]} files what was fetched
 * @param {readonly Budget[]} budgets
 * @returns {string[]}
 */
export function overBudget(files, budgets) {
  return budgets.flatMap(({ what, files: pattern, bytes }) => {
    const counted = files.filter(({ name }) => pattern.test(name));
    const sum = counted.reduce((all, file) => all + file.bytes, 0);
    if (sum <= bytes) return [];
    const heaviest = counted
      .toSorted((one, other) => other.bytes - one.bytes)
      .slice(0, NAMED)
      .map((file) => `${file.name} ${file.bytes}`);
    return [`${what}: ${sum} bytes of ${bytes}; the heaviest are ${heaviest.join(', ')}.`];
  });
}
