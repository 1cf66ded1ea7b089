/** Back and forward in the browser's history restore the pinned page, the zoom and the switches. */
import { expect, test, type Page } from '@playwright/test';

import { LabPage, soon } from './lab-page.js';

const entries = (page: Page) => page.evaluate(() => window.history.length);
const chartTime = (page: Page) => page.getByRole('slider', { name: 'Time whose values are shown' });

test(
  'back undoes a pin, a zoom of the map and of the charts, and the moment stays',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(5);
    const before = await entries(page);
    const digests = await lab.digests();

    await page.getByRole('button', { name: 'Zoom the charts in' }).click();
    const map = page.getByTestId('map-a');
    await map.hover({ position: { x: 250, y: 10 } });
    await page.keyboard.down('Control');
    await soon(async () => {
      await page.mouse.wheel(0, -400);
      return page.getByTestId('map-a').locator('.frame-cell').count();
    }).toBeGreaterThan(10);
    await page.keyboard.up('Control');
    await map.click({ position: { x: 250, y: 10 } });
    const pinned = page.getByTestId('pinned');
    await expect(pinned).toBeVisible();
    expect(await entries(page)).toBe(before + 3);

    await page.goBack();
    await expect(pinned).toHaveCount(0);
    await expect(page.getByTestId('view-a')).toBeVisible();
    await page.goBack();
    await expect(page.getByTestId('view-a')).toHaveCount(0);
    await expect(chartTime(page)).toHaveAttribute('aria-valuetext', /1\.3 s to 3\.8 s/);
    await page.goBack();
    await expect(chartTime(page)).toHaveAttribute('aria-valuetext', /0\.0 s to 5\.0 s/);
    expect(await lab.digests()).toEqual(digests);

    await page.goForward();
    await page.goForward();
    await page.goForward();
    await expect(pinned).toBeVisible();
    await expect(page.getByTestId('now')).toHaveText('5.0 s');
  },
);

test('the wheel turned many times is one step', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(5);
  const before = await entries(page);
  await page.getByTestId('canvas-a').hover({ position: { x: 300, y: 40 } });
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 6; turn += 1) {
    await page.mouse.wheel(0, -200);
  }
  await page.keyboard.up('Control');
  await expect(page.getByTestId('view-a')).toBeVisible();
  await soon(() => entries(page)).toBe(before + 1);
});

test(
  'back undoes a switch, and computes to the same moment',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(4);
    const digests = await lab.digests();
    await lab.switchOn('No file writeback in direct reclaim');
    const patch = lab.mechanism('No file writeback in direct reclaim');
    await expect(patch).toBeChecked();
    // Wait until the address has the switch, before going back.
    await soon(() => page.url()).toContain('no_direct_fs_writeback');
    await page.goBack();
    await expect(patch).not.toBeChecked();
    await soon(() => lab.digests()).toEqual(digests);
    await expect(page.getByTestId('now')).toHaveText('4.0 s');
    await page.goForward();
    await expect(patch).toBeChecked();
    await expect(page.getByTestId('now')).toHaveText('4.0 s');
  },
);

test(
  'back to the run before restores its moment, and claims nothing about a link',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(4);
    await lab.choose('Copying 8 GiB to a USB stick');
    await page.goBack();
    await soon(() => lab.nowNs('a')).toBe(4e9);
    await soon(() => lab.nowNs('b')).toBe(4e9);
    await lab.standsStill();
    await expect(page.getByRole('button', { name: 'Same state as in the link' })).toHaveCount(0);
  },
);
