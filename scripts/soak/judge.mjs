/** Whether memory is stable: compares the late measurements with those after the warm-up. */

/** @typedef {import('./memory.mjs').Memory} Memory */

/** The share of measurements that are warm-up: code is compiled, and bounded caches and lists fill up. */
const WARM_UP = 1 / 3;

/**
 * Allowed growth of the last third over the middle one: a share, plus a number of bytes by which the memory of any page
 * varies. The size of the process includes free memory that the allocator retains.
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

/** Formats bytes as MiB. @param {number} bytes */
export const mebibytes = (bytes) => `${(bytes / 2 ** 20).toFixed(1)} MiB`;

/**
 * Returns a message for each kind of memory that has grown; empty if there are too few measurements.
 * @param {readonly Memory[]} measured in order of time, at comparable states of the page
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
