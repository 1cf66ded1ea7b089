import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { violations } from './checker.js';
import { coloursIn, LabPage } from './lab-page.js';

function report(page: Page) {
  return page.getByRole('dialog', { name: 'Report' });
}

/** Returns the number of pages of a PDF. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;
}

async function openAt(page: Page, seconds: number): Promise<LabPage> {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(seconds);
  return lab;
}

async function openExport(page: Page): Promise<void> {
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Export…' }).click();
}

test('other seeds run in the background, and each figure has its median and range', async ({
  page,
}) => {
  await openAt(page, 6);
  await page.keyboard.press('p');
  const sheet = report(page).getByRole('article', { name: 'Print preview' });
  await page.getByLabel('Number of seeds').selectOption({ label: '3 seeds' });
  await page.getByRole('button', { name: 'Run', exact: true }).click();
  // The report continues to compute while it is closed.
  await page.keyboard.press('Escape');
  await expect(page.locator('dialog.report')).toHaveCount(0);
  await page.keyboard.press('p');
  await expect(report(page).getByText('Done: the values are from 3 seeds.')).toBeVisible();
  await expect(sheet).toContainText('1, 2, 3: median [least, most] below each value');
  await expect(sheet.getByRole('row', { name: /^Throughput/ })).toContainText(
    /[\d.]+ \[[\d.]+, [\d.]+\]/,
  );
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as text' }).click();
  const text = await readFile(await (await saved).path(), 'utf8');
  expect(text).toMatch(/\nThroughput, MB\/s +[\d.]+ \[[\d.]+, [\d.]+\] +[\d.]+ \[/);
});

test('a report is written, read and saved with the keyboard alone', async ({ page }) => {
  const lab = await openAt(page, 12);
  const digests = await lab.digests();
  await page.keyboard.press('p');
  await page.getByRole('textbox', { name: 'Question' }).focus();
  await page.keyboard.type('Should 3.0 get the patch?');
  await page.keyboard.press('Tab');
  await page.keyboard.type('kswapd finds clean pages.');
  const sheet = page.getByRole('article', { name: 'Print preview' });
  await expect(sheet.getByRole('heading')).toHaveText('Should 3.0 get the patch?');
  await expect(sheet).toContainText('kswapd finds clean pages.');
  await expect(sheet).toContainText(page.url());
  for (const digest of digests) {
    await expect(sheet).toContainText(digest ?? 'no digest');
  }
  await expect(sheet.locator('svg')).toHaveCount(4);
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as text' }).focus();
  await page.keyboard.press('Enter');
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/-at-12\.0-s-report\.txt$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('Question: Should 3.0 get the patch?');
  expect(text).toMatch(/\npgscan_kswapd( +-?\d+){3} +\(\d+\.\d\d\)\n/);
  expect(text).toContain(digests[1]);

  await page.keyboard.press('Escape');
  // Wait until the dialog is gone: the page handles its `close` event a moment later.
  await expect(page.locator('dialog.report')).toHaveCount(0);
  await page.keyboard.press('p');
  await expect(page.getByRole('textbox', { name: 'Question' })).toHaveValue(
    'Should 3.0 get the patch?',
  );
});

test('it prints on one page, however much was written', { tag: '@long' }, async ({ page }) => {
  await openAt(page, 12);
  await page.keyboard.press('p');
  await page
    .getByRole('textbox', { name: 'Question' })
    .fill('Is this the longest question? '.repeat(10));
  await page
    .getByRole('textbox', { name: 'Claim' })
    .fill('The claim is long as well, and goes on. '.repeat(20));
  await expect(report(page).locator('.sheet svg')).toHaveCount(4);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  expect(pagesOf(pdf)).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('textbox', { name: 'Question' })).toBeHidden();
  await expect(page.locator('.transport')).toBeHidden();
  await expect(page.locator('.sheet')).toBeVisible();
});

test('which charts are in it is chosen, four at most', { tag: '@long' }, async ({ page }) => {
  await openAt(page, 12);
  await page.keyboard.press('p');
  const charts = report(page).getByRole('group', { name: /^Charts/ });
  await expect(charts.getByRole('checkbox', { checked: true })).toHaveCount(4);
  await expect(charts.getByRole('checkbox', { checked: false }).first()).toBeDisabled();
  for (let left = 4; left > 0; left -= 1) {
    await charts.getByRole('checkbox', { checked: true }).first().click();
    await expect(charts.getByRole('checkbox', { checked: true })).toHaveCount(left - 1);
  }
  await charts.getByRole('checkbox', { name: 'pgrotated' }).check();
  const titles = report(page).locator('.sheet svg > title');
  await expect(titles).toHaveCount(1);
  await expect(titles).toContainText('pgrotated');
});

test(
  'a chart is exported as SVG and PNG, with what it takes to run it again',
  { tag: '@long' },
  async ({ page }) => {
    await openAt(page, 12);
    await openExport(page);
    await page
      .getByRole('dialog')
      .getByRole('combobox', { name: 'Chart' })
      .selectOption({ label: 'Dirty and writeback' });
    const svgSaved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download SVG' }).click();
    const svg = await svgSaved;
    expect(svg.suggestedFilename()).toMatch(/-dirty\.svg$/);
    const text = await readFile(await svg.path(), 'utf8');
    expect(text).toContain('Dirty and writeback, pages');
    expect(text).toContain('B: Linux 3.0 + per-zone dirty limits');
    expect(text).toContain(page.url().replaceAll('&', '&amp;'));
    // The browser can only draw the PNG from this SVG if the SVG is well-formed.
    const pngSaved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PNG' }).click();
    const png = await readFile(await (await pngSaved).path());
    expect(png.subarray(1, 4).toString()).toBe('PNG');
    expect(png.readUInt32BE(16)).toBe(1440);
    expect(await coloursIn(page, png)).toBeGreaterThan(0);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the report is written and seen', { tag: '@long' }, async ({ page }) => {
    await openAt(page, 12);
    await page.getByRole('button', { name: 'More controls' }).tap();
    await page.getByRole('button', { name: 'Counters', exact: true }).tap();
    await page.getByRole('button', { name: 'Export…' }).tap();
    await page.getByRole('button', { name: /^Report/ }).tap();
    await page.getByRole('textbox', { name: 'Question' }).fill('Why?');
    await page.locator('.sheet-title').scrollIntoViewIfNeeded();
    await expect(page.locator('.sheet-title')).toBeInViewport();
    const wide = await report(page).evaluate((element) => element.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
  });
});

test.describe('the checker', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`finds nothing in ${colorScheme}`, { tag: '@long' }, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      await openAt(page, 12);
      expect(await violations(page, '.side-right')).toEqual([]);
      await openExport(page);
      expect(await violations(page, 'dialog[open]')).toEqual([]);
      await page.getByRole('button', { name: /^Report/ }).click();
      await expect(report(page).locator('.sheet svg')).toHaveCount(4);
      expect(await violations(page, 'dialog[open]')).toEqual([]);
    });
  }
});
