/** Digests of a page that was played with, and of a fresh one that opens the same link. */

/** How long computing a run up to its moment may take. */
const RUN_MS = 120_000;

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Lets the page stand still where it is.
 * @param {Page} page
 */
async function standStill(page) {
  // In one go: a run that is about to end would have no such button by the time of the click.
  await page.evaluate(() => {
    const pause = document.querySelector('.button-play[aria-label="Pause"]');
    if (pause instanceof HTMLElement) pause.click();
  });
  return stands(page);
}

/**
 * Waits until a page stands at the moment to which it goes; the digests of both lanes.
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
 * The link of a page that stands still, to a moment near by, with the digests there. Where it stands there may be no
 * link: a step may end between two events of the same time.
 * @param {Page} page
 */
export async function linkOfMoment(page) {
  await standStill(page);
  const slider = page.getByLabel('Go to a moment');
  const now = Number(await slider.inputValue());
  const most = Number(await slider.getAttribute('max'));
  // Beyond where it stands: a switch that was moved there has its effect only afterwards.
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
 * The digests of a run of the same link that nobody plays with, in a browser that knows nothing of it.
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
