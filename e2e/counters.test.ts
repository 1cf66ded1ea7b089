import { readFile } from 'node:fs/promises';

import { expect, test, type Page } from '@playwright/test';

import { coloursIn, LabPage, soon } from './lab-page.js';

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  const control = page.getByRole('dialog').getByRole('button', { name });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(control).toBeFocused({ timeout: 50 });
  }).toPass();
}

test('counters are read and exported with the keyboard alone', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(8);
  await page.keyboard.press('v');
  const dialog = page.getByRole('dialog', { name: 'Counters' });
  await expect(dialog.getByLabel('Filter by name')).toBeFocused();
  await page.keyboard.type('pgscan');
  const rows = dialog.getByTestId('counters').locator('tbody tr');
  await expect(rows.first()).toContainText('pgscan_');
  const shown = await rows.getByRole('rowheader').allTextContents();
  expect(shown.every((name) => name.includes('pgscan'))).toBe(true);
  const values = (lane: string) => rows.locator(`[data-lane="${lane}"]`).allTextContents();
  expect(await values('a')).not.toEqual(await values('b'));

  await tabTo(page, 'pgscan_kswapd');
  await expect(dialog.getByText('Pages of inactive lists that kswapd scanned.')).toBeVisible();
  const before = await values('a');
  await tabTo(page, 'Play');
  await page.keyboard.press('Enter');
  await soon(() => values('a')).not.toEqual(before);

  await tabTo(page, 'Export…');
  await page.keyboard.press('Enter');
  // The dialog's header contains only the Close button; the focus is already on the first download button.
  const buttons = page.getByRole('dialog', { name: 'Export' }).getByRole('button');
  await expect(buttons.first()).toHaveText('Close');
  await expect(buttons.nth(1)).toHaveText('Download SVG');
  await expect(buttons.nth(1)).toBeFocused();
  await tabTo(page, 'Counters, CSV');
  const saved = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^copying-8-gib-.*-vs-.*-counters\.csv$/);
  const [head, ...lines] = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(head).toBe('name,zone,kind,a,b,difference,ratio_percent');
  expect(lines.some((line) => line.startsWith('allocstall,,counter,'))).toBe(true);

  await tabTo(page, 'Copy text');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toContain(page.url());
  expect(text).toMatch(/\npgscan_kswapd( +-?\d+){3} +\(\d+\.\d\d\)\n/);
  expect(text).not.toContain('nr_dirty');

  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test(
  'the samples are exported with what it takes to run them again',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(3);
    await page.keyboard.press('v');
    await page.getByRole('button', { name: 'Export…' }).click();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Samples, JSON' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    const taken = JSON.parse(text) as {
      link: string;
      lanes: Record<'a' | 'b', { digest: string; now_ns: number; samples: unknown[] }>;
    };
    const { a, b } = taken.lanes;
    expect(taken.link).toBe(page.url());
    expect([a.digest, b.digest]).toEqual(await lab.digests());
    expect([a.now_ns, b.now_ns]).toEqual([3e9, 3e9]);
    expect(a.samples.length).toBeGreaterThan(10);
  },
);

test('the page map is exported as a picture', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(6);
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Export…' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Page map of B' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^copying-8-gib-.*-b-linux-.*-at-6.0-s-map\.png$/);
  const picture = await readFile(await file.path());
  expect(await coloursIn(page, picture)).toBeGreaterThan(3);
});

test('nothing of the table is there while it is closed', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await page.getByRole('button', { name: 'Counters', exact: true }).click();
  await expect(page.getByTestId('counters')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByTestId('counters')).toHaveCount(0);
});
