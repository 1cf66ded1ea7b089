/** Reads the digests of a page that was used at random, and of a new page that opens the same link. */

/** Timeout for computing a run up to the time of the link, milliseconds. */
const RUN_MS = 120_000;

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Pauses the run where it is.
 * @param {Page} page
 */
async function standStill(page) {
  // Find the button and click it in one task inside the page: if the run is about to end, the button may be gone before
  // a click from this process arrives.
  await page.evaluate(() => {
    const pause = document.querySelector('.button-play[aria-label="Pause"]');
    if (pause instanceof HTMLElement) pause.click();
  });
  return stands(page);
}

/**
 * Waits until a page is paused at the time of its link; returns the digests of both lanes.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
export async function stands(page) {
  const handle = await page.waitForFunction(
    () => {
      const tables = [...document.querySelectorAll('[data-testid^="table-"]')];
      const digests = tables.map((table) => table.getAttribute('data-digest') ?? '');
      const play = document.querySelector('.button-play')?.getAttribute('aria-label') === 'Play';
      return play && digests.length === 2 && digests.every((digest) => digest !== '') && digests;
    },
    null,
    { timeout: RUN_MS },
  );
  return /** @type {Promise<string[]>} */ (handle.jsonValue());
}

/**
 * Pauses a page and seeks to a time nearby; returns the link there and the digests. The current time may have no link,
 * because a step may end between two events of the same time.
 * @param {Page} page
 */
export async function linkOfMoment(page) {
  await standStill(page);
  const slider = page.getByLabel('Go to a time');
  const now = Number(await slider.inputValue());
  const most = Number(await slider.getAttribute('max'));
  // Seek to a later time: a switch that was changed at the current time takes effect only after it.
  const next = (Math.floor(now / 100) + 1) * 100;
  await slider.fill(String(next < most ? next : Math.max(100, most - 300)));
  await slider.blur();
  const handle = await page.waitForFunction(
    () => {
      const tables = [...document.querySelectorAll('[data-testid^="table-"]')];
      const digests = tables.map((table) => table.getAttribute('data-digest') ?? '?');
      const { hash, href } = window.location;
      return hash.includes(`~d=${digests.join('.')}`) && { address: href, digests };
    },
    null,
    { timeout: RUN_MS },
  );
  return /** @type {Promise<{ address: string, digests: string[] }>} */ (handle.jsonValue());
}

/**
 * Returns the digests of an undisturbed run of the same link, in a new browser context.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} address
 */
export async function straightDigests(browser, address) {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    const page = await context.newPage();
    await page.goto(address, { timeout: RUN_MS });
    return await stands(page);
  } finally {
    await context.close();
  }
}
