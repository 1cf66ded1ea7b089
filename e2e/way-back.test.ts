import { expect, test, type Page } from '@playwright/test';

import { findBrowser } from '../scripts/browser.mjs';
import { LabPage, RUN_MS, soon } from './lab-page.js';

// These tests need a browser with a back/forward cache. The headless browser of the other tests has no such cache, and
// Playwright disables the cache of this browser by default.
const executablePath = findBrowser();
test.use({
  launchOptions: {
    ...(executablePath === undefined ? {} : { executablePath }),
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  },
  serviceWorkers: 'allow',
});

interface Navigated extends PerformanceEntry {
  notRestoredReasons?: { reasons: { reason: string }[] } | null;
}

/**
 * Returns why the browser did not keep the page in its cache and loaded it again: only the reasons that the page itself
 * caused.
 */
async function whyLoadedAgain(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as Navigated[];
    const reasons = entry?.notRestoredReasons?.reasons ?? [];
    return reasons.map(({ reason }) => reason).filter((reason) => reason !== 'masked');
  });
}

test('a look at another part of the app ends no run: the Lab is there as it was left', async ({
  page,
}) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  // On the first visit the service worker takes control of the page, and the browser does not cache such a page.
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await lab.goTo(20);
  for (const part of ['Results', 'Studies']) {
    await page.getByRole('link', { name: part, exact: true }).click();
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await soon(() => lab.nowNs('a'), { timeout: RUN_MS }).toBe(20e9);
    expect(await whyLoadedAgain(page)).toEqual([]);
  }
  await lab.play();
  await soon(() => lab.nowNs('b'), { timeout: RUN_MS }).toBeGreaterThan(20e9);
});
