import { expect, test, type Page } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, linkOf, RUN_MS } from './lab-page.js';

/** Opens each screen of the app, by name. */
const SCREENS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the Lab at a first visit': async (page) => {
    await page.goto('/');
    await expect(page.locator('[data-testid^=table-]')).toHaveCount(2);
  },
  'the Lab with all of it unfolded': async (page) => {
    await openAt(page, 8);
  },
  'a run that has ended': async (page) => {
    // The run of the teaching machine is short.
    await new LabPage(page).open(linkOf('teaching-machine'));
    await page.getByRole('combobox', { name: /^Speed/ }).selectOption({ label: '10×' });
    await expect(page.getByText('Result.')).toBeVisible({ timeout: RUN_MS });
  },
  'the list of scenarios': async (page) => {
    await openAt(page, 8);
    await page.locator('.picker').click();
    await dialog(page, 'Scenarios');
  },
  'the form of the scenario': async (page) => {
    await openAt(page, 8);
    await page.locator('.picker').click();
    await page.getByRole('button', { name: 'Change the machine' }).click();
    await dialog(page, 'Scenario');
  },
  'the document of the scenario, with a problem in it': async (page) => {
    const lab = await openAt(page, 8);
    const form = await lab.openDocument();
    await form.getByRole('textbox', { name: 'JSON' }).fill('{ "version": 1, "seed": -1 }');
    await form.getByRole('button', { name: 'Apply' }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
  },
  'all counters': async (page) => {
    await openAt(page, 8);
    await page.keyboard.press('v');
    await dialog(page, 'Counters');
  },
  'counters to export': async (page) => {
    await openAt(page, 8);
    await page.keyboard.press('v');
    await page.getByRole('button', { name: 'Export…' }).click();
    await expect(page.getByRole('button', { name: 'Copy text' })).toBeVisible();
  },
  'the search': async (page) => {
    await openAt(page, 8);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find a page' }).fill('DMA32 1200');
  },
  'a pinned page among single frames': async (page) => {
    await openAt(page, 8);
    await page.keyboard.press('/');
    await page.getByRole('combobox', { name: 'Find a page' }).fill('DMA32 1200');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('list', { name: 'History in lane A' })).toBeVisible();
  },
  'the report': async (page) => {
    await openAt(page, 8);
    await page.keyboard.press('p');
    await dialog(page, 'Report');
  },
  'slow motion': async (page) => {
    await openAt(page, 8);
    await page.keyboard.press('s');
    await dialog(page, 'Slow motion');
  },
  'the list of keys': async (page) => {
    await openAt(page, 8);
    await page.keyboard.press('?');
    await expect(page.locator('dialog[open]')).toBeVisible();
  },
  'the page in plain words': async (page) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'In plain words' }).click();
    await expect(page.locator('dialog[open]')).toBeVisible();
  },
  'the tour': async (page) => {
    await openAt(page, 8);
    await page.keyboard.press('t');
    await expect(page.getByText(/Tour, 1 of/)).toBeVisible();
  },
  'large type': async (page) => {
    await openAt(page, 8);
    await page.keyboard.press('g');
  },
  'a link that cannot be read': async (page) => {
    await page.goto('/#nothing-of-that-name');
    await expect(page.getByRole('alert').first()).toBeVisible();
  },
  'the list of lessons': async (page) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Learn' }).click();
    await expect(page.locator('dialog[open]')).toBeVisible();
  },
  'the results': async (page) => {
    await page.goto('/results.html#weiner-2011/fs_mark%20xfs%202G%20(preliminary)');
    await expect(page.locator('tr[data-verdict]').first()).toBeVisible();
  },
  'the studies': async (page) => {
    await page.goto('/studies.html');
    await expect(page.getByRole('main')).toBeVisible();
  },
  'an embedded Lab': async (page) => {
    await page.goto(`/?embed=map,charts${linkOf('weiner-usb-small').slice(1)}`);
    await expect(page.locator('[data-testid^=table-]')).toHaveCount(2);
    // The panel of the charts scrolls, but the keyboard cannot reach it before a chart is there: wait for one.
    await expect(page.locator('aside canvas').first()).toBeVisible();
  },
};

async function openAt(page: Page, seconds: number): Promise<LabPage> {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(seconds);
  return lab;
}

async function dialog(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('dialog', { name, exact: true })).toBeVisible();
}

// The checker injects a script into the page, which the page's Content Security Policy would block.
test.use({ bypassCSP: true });

for (const [screen, open] of Object.entries(SCREENS)) {
  test(`the checker finds no fault in ${screen}`, { tag: '@long' }, async ({ page }) => {
    await open(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
  });
}
