// The states that a run passes through; runs in Node and, as it stands, in a browser.

/** Digests are taken after so many equal parts of a run. */
const PARTS = 3;
const EVENTS_AT_ONCE = 1_000_000;

/**
 * @typedef {object} Golden runs of one scenario, as `engine/tests/digests.json` has them
 * @property {string} gallery
 * @property {{ until_ms: number } & Record<string, unknown>} with
 * @property {Record<string, string>} kernels
 *
 * @typedef {object} EngineMachine
 * @property {(untilNs: number, maxEvents: number) => number} run
 * @property {() => string} digest
 * @property {() => void} free
 */

/**
 * The digests of a run at a third, two thirds and its end.
 * @param {EngineMachine} machine @param {number} untilMs @param {number} [events]
 */
export function digestsOf(machine, untilMs, events = EVENTS_AT_ONCE) {
  const found = Array.from({ length: PARTS }, (_, part) => {
    // Two: the end of the workload, at which a run stays.
    const untilNs = Math.floor((untilMs * 1e6 * (part + 1)) / PARTS);
    while (machine.run(untilNs, events) === 1);
    return machine.digest();
  });
  machine.free();
  return found.join(' ');
}

/**
 * Every run, and those that pass through other states.
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
      const found = digestsOf(machine, fields.until_ms);
      runs += 1;
      if (found !== expected) {
        differ.push(`${gallery} on ${kernel}: ${found} instead of ${expected}`);
      }
    }
  }
  return { runs, differ };
}
