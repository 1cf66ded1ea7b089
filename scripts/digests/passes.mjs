// Compares the digests of runs at several times with the golden digests. Runs unchanged in Node and in a browser.

/** Number of equal parts of a run, with a digest after each. */
const PARTS = 3;
const EVENTS_AT_ONCE = 1_000_000;
/**
 * Counters at the end of a run, in the order in which `engine/tests/golden_digests.rs` writes them after the digests.
 */
const COUNTERS = [
  'pgscan_kswapd',
  'pgscan_direct',
  'pgsteal',
  'nr_vmscan_write',
  'pgrotated',
  'pgpgout',
];

/**
 * @typedef {object} Golden runs of one scenario, as `engine/tests/digests.json` has them
 * @property {string} gallery
 * @property {{ until_ms: number } & Record<string, unknown>} with
 * @property {Record<string, string>} kernels three digests and six counters of each
 *
 * @typedef {object} EngineMachine
 * @property {(untilNs: number, maxEvents: number) => number} run
 * @property {() => string} digest
 * @property {() => string} describe
 * @property {() => ArrayLike<number>} sample
 * @property {() => void} free
 */

/**
 * Returns the digests in the golden entry of a run.
 * @param {string} run
 */
export function digestsIn(run) {
  return run.split(' ').slice(0, PARTS);
}

/** @param {EngineMachine} machine @returns {number[]} */
function countersOf(machine) {
  /** @type {{ sample: { name: string, zone: string | null }[] }} */
  const { sample: columns } = JSON.parse(machine.describe());
  const sample = machine.sample();
  return COUNTERS.map((counter) => {
    const at = columns.findIndex(({ name, zone }) => name === counter && zone === null);
    return sample[at] ?? Number.NaN;
  });
}

/**
 * Returns the digests of a run at a third, two thirds and its end, and its counters at the end.
 * @param {EngineMachine} machine @param {number} untilMs @param {number} [events]
 */
function passesOf(machine, untilMs, events = EVENTS_AT_ONCE) {
  const found = Array.from({ length: PARTS }, (_, part) => {
    // `run` returns 1 until it reaches `untilNs`, and 2 at the end of the workload; further calls then change nothing.
    const untilNs = Math.floor((untilMs * 1e6 * (part + 1)) / PARTS);
    while (machine.run(untilNs, events) === 1);
    return machine.digest();
  });
  const counters = countersOf(machine);
  machine.free();
  return [...found, ...counters].join(' ');
}

/**
 * Describes the counters that changed.
 * @param {string} before @param {string} found
 */
function moved(before, found) {
  const counters = (/** @type {string} */ run) => run.split(' ').slice(PARTS).map(Number);
  const [were, are] = [counters(before), counters(found)];
  const all = COUNTERS.flatMap((name, at) => {
    const [was = 0, is = 0] = [were[at], are[at]];
    if (was === is) return [];
    const more = is - was;
    return [`${name} ${was} ${more > 0 ? '+' : ''}${more}`];
  });
  return all.length === 0 ? 'no counter moved' : all.join(', ');
}

/**
 * Runs everything; returns the number of runs, and those whose digests or counters differ.
 * @param {(document: string) => EngineMachine} newMachine
 * @param {readonly Golden[]} goldens
 * @param {(gallery: string) => Promise<object>} documentOf
 */
export async function compare(newMachine, goldens, documentOf) {
  /** @type {string[]} */
  const differ = [];
  let runs = 0;
  for (const { gallery, with: fields, kernels } of goldens) {
    const file = await documentOf(gallery);
    for (const [kernel, expected] of Object.entries(kernels)) {
      const machine = newMachine(JSON.stringify({ ...file, ...fields, kernel }));
      const found = passesOf(machine, fields.until_ms);
      runs += 1;
      if (found !== expected) {
        const digests = digestsIn(found).join(' ');
        const instead = digestsIn(expected).join(' ');
        const counters = moved(expected, found);
        differ.push(`${gallery} on ${kernel}: ${digests} instead of ${instead}; ${counters}`);
      }
    }
  }
  return { runs, differ };
}
