import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { encode_document } from '../web/src/engine/pkg/documents.js';
import { violations } from './checker.js';
import { linkOf, RUN_MS, soon } from './lab-page.js';

/** Sixteen runs of the small scenario, a few tenths of a second each. */
const STUDY = {
  version: 1,
  title: 'A study of sixteen runs',
  base: { gallery: 'weiner-usb-small' },
  factors: [{ vary: 'field', path: 'vm.dirty_ratio', values: [10, 20, 30, 40] }],
  design: { kind: 'grid' },
  measures: ['elapsed_seconds', 'ratio:elapsed_seconds'],
  seeds: 2,
};

/** Eight runs of a few milliseconds each. */
const TINY = {
  ...STUDY,
  title: 'A study of tiny runs',
  base: { gallery: 'teaching-machine' },
  factors: [{ vary: 'field', path: 'vm.dirty_ratio', values: [30, 50] }],
};

function addressOf(study: object): string {
  // Initializes the documents module.
  linkOf('teaching-machine');
  return `/studies.html#study=${encode_document(JSON.stringify(study))}`;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Runs' });
const runButton = (page: Page) => panel(page).getByRole('button', { name: /^Run / });
const stopButton = (page: Page) => panel(page).getByRole('button', { name: 'Stop' });

/** Runs a study to its end. */
async function runAll(page: Page, study: object): Promise<void> {
  await page.goto(addressOf(study));
  await runButton(page).click();
  await expect(panel(page)).toContainText('all done', { timeout: 2 * RUN_MS });
}

/** Starts the study of sixteen runs, and waits until some are done. */
async function begin(page: Page): Promise<void> {
  await page.goto(addressOf(STUDY));
  await runButton(page).click();
  await expect(stopButton(page)).toBeVisible();
  await expect(panel(page)).toContainText(/16 runs, [2-9] done/, { timeout: RUN_MS });
}

test('the Studies page varies a limit of the last run without a form', async ({ page }) => {
  await page.goto('/studies.html');
  const starts = page.getByRole('region', { name: 'Studies of this run' });
  await expect(starts).toContainText('Study “Copying 8 GiB to a USB stick”');
  await starts.getByRole('button', { name: 'Vary dirty_ratio' }).click();
  await expect(page.getByRole('heading', { level: 2, name: /: dirty_ratio$/ })).toBeVisible();
  // The page says how many runs there are before it starts them.
  await expect(panel(page)).toContainText(/combinations, \d+ runs/);
  await expect(stopButton(page)).toHaveCount(0);
  await runButton(page).click();
  await expect(stopButton(page)).toBeVisible();
});

test('a study that is reloaded in the middle goes on, and no run is carried out twice', async ({
  page,
}) => {
  await begin(page);
  await page.reload();
  await expect(panel(page)).toContainText(/16 runs, ([2-9]|1\d|all) done/, { timeout: RUN_MS });
  await expect(panel(page)).toContainText('16 runs, all done', { timeout: 2 * RUN_MS });
  await page.reload();
  await expect(panel(page)).toContainText('16 runs, all done');
  await expect(runButton(page)).toHaveCount(0);
});

test(
  'runs are stopped, what is done stays, and the rest can be run',
  { tag: '@long' },
  async ({ page }) => {
    await begin(page);
    await stopButton(page).click();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect(runButton(page)).toHaveText(/^Run (the other \d+|16 runs)$/);
    await expect(page.getByText(/only the runs that have ended so far/)).toBeVisible();
    await runButton(page).click();
    await expect(panel(page)).toContainText('16 runs, all done', { timeout: 2 * RUN_MS });
  },
);

test('a result is saved, opens from its file, and agrees with runs here', async ({ page }) => {
  await runAll(page, TINY);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save all as JSON' }).click();
  const file = await (await download).path();
  const { runs } = JSON.parse(readFileSync(file, 'utf8')) as { runs: unknown[] };
  expect(runs).toHaveLength(8);

  await page.goto('/studies.html');
  await page.getByLabel('Open a file…').setInputFiles(file);
  await page.getByRole('button', { name: 'Recompute 5 runs here' }).click();
  await expect(page.getByText('5 of 5 runs recomputed here have the same digest.')).toBeVisible({
    timeout: RUN_MS,
  });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'A study of tiny runs' })).toBeVisible();
});

test('a study says where B matters, and one press runs the values between', async ({ page }) => {
  const measures = ['counter:nr_vmscan_write', 'b:counter:nr_vmscan_write'];
  await runAll(page, { ...TINY, measures });
  await expect(
    page.getByText(/^Pages written by reclaim: A and B differ with every value of vm\.dirty_ratio/),
  ).toBeVisible();
  await page.getByRole('button', { name: 'Add values between 30 and 50' }).click();
  await expect(panel(page)).toContainText('24 runs, all done', { timeout: RUN_MS });
});

test('a combination opens in the Lab at the moment that shows why', async ({ page }) => {
  await runAll(page, TINY);
  await page
    .getByRole('button', { name: /^Open in the Lab/ })
    .first()
    .click();
  await expect(page.getByRole('group', { name: 'Why this moment' })).toBeVisible({
    timeout: RUN_MS,
  });
  await soon(() => page.url()).toMatch(/~t=[\d.]+s/);
  expect(page.url()).not.toContain('why');
  await page.goBack();
  await expect(panel(page)).toContainText('8 runs, all done');
});

test('the Lab starts a study in two clicks', async ({ page }) => {
  await page.goto(linkOf('teaching-machine', {}, { at_ns: 1e9 }));
  await page.locator('.picker').click();
  await page.getByRole('button', { name: 'Which of these patches matters?' }).click();
  await expect(page).toHaveTitle(/which patch matters/);
  await expect(panel(page)).toContainText(/combinations, \d+ runs/);
  await expect(runButton(page)).toBeEnabled();
});

test('a form becomes a study, which is kept, deleted and brought back', async ({ page }) => {
  await page.goto('/studies.html');
  await page.getByRole('link', { name: 'New study' }).click();
  await page.getByLabel('Title').fill('Mine');
  await page.getByLabel('Values', { exact: true }).fill('10, 200');
  const outlook = page.getByRole('region', { name: 'Planned runs' });
  await expect(outlook).toContainText('1 combination impossible');
  await page.getByLabel('Field', { exact: true }).fill('vm.nothing[');
  await expect(page.getByRole('alert')).toContainText('factors[0].path');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('Mine');
  await page.getByLabel('Field', { exact: true }).fill('vm.dirty_ratio');
  await outlook.getByRole('button', { name: 'Open the study' }).click();
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
  await page.getByRole('link', { name: 'All studies' }).click();
  await page.getByRole('button', { name: 'Delete Mine' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('link', { name: 'Mine' }).click();
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Studies', exact: true })).toBeVisible();
});

test(
  'a damaged link and a wrong file are refused with a sentence',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(addressOf(TINY).slice(0, -5));
    await expect(page.getByRole('alert')).toContainText('The link is incomplete or was altered.');
    await page.goto(addressOf({ ...TINY, measures: ['speed'] }));
    await expect(page.getByRole('alert')).toContainText('measures[0]: There is no measure');
    await page.goto('/studies.html#gallery=nothing');
    await expect(page.getByRole('alert')).toContainText('The gallery has no study “nothing”.');
    await page.getByRole('link', { name: 'All studies' }).click();
    const buffer = Buffer.from('{"runs": [], "version": 9}');
    const file = { name: 'bad.json', mimeType: 'application/json', buffer };
    await page.getByLabel('Open a file…').setInputFiles(file);
    await expect(page.getByRole('alert')).toContainText('This is not the result of a study');
  },
);

test.describe('the checker', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  test('finds names, roles and contrast as they should be', async ({ page }) => {
    await runAll(page, TINY);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, '#root')).toEqual([]);
    }
    for (const part of ['list', 'form']) {
      await page.goto(`/studies.html#${part}`);
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page, '#root')).toEqual([]);
      }
    }
  });
});

test('on a phone nothing is wider than the screen', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await runAll(page, TINY);
  for (const part of [null, 'list', 'form']) {
    if (part !== null) {
      await page.goto(`/studies.html#${part}`);
      await expect(page.getByRole('heading', { level: 2 })).toBeVisible();
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
});
