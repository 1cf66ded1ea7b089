// Time to seek in a run in the browser, and whether the digests equal those of an uninterrupted run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../lib/paths.mjs';
import { nodeEngine } from './engine.mjs';
import { withBuiltPage } from './chromium.mjs';

/** Times to seek to in the largest scenario, which the page opens with, milliseconds: spread by the golden ratio. */
const MOMENTS = Array.from(
  { length: 20 },
  (_, at) => Math.round((((at + 1) * 0.618) % 1) * 5500) * 100,
);
const LANES = /** @type {const} */ (['a', 'b']);

/** Digests of an uninterrupted run at these times, by lane. */
async function straightRun() {
  const { Machine } = await nodeEngine();
  const text = readFileSync(join(root, 'public/gallery/weiner-usb.json'), 'utf8');
  /** @type {import('../../web/src/engine/types.ts').Scenario} */
  const { against, ...scenario } = JSON.parse(text);
  /** @type {Map<string, string>} */
  const digests = new Map();
  for (const lane of LANES) {
    const machine = new Machine(
      JSON.stringify(lane === 'b' ? { ...scenario, ...against } : scenario),
    );
    for (const moment of MOMENTS.toSorted((one, other) => one - other)) {
      while (machine.run(moment * 1e6, 1_000_000) === 1);
      digests.set(`${lane} ${moment}`, machine.digest());
    }
    machine.free();
  }
  return digests;
}

/**
 * Seeks and waits for both lanes; runs inside the page.
 * @param {number} moment
 */
async function goTo(moment) {
  const slider = document.querySelector('input[aria-label="Go to a time"]');
  const tables = ['a', 'b'].map((lane) => document.querySelector(`[data-testid=table-${lane}]`));
  if (!(slider instanceof HTMLInputElement)) {
    throw new Error('no timeline');
  }
  const descriptor = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
  slider.focus();
  descriptor?.set?.call(slider, String(moment));
  slider.dispatchEvent(new Event('input', { bubbles: true }));
  // The page reads the slider's new position at the next animation frame.
  await new Promise((resolve) => requestAnimationFrame(resolve));
  const start = performance.now();
  slider.blur();
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const states = tables.map((table) => (table instanceof HTMLElement ? table.dataset : {}));
    if (states.every(({ nowNs, digest }) => Number(nowNs) === moment * 1e6 && digest)) {
      return { ms: performance.now() - start, digests: states.map(({ digest }) => digest ?? '') };
    }
    if (performance.now() - start > 30_000) {
      throw new Error(`${moment} ms is not reached within 30 s`);
    }
  }
}

/**
 * Plays the largest scenario to its end, then seeks to one time after the other.
 * @param {import('./rows.mjs').Rows} rows
 */
export async function benchSeek(rows) {
  await withBuiltPage(async (page, address) => {
    await page.goto(address);
    await page.getByLabel('Speed').selectOption({ label: 'Max' });
    await page.waitForFunction(
      () =>
        ['a', 'b'].every((lane) => {
          const table = document.querySelector(`[data-testid=table-${lane}]`);
          return table instanceof HTMLElement && Number(table.dataset['nowNs']) > 552e9;
        }),
      undefined,
      { timeout: 120_000 },
    );
    /** @type {Record<'back' | 'forward', number[]>} */
    const times = { back: [], forward: [] };
    const expected = await straightRun();
    let wrong = 0;
    let before = Infinity;
    for (const moment of MOMENTS) {
      const { ms, digests } = await page.evaluate(goTo, moment);
      times[moment < before ? 'back' : 'forward'].push(ms);
      before = moment;
      for (const [at, lane] of LANES.entries()) {
        wrong += digests[at] === expected.get(`${lane} ${moment}`) ? 0 : 1;
      }
    }
    rows.group('Going to moments of weiner-usb in Chromium, both lanes');
    rows.add('seek back', 'ms', times.back);
    rows.add('seek forward', 'ms', times.forward);
    const all = [...times.back, ...times.forward];
    rows.say(`${all.filter((ms) => ms < 300).length} of ${all.length} under 300 ms.`);
    rows.say(
      wrong === 0
        ? `Digests: all ${2 * MOMENTS.length} as in a straight run.`
        : `Digests: ${wrong} of ${2 * MOMENTS.length} differ from a straight run.`,
    );
    process.exitCode = wrong === 0 ? process.exitCode : 1;
  });
}
