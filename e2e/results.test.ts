import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, RUN_MS } from './lab-page.js';

const TABLE = '/results.html#weiner-2011/fs_mark%20xfs%202G%20(preliminary)';

/** The row of a measure in the displayed table. */
function line(page: Page, metric: string) {
  return page.locator('tr[data-verdict]').filter({ has: page.getByText(metric, { exact: true }) });
}

/** Computes the table again, at full size. */
async function computeTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Compute this table/ }).click();
  await expect(page.getByRole('button', { name: 'Compute this table again done' })).toBeVisible({
    timeout: 2 * RUN_MS,
  });
}

/** Opens the page as if no verdicts had been computed in advance. */
async function withoutVerdicts(page: Page): Promise<void> {
  await page.route('**/computed/verdicts.json', (route) => route.fulfill({ status: 404 }));
}

test('the page opens with the verdicts of this build', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Results' }).click();
  const headline = /^\d+ of \d+ clear figures of the postings are reproduced$/;
  await expect(page.getByRole('heading', { name: headline })).toBeVisible();
  await expect(page.getByText('Computed in advance with this version of the model')).toBeVisible();
  await expect(page.getByText('not computed in this build')).toHaveCount(0);
  await expect(page.getByRole('radio', { name: 'Full size' })).toBeChecked();
});

test(
  'a table is computed again, comes to the same, is kept, and given out',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(TABLE);
    const writes = line(page, 'nr_vmscan_write');
    await expect(writes).toContainText('3,347 → 161');
    await expect(writes).toHaveAttribute('data-verdict', /reproduced|direction_only|missed/);
    const shown = (await writes.textContent()) ?? '';
    await computeTable(page);
    await expect(page.getByText(/Your browser computed 3 figures and got the same/)).toBeVisible();
    await expect(writes).toHaveText(shown);
    await page.reload();
    await expect(page.getByText(/Your browser computed 3 figures/)).toBeVisible();

    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const text = readFileSync(await (await download).path(), 'utf8');
    const row = text
      .split('\r\n')
      .find((other) => other.includes(',nr_vmscan_write,pages,3.0,3.0-per-zone-dirty,3347,'));
    expect(row).toMatch(/,3347,161,\d+/);

    await page.getByRole('button', { name: 'Delete results' }).click();
    await expect(page.getByText(/Your browser computed/)).toHaveCount(0);
    await expect(writes).toHaveText(shown);
  },
);

test('rows without a verdict say so, and a button computes them', async ({ page }) => {
  await withoutVerdicts(page);
  await page.goto('/results.html#real-kernel/three%20runs');
  const elapsed = line(page, 'Elapsed time').first();
  await expect(elapsed).toHaveAttribute('data-verdict', 'waiting');
  await expect(elapsed).toContainText('not computed in this build');
  await page.getByRole('button', { name: /^Compute in this browser: Write three/ }).click();
  await expect(elapsed).toHaveAttribute('data-verdict', 'reproduced', { timeout: RUN_MS });
});

test('verdicts of an earlier version are called so', { tag: '@long' }, async ({ page }) => {
  await page.route('**/computed/verdicts.json', async (route) => {
    const file = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...file, identity: 'another' } });
  });
  await page.goto(TABLE);
  await expect(page.getByText('from an earlier version of the model')).toBeVisible();
  await expect(line(page, 'nr_vmscan_write')).toContainText('3,347 → 161');
});

test('Quick does not judge what it cannot compare', async ({ page }) => {
  await page.goto('/results.html#weiner-2011/reclaim%20print%20log%20Normal');
  const verdicts = page.getByRole('list', { name: 'Verdicts' });
  await expect(verdicts).toContainText('of 80');
  await page.getByRole('radio', { name: 'Quick' }).check({ force: true });
  await expect(page.getByText('64 of 64 figures cannot be compared')).toBeVisible();
  await expect(verdicts).toContainText('not comparable at Quick size');
  await expect(verdicts.getByText('not reproduced')).toHaveCount(0);
});

test(
  'a point of the plot leads to its row, and a verdict shows its figures',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/results.html');
    const points = page.getByRole('group', { name: /figures, computed vs\. published/ });
    await points.getByRole('button').first().focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.locator('tr:focus')).toHaveAttribute('data-verdict', /./);
    await expect(page.locator('tr:focus')).toBeInViewport();

    await page.goto('/results.html#weiner-2011/reclaim%20print%20log%20Normal');
    const rows = page.locator('tr[data-verdict]');
    await expect(rows).toHaveCount(64);
    await page.getByRole('button', { name: /^\d+ not reproduced/ }).click();
    await expect(rows.and(page.locator(':not([data-verdict=missed])'))).toHaveCount(0);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(rows).toHaveCount(64);
  },
);

test(
  'what was measured for this project is not called published',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/results.html#real-kernel/three%20runs');
    await expect(page.getByRole('columnheader', { name: 'measured', exact: true })).toHaveCount(3);
    await expect(page.getByRole('columnheader', { name: /published/ })).toHaveCount(0);
    await expect(page.locator('.notes').getByText('Depends on races').first()).toBeVisible();
  },
);

test('runs are cancelled, and what is done stays', { tag: '@long' }, async ({ page }) => {
  await page.goto('/results.html#gorman-2011/512M');
  await page.getByRole('button', { name: /^Compute this posting/ }).click();
  await expect(page.getByRole('progressbar', { name: 'Runs done' })).toBeVisible();
  await expect(page.locator('.running li').first()).toContainText('on 3.0, seed');
  await expect(page.locator('.work-line')).toContainText(/[1-9]\d* of \d+ runs done/, {
    timeout: RUN_MS,
  });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Compute this posting/ })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Delete results' })).toBeVisible();
});

test('a row opens in the Lab, the old kernel against the new', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(TABLE);
  await page.getByRole('button', { name: /^Copy scenario/ }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(JSON.parse(copied)).toMatchObject({ version: 1, kernel: '3.0' });
  await line(page, 'nr_vmscan_write')
    .getByRole('link', { name: /^Open in the Lab/ })
    .click();
  const lab = new LabPage(page);
  for (const lane of ['a', 'b'] as const) {
    await expect(lab.table(lane)).toBeAttached();
  }
  await expect(page.locator('.picker')).toContainText('fs_mark on XFS with 2 GiB');
  const figures = page.getByRole('region', { name: 'Figures from the Results page' });
  await expect(figures).toContainText(/nr_vmscan_write.*3,347 → 161 pages.*computed/);
  await page.getByRole('link', { name: 'This row on the Results page' }).click();
  await expect(line(page, 'nr_vmscan_write')).toBeVisible();

  // The figures remain after a visit to another part of the app; opening another scenario removes them.
  await page.getByRole('link', { name: 'Studies' }).click();
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await expect(page.locator('.picker')).toContainText('fs_mark on XFS with 2 GiB');
  await expect(figures).toContainText('3,347 → 161 pages');
  await page.getByRole('link', { name: 'Reclaim Lab' }).click();
  await expect(page.locator('.picker')).not.toContainText('fs_mark');
  await expect(figures).toHaveCount(0);
  // If the user leaves a page before it has loaded, the browser replaces its entry in the history of the tab.
  await page.waitForLoadState('load');
  await page.getByRole('link', { name: 'Results' }).click();
  await page.getByRole('link', { name: 'Lab', exact: true }).click();
  await expect(page.locator('.picker')).toBeVisible();
  await expect(figures).toHaveCount(0);
});

test('a run that cannot be carried out is told on its row', { tag: '@long' }, async ({ page }) => {
  // Corrupts the jobs on their way to the worker, so that the engine refuses them with its own message.
  await page.addInitScript(() => {
    type Send = (this: Worker, message: { jobs?: { document: string }[] }) => void;
    const send = Reflect.get(Worker.prototype, 'postMessage') as Send;
    const spoilt: Send = function (message) {
      message.jobs?.forEach((job) => (job.document = '{}'));
      send.call(this, message);
    };
    Reflect.set(Worker.prototype, 'postMessage', spoilt);
  });
  await page.goto(TABLE);
  await page.getByRole('button', { name: /^Compute this table/ }).click();
  await expect(line(page, 'nr_vmscan_write')).toHaveAttribute('data-verdict', 'failed');
  await expect(page.locator('.notes').first()).toContainText(
    'The document was changed on its way to the engine: missing field version.',
  );
});

test('the keyboard reaches everything, in the order in which it is read', async ({ page }) => {
  await page.goto(TABLE);
  await page.getByRole('link', { name: 'Free constants' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Free constants' })).toBeVisible();
  await expect(page.locator('.results-view')).toBeFocused();
  await page.goBack();
  await page.getByRole('radio', { name: 'Full size' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Quick' })).toBeChecked();
  await page.keyboard.press('Tab');
  await expect(page.getByLabel('Seeds')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: /^Compute this table/ })).toBeFocused();
});

test.describe('the checker', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  test('finds names, roles and contrast as they should be', async ({ page }) => {
    await page.goto(TABLE);
    await expect(line(page, 'nr_vmscan_write')).toBeVisible();
    expect(await violations(page, '#root')).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, '#root')).toEqual([]);
    for (const part of ['All verdicts', 'Free constants']) {
      await page.getByRole('link', { name: part }).click();
      expect(await violations(page, '#root')).toEqual([]);
    }
  });
});
