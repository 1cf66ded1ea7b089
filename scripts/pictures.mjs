// Takes the pictures of README.md from the built page: `npm run pictures`. Each has its own page, opened as a visitor does.
import { join } from 'node:path';

import { withBuiltPage } from './bench/chromium.mjs';
import { ensureBrowser } from './browser.mjs';
import { runMain } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { buildApp } from './steps/app.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Waits until lane A is at a moment, and pauses.
 * @param {Page} page @param {number} seconds
 */
async function playTo(page, seconds) {
  await page.waitForFunction(
    (ns) => {
      const table = document.querySelector('[data-testid=table-a]');
      return table instanceof HTMLElement && Number(table.dataset['nowNs']) >= ns;
    },
    seconds * 1e9,
    { timeout: 120_000 },
  );
  await page.keyboard.press('Space');
}

/** What is on each picture. @type {Record<string, (page: Page, address: string) => Promise<void>>} */
const PICTURES = {
  'lab-light': async (page, address) => {
    await page.goto(address);
    await playTo(page, 140);
  },
  'frames-light': async (page, address) => {
    await page.goto(`${address}#weiner-usb~t=130s`);
    const map = page.getByTestId('map-a');
    await map.focus();
    for (let zoomed = 0; zoomed < 14; zoomed += 1) await page.keyboard.press('+');
    await page.keyboard.press('Enter');
    await page.getByText('Unpin').waitFor();
  },
  'lesson-light': async (page, address) => {
    await page.goto(`${address}?lesson=weiner-2011`);
    const figure = page.getByText('Pages written by reclaim, by dirty limit');
    await figure.scrollIntoViewIfNeeded();
  },
  'slow-motion-light': async (page, address) => {
    await page.goto(address);
    await page.keyboard.press('s');
    await page.getByText('The rule that decided').waitFor();
  },
};

await runMain(async () => {
  await buildApp();
  await ensureBrowser();
  for (const [name, arrange] of Object.entries(PICTURES)) {
    await withBuiltPage(async (page, address) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await arrange(page, address);
      // Nothing is pointed at, and what moves has come to rest.
      await page.mouse.move(720, 20);
      await page.waitForTimeout(2_000);
      await page.screenshot({ path: join(root, 'docs', `${name}.png`) });
      console.log(`docs/${name}.png`);
    });
  }
});
