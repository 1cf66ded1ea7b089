/** Whether memory is flat: what was measured late is held against what was measured after the warm-up. */

/** @typedef {import('./memory.mjs').Memory} Memory */

/** Share of the measurements that are warm-up: code is compiled, caches and lists that have a limit come to it. */
const WARM_UP = 1 / 3;

/**
 * By how much the last third may be above the middle one: a share, and bytes that any page moves by. The process counts
 * what the allocator keeps to itself.
 * @type {Record<keyof Memory, { what: string, share: number, bytes: number }>}
 */
const ALLOWED = {
  heap: { what: 'JavaScript objects', share: 0.05, bytes: 1_500_000 },
  buffers: { what: 'Memory of the engines', share: 0.05, bytes: 8_000_000 },
  process: { what: 'The process of the page', share: 0.15, bytes: 60_000_000 },
};

/** @param {readonly number[]} values */
function median(values) {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Mebibytes for people. @param {number} bytes */
export const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/**
 * What has grown, a sentence each; nothing where there were too few measurements for a word on it.
 * @param {readonly Memory[]} measured in the order of time, at states of the page that are alike
 * @returns {string[]}
 */
export function grown(measured) {
  const warm = measured.slice(Math.ceil(measured.length * WARM_UP));
  if (warm.length < 4) return [];
  const half = Math.floor(warm.length / 2);
  const kinds = /** @type {(keyof Memory)[]} */ (Object.keys(ALLOWED));
  return kinds.flatMap((kind) => {
    const before = median(warm.slice(0, half).map((memory) => memory[kind]));
    const after = median(warm.slice(-half).map((memory) => memory[kind]));
    const { what, share, bytes } = ALLOWED[kind];
    return after <= before * (1 + share) + bytes
      ? []
      : [`${what} grew from ${mebibytes(before)} to ${mebibytes(after)} after the warm-up.`];
  });
}
