/**
 * What the Lab may take before it runs by itself: bytes as a server sends them, compressed with brotli.
 * @typedef {object} Budget
 * @property {string} what begins a sentence
 * @property {RegExp} files by their addresses
 * @property {number} bytes
 */

/**
 * The engine's is what flash, file systems that choose blocks, journals, and ten more kernels have added to 138 kB,
 * and drives that order their queue, caches and flushes, migrate types, metadata as page cache and a userland after that.
 * The swap token, devices that are one file, rows of swap slots and what is read ahead with one took two kilobytes more,
 * slab caches another two.
 * React is half of the page's: 58 kB.
 * @type {readonly Budget[]}
 */
export const FIRST_LOAD = [
  { what: 'The engine', files: /\.wasm$/, bytes: 172_000 },
  { what: 'The page with its scripts and styles', files: /(?<!\.wasm)$/, bytes: 115_000 },
];

/**
 * Instructions that a page-cycle of each scenario of the gallery may take as WebAssembly, once its machine reclaims: a
 * fiftieth above what it took when this was written. Who makes the engine faster lowers them with it.
 * @type {Readonly<Record<string, number>>}
 */
export const INSTRUCTIONS = {
  'cache-zipf': 13_840,
  'fsmark-usb-laptop': 3_640,
  'fsmark-xfs-1024m': 5_270,
  'fsmark-xfs-4608m': 5_960,
  'fsmark-xfs-512m': 6_500,
  'hansen-dd': 2_260,
  'hansen-round-robin': 12_650,
  'iozone-mel001': 5_320,
  'kim-build': 2_190,
  'mmap-strm-1024m': 10_820,
  'mmap-strm-4608m': 16_190,
  'mmap-strm-512m': 9_010,
  'mmap-strm-usb-laptop': 14_590,
  'real-anon-hog-120pct-swap': 10_660,
  'real-cyclic-read-115pct': 1_910,
  'real-write-3x-ram': 2_260,
  'simple-wb-1024m': 3_610,
  'simple-wb-4608m': 3_550,
  'simple-wb-512m': 4_620,
  'simple-wb-usb-laptop': 3_160,
  'teaching-machine': 9_680,
  'weiner-2g-fsmark': 5_750,
  'weiner-2zone': 5_050,
  'weiner-usb-small': 7_000,
  'weiner-usb': 6_000,
};

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
