/**
 * Maximum total size of one kind of files that the Lab loads before it runs.
 * @typedef {object} Budget
 * @property {string} what the subject of the message
 * @property {RegExp} files matches the addresses of the files
 * @property {number} bytes as a server sends them, compressed with brotli
 */

/**
 * The engine's budget was 138 kB. Since then the engine has gained flash, file systems that choose blocks, journals,
 * ten more kernels, drives that order their queue, caches and flushes, migrate types, metadata as page cache, and a
 * userland. The swap token, one inode per block device, clusters of swap slots and swap readahead took two more
 * kilobytes, slab caches another two, and one each the weights of tasks and the memory of iozone, commits that wait for
 * data, CFQ's idle window with the pages that a commit dirties again, and CFQ's queues. Readahead of faults, bios that
 * wait for memory, blk-mq and the other rules that were read in whole kernels took three. React takes 58 kB, half of the
 * page's budget.
 * @type {readonly Budget[]}
 */
export const FIRST_LOAD = [
  { what: 'The engine', files: /\.wasm$/, bytes: 181_500 },
  { what: 'The page with its scripts and styles', files: /(?<!\.wasm)$/, bytes: 115_000 },
];

/**
 * Maximum number of instructions per page-cycle as WebAssembly, for each scenario of the gallery, once its machine
 * reclaims. Each is 2 % above the number measured when it was set. If you make the engine faster, lower them.
 * @type {Readonly<Record<string, number>>}
 */
export const INSTRUCTIONS = {
  'cache-zipf': 15_080,
  'fsmark-usb-laptop': 5_030,
  'fsmark-xfs-1024m': 5_490,
  'fsmark-xfs-4608m': 5_960,
  'fsmark-xfs-512m': 6_640,
  'hansen-dd': 2_310,
  'hansen-round-robin': 13_780,
  'iozone-mel001': 5_320,
  'kim-build': 4_650,
  'mmap-strm-1024m': 11_560,
  'mmap-strm-4608m': 35_090,
  'mmap-strm-512m': 11_530,
  'mmap-strm-usb-laptop': 19_740,
  'real-anon-hog-120pct-swap': 19_120,
  'real-cyclic-read-115pct': 1_970,
  'real-write-3x-ram': 2_260,
  'simple-wb-1024m': 3_770,
  'simple-wb-4608m': 5_140,
  'simple-wb-512m': 6_270,
  'simple-wb-usb-laptop': 4_600,
  'teaching-machine': 11_440,
  'weiner-2g-fsmark': 5_750,
  'weiner-2zone': 5_050,
  'weiner-usb-small': 6_940,
  'weiner-usb': 5_920,
};

/** Number of files that the message about an exceeded budget lists. */
const NAMED = 5;

/**
 * Returns a message for each exceeded budget.
 * @param {readonly { name: string, bytes: number }[]} files the files that were fetched
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
