import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, soon } from './lab-page.js';

test.use({ viewport: { width: 1280, height: 720 } });

/** Height of the text, in pixels of the screen. */
async function heightOf(page: Page, selector: string): Promise<number> {
  return (await page.locator(selector).first().boundingBox())?.height ?? 0;
}

const WRITTEN = ['.brand', '.lane-head h2', '.change-ratio', '.mechanism-title'];

test(
  'large type enlarges words and controls, and keeps everything on the screen',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(5);
    const before = await Promise.all(WRITTEN.map((selector) => heightOf(page, selector)));
    await page.keyboard.press('g');
    await expect(page.getByRole('button', { name: 'Large type' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    for (const [at, selector] of WRITTEN.entries()) {
      await soon(
        async () => (await heightOf(page, selector)) / (before[at] ?? 1),
      ).toBeGreaterThanOrEqual(1.3);
    }
    for (const name of ['Copy link', 'Play', 'Keys', 'Counters', 'Zoom the charts in']) {
      const control = page.getByRole('button', { name, exact: true });
      await expect(control).toBeInViewport({ ratio: 1 });
    }
    for (const lane of ['a', 'b']) {
      await expect(page.locator(`.lane-${lane} .lane-canvas`)).toBeInViewport({ ratio: 0.9 });
    }
    for (const width of [1280, 1440, 1920]) {
      await page.setViewportSize({ width, height: 720 });
      const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
      await soon(wide).toBeLessThanOrEqual(width);
      for (const name of ['Play', 'Large type', 'More controls']) {
        const control = page.getByRole('button', { name, exact: true });
        await expect(control).toBeInViewport({ ratio: 1 });
        const box = await control.boundingBox();
        // The round buttons stay round: the layout does not squeeze them.
        expect(box?.width).toBeCloseTo(box?.height ?? 0, 0);
      }
    }
    await page.reload();
    await expect(lab.table('a')).toBeAttached();
    await expect(page.getByRole('button', { name: 'Large type' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('button', { name: 'Large type' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-type', 'plain');
  },
);

test('dialogs and the tour fit in large type too', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await page.keyboard.press('g');
  for (const [key, name] of [
    ['v', 'Counters'],
    ['l', 'Learn'],
    ['p', 'Report'],
    ['?', 'Keys and About'],
  ] as const) {
    await page.keyboard.press(key);
    const dialog = page.getByRole('dialog', { name });
    await expect(dialog.getByRole('button', { name: 'Close' })).toBeInViewport({ ratio: 1 });
    const box = await dialog.boundingBox();
    expect((box?.y ?? -1) + (box?.height ?? 1e9)).toBeLessThanOrEqual(720);
    await dialog.getByRole('button', { name: 'Close' }).click();
  }
  await page.keyboard.press('t');
  for (let stop = 1; stop <= 8; stop += 1) {
    await expect(page.locator('.tour')).toContainText(`Tour, ${stop} of 8`);
    await expect(page.locator('.tour')).toBeInViewport({ ratio: 0.99 });
    await page.keyboard.press('ArrowRight');
  }
});

test(
  'storage that is forbidden only means that the choice is not kept',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      Object.defineProperty(window, 'localStorage', {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
    });
    const lab = new LabPage(page);
    await lab.openSmall();
    await page.keyboard.press('g');
    await expect(page.locator('html')).toHaveAttribute('data-type', 'large');
  },
);

test.describe('the checker', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  test('finds nothing in large type', { tag: '@long' }, async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(5);
    await page.keyboard.press('g');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, '#root')).toEqual([]);
    }
  });
});
