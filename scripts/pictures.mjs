// Takes the screenshots of README.md from the built page: `npm run pictures`. Each starts from a new page, opened as a
// visitor opens it.
import { join } from 'node:path';

import { withBuiltPage } from './bench/chromium.mjs';
import { ensureBrowser } from './browser.mjs';
import { runMain } from './lib/failure.mjs';
import { root } from './lib/paths.mjs';
import { buildApp } from './steps/app.mjs';

/** @typedef {import('@playwright/test').Page} Page */

/**
 * Waits until lane A reaches a time, and pauses.
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

/** Steps that lead to each screenshot. @type {Record<string, (page: Page, address: string) => Promise<void>>} */
const PICTURES = {
  'lab-light': async (page, address) => {
    await page.goto(address);
    await playTo(page, 140);
  },
  'frames-light': async (page, address) => {
    await page.goto(address);
    await page.getByRole('button', { name: 'Show me why' }).click({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Show on the map' }).click();
    // The life of the pinned page is computed from the start of the run, so wait until it is shown.
    await page.getByTestId('age-a').waitFor({ timeout: 120_000 });
  },
  'lesson-light': async (page, address) => {
    await page.goto(`${address}?lesson=weiner-2011`);
    const figure = page.getByRole('figure', { name: 'Pages written by reclaim, by dirty limit' });
    await figure.getByRole('button', { name: 'Run without a guess' }).click();
    await figure.getByText(/^Computing/).waitFor();
    await figure.getByText(/^Computing/).waitFor({ state: 'detached', timeout: 120_000 });
    await figure.evaluate((it) => it.scrollIntoView({ block: 'center' }));
  },
  'slow-motion-light': async (page, address) => {
    await page.goto(address);
    await page.getByTestId('table-b').waitFor({ state: 'attached' });
    await page.keyboard.press('s');
    // Slow motion opens on a dirty page. A step forward closes the introduction; a step back returns to that page.
    await page.getByRole('heading', { name: 'About this view' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await page.getByRole('button', { name: 'Show the answer' }).click();
  },
};

await runMain(async () => {
  await buildApp();
  await ensureBrowser();
  for (const [name, arrange] of Object.entries(PICTURES)) {
    await withBuiltPage(async (page, address) => {
      await page.emulateMedia({ colorScheme: 'light' });
      await arrange(page, address);
      // Avoid hovering over a control, and wait until all animations have ended.
      await page.mouse.move(720, 20);
      await page.waitForTimeout(2_000);
      await page.screenshot({ path: join(root, 'docs', `${name}.png`) });
      console.log(`docs/${name}.png`);
    });
  }
});
