import { expect, test } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage } from './lab-page.js';

// axe injects a script, which the page's Content-Security-Policy would block.
test.use({ bypassCSP: true });

test('names, roles and contrast are as they should be', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(8);
  expect(await violations(page, '#root')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, '.side-left')).toEqual([]);
  await page.keyboard.press('v');
  expect(await violations(page, 'dialog[open]')).toEqual([]);
  await page.getByRole('button', { name: 'Export…' }).click();
  await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible();
  expect(await violations(page, 'dialog[open]')).toEqual([]);
  await page.keyboard.press('Escape');
  await page.locator('.picker').click();
  expect(await violations(page, 'dialog[open]')).toEqual([]);
  await page.getByRole('button', { name: 'Edit or open a document' }).click();
  expect(await violations(page, 'dialog[open]')).toEqual([]);
});

test(
  'single frames, a pinned page and the search are as they should be in both themes',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(14);
    await page.locator('body').press('/');
    await page.getByRole('combobox', { name: 'Find a page' }).fill('DMA32 1200');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, 'dialog[open]')).toEqual([]);
    }
    await page.keyboard.press('Enter');
    await expect(page.locator('.frame-cell').first()).toBeVisible();
    await expect(page.getByRole('list', { name: 'History in lane A' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, '.centre')).toEqual([]);
    }
  },
);
