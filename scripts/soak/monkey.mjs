/** Uses the page at random, from a seed, and watches for failures. */
import { performance } from 'node:perf_hooks';

import { MemoryMeter } from './memory.mjs';
import { moveBy } from './moves.mjs';
import { Random } from './random.mjs';
import { linkOfMoment, stands, straightDigests } from './straight-run.mjs';

/**
 * @typedef {import('@playwright/test').Page} Page
 * @typedef {import('./memory.mjs').Memory} Memory
 *
 * @typedef {object} Soak
 * @property {number} seed
 * @property {number} ms wall time
 * @property {number} checkEveryMs wall time between two checks of digests and memory
 * @property {boolean} warmUp whether to run every scenario once before, because the memory of an engine never shrinks
 * @property {string} home the address at which memory is measured: a small run, paused
 * @property {(line: string) => void} [tell] called after each check
 *
 * @typedef {object} Outcome
 * @property {string[]} steps everything that was done, in order
 * @property {string[]} troubles everything that should not have happened
 * @property {Memory[]} memory one measurement per check
 * @property {number} digests number of checks in which both lanes had the digests of an uninterrupted run
 */

/** The longest wait between two steps, milliseconds: so short that no user is faster. */
const WAIT_MS = 250;
/** Wall time for which a scenario runs in the warm-up, milliseconds. */
const WARM_UP_MS = 2_000;
/**
 * Timeout for a click, milliseconds. If it expires, a dialog covers the control; the next step may close the dialog.
 */
const ACTION_MS = 2_500;

/**
 * Uses the page until the time is over or something goes wrong.
 * @param {Page} page a blank page
 * @param {Soak} soak
 * @returns {Promise<Outcome>}
 */
export async function play(page, soak) {
  const { seed, ms, checkEveryMs, home, tell = () => undefined } = soak;
  const random = new Random(seed);
  /** @type {Outcome} */
  const outcome = { steps: [], troubles: [], memory: [], digests: 0 };
  watch(page, outcome.troubles);
  page.setDefaultTimeout(ACTION_MS);
  // All panels are unfolded, so that all controls are visible.
  await page.addInitScript(() => {
    const all = { controls: true, details: true, mechanisms: true };
    window.localStorage.setItem('reclaim-lab.unfolded', JSON.stringify(all));
  });
  await page.goto(home, { timeout: 30_000 });
  await stands(page);
  const meter = await MemoryMeter.of(page);
  if (soak.warmUp) await runEach(page);
  const end = performance.now() + ms;
  let checkMs = performance.now() + checkEveryMs;
  while (outcome.troubles.length === 0 && performance.now() < end) {
    await step(page, random, outcome);
    await lookForFailure(page, outcome.troubles);
    if (outcome.troubles.length === 0 && performance.now() >= checkMs) {
      await check(page, outcome, { meter, home, tell });
      checkMs = performance.now() + checkEveryMs;
    }
  }
  if (outcome.troubles.length === 0) await check(page, outcome, { meter, home, tell });
  return outcome;
}

/** Runs every scenario of the gallery briefly. @param {Page} page */
async function runEach(page) {
  await page.getByLabel('Speed').selectOption({ label: 'Max' });
  for (let at = 0, count = 1; at < count; at += 1) {
    await page.locator('.picker').click();
    const items = page.locator('dialog.scenarios .gallery-item');
    await items.first().waitFor();
    count = await items.count();
    await items.nth(at).click();
    await page.waitForTimeout(WARM_UP_MS);
  }
}

/** @param {Page} page @param {string[]} troubles */
function watch(page, troubles) {
  page.on('pageerror', (error) =>
    troubles.push(`An error in the page: ${error.stack ?? error.message}`),
  );
  page.on('crash', () => troubles.push('The page has crashed.'));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`The console has an error: ${message.text()}`);
  });
}

/** @param {Page} page @param {Random} random @param {Outcome} outcome */
async function step(page, random, { steps, troubles }) {
  const [name, move] = moveBy(random);
  const number = steps.push(name);
  try {
    steps[number - 1] = `${name}: ${await move.make(page, random)}`;
  } catch (error) {
    const [what = ''] = String(error).split('\n');
    if (!what.includes('Timeout')) troubles.push(`Step ${number}, ${name}: ${what}`);
    steps[number - 1] = `${name}: covered`;
  }
  await closeDialogs(page, random);
  await page.waitForTimeout(random.below(WAIT_MS));
}

/** Closes open dialogs with Escape, in most cases. @param {Page} page @param {Random} random */
async function closeDialogs(page, random) {
  for (let tries = 0; tries < 3 && random.share() < 0.8; tries += 1) {
    if ((await page.locator('dialog[open]').count()) === 0) return;
    await page.keyboard.press('Escape');
  }
}

/** @param {Page} page @param {string[]} troubles */
async function lookForFailure(page, troubles) {
  const failure = page.locator('.failure, .message-bad:has-text("has stopped")');
  if ((await failure.count()) > 0) {
    troubles.push(`The page tells a failure: ${await failure.first().innerText()}`);
  }
}

/**
 * @param {Page} page
 * @param {Outcome} outcome
 * @param {{ meter: MemoryMeter, home: string, tell: (line: string) => void }} more
 */
async function check(page, outcome, { meter, home, tell }) {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser of its own');
  try {
    for (let tries = 0; tries < 5 && (await page.locator('dialog[open]').count()) > 0; tries += 1) {
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const { address, digests } = await linkOfMoment(page);
    const straight = await straightDigests(browser, address);
    outcome.steps.push(`check of ${address}`);
    if (JSON.stringify(straight) !== JSON.stringify(digests)) {
      outcome.troubles.push(
        `Digests ${digests.join(', ')} are not those of a straight run, ${straight.join(', ')}: ${address}`,
      );
    } else {
      outcome.digests += 1;
    }
    // Measure at the same run and time in each check, so that differences are not due to the run.
    const { hash } = new URL(home);
    await page.evaluate((link) => {
      window.location.hash = link;
    }, hash);
    await page.waitForFunction(
      (title) => document.querySelector('.picker')?.textContent?.includes(title),
      SMALL,
      {
        timeout: 30_000,
      },
    );
    await stands(page);
    // Wait for the search of the first difference, which has its own machine.
    await page.waitForFunction(
      () => document.querySelector('.divergence progress') === null,
      null,
      {
        timeout: 30_000,
      },
    );
    outcome.memory.push(await meter.measure());
  } catch (error) {
    outcome.troubles.push(`A check could not be made: ${String(error)} ${page.url()}`);
  }
  const memory = outcome.memory.at(-1);
  tell(JSON.stringify({ steps: outcome.steps.length, digests: outcome.digests, ...memory }));
}

/** A part of the title of the scenario that is used for measurements; it identifies this scenario. */
const SMALL = 'at a sixteenth';
