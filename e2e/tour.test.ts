import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, linkOf, RUN_MS, soon } from './lab-page.js';

function tour(page: Page) {
  return page.getByRole('dialog').filter({ hasText: /Tour, \d of \d/ });
}

function overlap(from: number, length: number, otherFrom: number, otherLength: number): number {
  return Math.max(0, Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom));
}

/** Starts the tour. */
async function begin(page: Page): Promise<void> {
  await page.keyboard.press('t');
  await expect(tour(page)).toContainText('Tour, 1 of');
}

/** Goes to the next stop, and waits for it. */
async function next(page: Page, stop: number): Promise<void> {
  await page.keyboard.press('ArrowRight');
  await expect(tour(page)).toContainText(`Tour, ${stop} of`);
}

test('the tour plays in the real run, and leaves it as it was', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(7);
  await lab.switchOn('No file writeback in direct reclaim');
  await lab.goTo(8);
  const digests = await lab.digests();
  // Once the run is paused, the address has its time and digests.
  await soon(() => page.url()).toContain(`~t=8s~d=${digests.join('.')}`);
  const link = page.url();
  const speed = await page.getByLabel('Speed').inputValue();

  await page.keyboard.press('t');
  await expect(tour(page)).toContainText('Two machines');
  await expect(page.locator('.ring')).toBeVisible();
  await next(page, 2);
  // Reclaim is already running at 8 s, so the tour stays at this time.
  await lab.isPaused();
  expect(await lab.nowNs('a')).toBe(8e9);
  await next(page, 3);
  await next(page, 4);
  // The tour points at a switch and leaves it: no lane is computed anew.
  expect(await lab.digests()).toEqual(digests);
  expect(page.url()).toBe(link);
  for (const stop of [5, 6, 7, 8]) {
    await next(page, stop);
  }
  await page.keyboard.press('ArrowRight');
  await expect(tour(page)).toHaveCount(0);

  await soon(() => lab.nowNs('a'), { timeout: RUN_MS }).toBe(8e9);
  await lab.isPaused();
  expect(await lab.digests()).toEqual(digests);
  await soon(() => page.url()).toBe(link);
  await expect(page.getByLabel('Speed')).toHaveValue(speed);
  // The undo history from before the tour is kept.
  await expect(page.getByRole('button', { name: /^Undo: / })).toBeEnabled();
});

test(
  'the tour is found in Learn, goes back, and is left with Escape at any point',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    // If kswapd were already awake, the tour would stay at the present moment.
    await lab.goTo(2);
    await page.getByRole('link', { name: 'Learn' }).click();
    await page.getByRole('button', { name: /^Tour/ }).click();
    await expect(tour(page).getByRole('button', { name: 'Next' })).toBeFocused();
    await expect(tour(page).getByRole('button', { name: 'Back' })).toBeDisabled();
    await page.keyboard.press('Enter');
    await expect(tour(page)).toContainText('Tour, 2 of');
    // Reclaim has not run yet, so the tour seeks to a time at which it is running.
    await soon(() => lab.nowNs('a'), { timeout: RUN_MS }).toBeGreaterThan(9e9);
    await page.keyboard.press('ArrowLeft');
    await expect(tour(page)).toContainText('Tour, 1 of');
    await page.keyboard.press('Escape');
    await expect(tour(page)).toHaveCount(0);
    await expect(page.locator('.ring')).toHaveCount(0);
  },
);

test('panels that are folded open for their stop, and fold again at the end', async ({ page }) => {
  await page.goto(linkOf('weiner-usb-small'));
  await expect(page.getByTestId('table-b')).toBeAttached();
  await expect(page.locator('.details')).not.toHaveAttribute('open');
  await begin(page);
  for (const stop of [2, 3, 4, 5, 6]) {
    await next(page, stop);
  }
  await expect(page.locator('.tasks')).toBeInViewport();
  await expect(page.locator('.ring')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.locator('.details')).not.toHaveAttribute('open');
});

test(
  'the panel hides next to nothing of what it speaks of, and stays on the screen',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 720 });
    const lab = new LabPage(page);
    await lab.openSmall();
    await page.keyboard.press('t');
    for (let stop = 1; stop <= 8; stop += 1) {
      await expect(tour(page)).toContainText(`Tour, ${stop} of 8`);
      await soon(async () => {
        const ring = await page.locator('.ring').boundingBox();
        const box = await tour(page).boundingBox();
        if (!ring || !box) return 'nothing there';
        const across = overlap(ring.x, ring.width, box.x, box.width);
        const hidden = across * overlap(ring.y, ring.height, box.y, box.height);
        const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= 1280;
        const small = hidden < 0.1 * ring.width * ring.height;
        return small && inside && box.y + box.height <= 720 ? 'well placed' : 'badly placed';
      }).toBe('well placed');
      await page.keyboard.press('ArrowRight');
    }
    await expect(tour(page)).toHaveCount(0);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('every stop has its panel and its ring on the screen', async ({ page }) => {
    const lab = new LabPage(page);
    await lab.open(linkOf('weiner-usb-small'));
    await page.getByRole('link', { name: 'Learn' }).tap();
    await page.getByRole('button', { name: /^Tour/ }).tap();
    for (let stop = 1; stop <= 8; stop += 1) {
      await expect(tour(page)).toContainText(`Tour, ${stop} of 8`);
      await expect(page.locator('.ring')).toBeInViewport();
      await expect(tour(page).getByRole('button', { name: /Next|Done/ })).toBeInViewport();
      await tour(page)
        .getByRole('button', { name: /Next|Done/ })
        .tap();
    }
    await expect(tour(page)).toHaveCount(0);
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the tour does not let time play by itself', { tag: '@long' }, async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await begin(page);
    for (const stop of [2, 3, 4, 5, 6]) {
      await next(page, stop);
    }
    await lab.isPaused();
    await lab.standsStill();
  });
});

test.describe('the checker', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`finds nothing in ${colorScheme}`, { tag: '@long' }, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const lab = new LabPage(page);
      await lab.openSmall();
      await begin(page);
      await next(page, 2);
      expect(await violations(page, '.tour')).toEqual([]);
    });
  }
});
