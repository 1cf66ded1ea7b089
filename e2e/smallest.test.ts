import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, linkOf, RUN_MS } from './lab-page.js';

const teaching = () => `/studies.html#smallest=${linkOf('teaching-machine').slice(2)}`;
const comparison = (page: Page, number: number) =>
  page.getByRole('group', { name: `Comparison ${number}` });
const result = (page: Page) => page.getByRole('region', { name: 'Result' });

/** Searches for a machine on which kswapd scans 100 pages; the search needs only a few runs. */
async function search(page: Page): Promise<void> {
  await page.goto(teaching());
  await page.getByRole('button', { name: 'Remove comparison 2' }).click();
  await comparison(page, 1).getByLabel('Measure').fill('counter:pgscan_kswapd');
  await page.getByLabel('Maximum tries').fill('20');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(result(page)).toContainText('20 tries', { timeout: RUN_MS });
}

test('a search finds a smaller machine, which opens in the Lab and is there on the way back', async ({
  page,
}) => {
  await search(page);
  const ram = result(page).getByRole('row', { name: /^RAM/ }).getByRole('cell');
  await expect(ram.first()).toContainText('384 pages');
  await expect(ram.last()).toContainText('256 pages');
  await result(page).getByRole('link', { name: 'Open in the Lab' }).click();
  await expect(page.locator('.picker')).toContainText('Smallest machine: a:counter:pgscan_kswapd');
  await expect(new LabPage(page).table('a')).toHaveCount(1);
  await page.goBack();
  await expect(result(page)).toContainText('256 pages');
});

test('a condition that does not hold says the present value, and is fixed with a click', async ({
  page,
}) => {
  await page.goto(teaching());
  const first = comparison(page, 1);
  // More than the scenario ever writes, so no machine qualifies.
  await first.getByLabel('Number').fill('100000');
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(first).toContainText('The condition does not hold for the scenario itself');
  await expect(first.getByLabel('Number')).toBeFocused();
  await first.getByRole('button', { name: /^Use ≥/ }).click();
  // The series leaves some writes to kswapd here, so the second condition does not hold either.
  await page.getByRole('button', { name: 'Remove comparison 2' }).click();
  await page.getByRole('button', { name: 'Search' }).click();
  await expect(result(page)).toBeVisible({ timeout: RUN_MS });
});

test(
  'a long search is stopped, and keeps the smallest so far',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/studies.html#smallest=weiner-usb');
    await page.getByRole('button', { name: 'Search' }).click();
    const searching = page.getByRole('region', { name: 'Searching' });
    await expect(searching).toContainText(/[1-9]\d* of at most 1,000/, { timeout: 2 * RUN_MS });
    await searching.getByRole('button', { name: 'Stop' }).click();
    await expect(result(page)).toContainText('Stopped after');
  },
);

test('the Lab and a study lead to the search', { tag: '@long' }, async ({ page }) => {
  await page.goto(linkOf('teaching-machine', {}, { at_ns: 1e9 }));
  await page.locator('.picker').click();
  await page.getByRole('button', { name: 'Smallest machine…' }).click();
  await expect(page.getByRole('link', { name: 'Teaching machine, 384 frames' })).toBeVisible();
  await page.goto('/studies.html#gallery=weiner-which-patch');
  await page.getByRole('link', { name: 'Find the smallest machine' }).click();
  await expect(page.getByRole('heading', { name: 'Smallest machine' })).toBeVisible();
  await expect(comparison(page, 2)).toBeVisible();
});

test('on a phone nothing is wider than the screen', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await search(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test.describe('the checker', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  test('finds names, roles and contrast as they should be', { tag: '@long' }, async ({ page }) => {
    await search(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, '#root')).toEqual([]);
    }
  });
});
