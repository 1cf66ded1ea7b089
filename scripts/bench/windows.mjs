// Measures a machine in windows of allocations. Runs unchanged in Node and in a browser.

/** Events between two reads of the counters. */
const EVENTS_AT_ONCE = 4_096;

/** Maximum number of runs of a scenario, if a run ends before all windows are full. */
const MOST_RUNS = 8;

/**
 * Nanoseconds per page-cycle, one value per window, from the first reclaim on; empty if the run ends before the first
 * reclaim.
 * @param {() => import('../../web/src/engine/types.ts').Machine} newMachine
 * @param {{ windows: number, pages: number }} options
 */
export function measureRuns(newMachine, { windows, pages }) {
  /** @type {number[]} */
  const times = [];
  for (let run = 0; run < MOST_RUNS && times.length < windows; run += 1) {
    const machine = newMachine();
    const measured = measureWindows(machine, { windows: windows - times.length, pages });
    machine.free();
    times.push(...measured.costs);
    if (measured.costs.length === 0) {
      break;
    }
  }
  return times;
}

/** Wall-clock time, nanoseconds. */
const time = () => performance.now() * 1e6;

/**
 * Measures the cost of a page-cycle, one value per window, in nanoseconds or in units of another meter. The windows
 * start at the first reclaim, or once the machine has allocated twice its RAM. There are fewer values if the run ends
 * earlier.
 * @param {import('../../web/src/engine/types.ts').Machine} machine
 * @param {{ windows: number, pages: number, meter?: () => number }} options
 */
export function measureWindows(machine, { windows, pages, meter = time }) {
  /** @type {import('../../web/src/engine/types.ts').Description} */
  const { sample, zones } = JSON.parse(machine.describe());
  const column = (/** @type {string} */ wanted) =>
    sample.findIndex(({ name, zone }) => name === wanted && zone === null);
  const [allocated, stolen] = [column('pgalloc'), column('pgsteal')];
  const read = (/** @type {number} */ at) => machine.sample()[at] ?? 0;
  const go = () => machine.run(Number.MAX_SAFE_INTEGER, EVENTS_AT_ONCE) !== 2;
  const frames = zones.reduce((sum, zone) => sum + zone.frames, 0);
  let runs = true;
  while (runs && read(stolen) === 0 && read(allocated) < 2 * frames) {
    runs = go();
  }
  /** @type {number[]} */
  const costs = [];
  for (let window = 0; window < windows && runs; window += 1) {
    const before = read(allocated);
    const start = meter();
    while (runs && read(allocated) < before + pages) {
      runs = go();
    }
    const done = read(allocated) - before;
    if (done >= pages) {
      costs.push((meter() - start) / done);
    }
  }
  return { frames, costs };
}
