import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { LabPage, soon } from './lab-page.js';

/** Prevents idle callbacks, in which the page would prefetch parts. */
async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}

for (const kind of ['js', 'css']) {
  const tag = kind === 'css' ? ['@long'] : [];
  const title = `a part whose ${kind} cannot be fetched is told, the run goes on, and the next click has it`;
  test(title, { tag }, async ({ page }) => {
    await neverIdle(page);
    const lab = new LabPage(page);
    await lab.openSmall();
    const files = new RegExp(`/CountersDialog-[^/]*\\.${kind}$`);
    await page.route(files, (route) => route.abort());
    const button = page.getByRole('button', { name: 'Counters', exact: true });
    await button.click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('The table of counters could not be loaded');
    await expect(alert).toContainText('scenario, switches and time are kept');
    const before = await lab.nowNs('a');
    await soon(() => lab.nowNs('a')).toBeGreaterThan(before);
    await page.unroute(files);
    await alert.getByRole('button', { name: 'Dismiss' }).click();
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Counters' });
    await expect(dialog.getByRole('row').nth(1)).toBeVisible();
    await expect(dialog).toHaveCSS('display', 'flex');
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  });
}

test(
  'what was not asked for is fetched once the first run has begun, and opens without the server',
  { tag: '@long' },
  async ({ page }) => {
    const fetched: string[] = [];
    page.on('requestfinished', (request) => fetched.push(request.url()));
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.pause();
    // KeysDialog is the last part to be prefetched.
    await soon(() => fetched.some((url) => /\/KeysDialog-[^/]*\.js$/.test(url))).toBe(true);
    await page.route('**', (route) => route.abort());
    for (const [key, name] of [
      ['v', 'Counters'],
      ['?', 'Keys and About'],
      ['/', 'Find'],
      ['l', 'Learn'],
      ['p', 'Report'],
      ['s', 'Slow motion'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(page.getByRole('dialog', { name: new RegExp(name) })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
  },
);
