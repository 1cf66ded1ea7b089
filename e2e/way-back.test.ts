import { expect, test, type Page } from '@playwright/test';

import { findBrowser } from '../scripts/browser.mjs';
import { LabPage, RUN_MS, soon } from './lab-page.js';

// Browsers keep a page that is left for the way back. The one that other tests run in cannot, and this one is told not to.
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

/** Why the page that is shown had to be loaded again on the way back, as far as that is its own doing. */
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
  // A page is dropped when its service worker takes over, as it does on the first visit.
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
