import { expect, test, type Page } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, soon } from './lab-page.js';

/** Slow motion as a user operates it; numbers are read from the table beside the tiles. */
class SlowPage {
  constructor(readonly page: Page) {}

  get dialog() {
    return this.page.getByRole('dialog', { name: 'Slow motion' });
  }

  get sentence() {
    return this.dialog.getByTestId('slow-sentence');
  }

  /** Opens slow motion from the Lab with its key. */
  async open(): Promise<void> {
    const lab = new LabPage(this.page);
    await lab.open();
    await this.page.keyboard.press('s');
    // The first scene is about a dirty page.
    await expect(this.sentence).toHaveText(/^Page \d+ of \d+: .*dirty/);
  }

  /** Number of pages of the batch that already have an outcome. */
  async judged(): Promise<number> {
    const boxes = this.dialog.locator('.outcome:not([data-outcome="rotated"]) .outcome-count');
    const counts = (await boxes.allTextContents()).map(Number);
    expect(counts).toHaveLength(4);
    return counts.reduce((sum, count) => sum + count);
  }

  /** Number of pages on a list. */
  async pagesOn(list: string): Promise<number> {
    const row = this.dialog.getByTestId('slow-lists').getByRole('row', { name: list });
    return Number(await row.getByRole('cell').textContent());
  }
}

/** Counts the animations that the page starts from now on, including those that have ended already. */
async function countTravels(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const animate = Reflect.get(Element.prototype, 'animate') as (...given: never[]) => unknown;
    Object.assign(Element.prototype, {
      animate(this: Element, ...given: never[]) {
        const { dataset } = document.documentElement;
        dataset['travels'] = String(Number(dataset['travels'] ?? 0) + 1);
        return animate.apply(this, given);
      },
    });
  });
}

function travels(page: Page): Promise<number> {
  return page.evaluate(() => Number(document.documentElement.dataset['travels'] ?? 0));
}

test(
  'a batch is watched page by page with the keyboard alone',
  { tag: '@long' },
  async ({ page }) => {
    const slow = new SlowPage(page);
    await slow.open();
    const introduction = slow.dialog.getByRole('heading', { name: 'About this view' });
    await expect(introduction).toBeVisible();
    await page.keyboard.press('m');
    await expect(introduction).toHaveCount(0);
    await expect(slow.sentence).toHaveText(
      /starts a batch of \d+ pages at the tail of the inactive file list/,
    );
    const pages = Number(
      /batch of (\d+) pages/.exec((await slow.sentence.textContent()) ?? '')?.[1],
    );
    const before = await slow.pagesOn('inactive file');
    await page.keyboard.press('ArrowRight');
    await expect(slow.sentence).toContainText(`takes ${pages} pages off the tail`);
    expect(await slow.pagesOn('inactive file')).toBe(before - pages);
    const told = new Set<string>();
    for (let at = 1; at <= pages; at += 1) {
      await page.keyboard.press('ArrowRight');
      await expect(slow.sentence).toContainText(`Page ${at} of ${pages}: `);
      told.add(((await slow.sentence.textContent()) ?? '').replace(/.*: /, ''));
      expect(await slow.judged()).toBe(at);
    }
    expect(told.size).toBeGreaterThanOrEqual(3);
    const rows = slow.dialog.getByTestId('slow-batch').locator('tbody tr');
    await expect(rows).toHaveCount(pages);
    await expect(rows.filter({ hasText: 'not decided yet' })).toHaveCount(0);

    await page.keyboard.press('ArrowLeft');
    await expect(slow.sentence).toContainText(`Page ${pages - 1} of ${pages}: `);
    await page.keyboard.press('Escape');
    await expect(slow.dialog).toHaveCount(0);
    await page.keyboard.press('s');
    await expect(slow.sentence).toContainText(`Page ${pages - 1} of ${pages}: `);
  },
);

test(
  'it plays by itself at the speed that was chosen, and each lane has its own scenes',
  { tag: '@long' },
  async ({ page }) => {
    const slow = new SlowPage(page);
    await slow.open();
    await page.keyboard.press('m');
    await page.keyboard.press('4');
    await expect(slow.dialog.getByLabel('Speed')).toHaveValue('0.2');
    await slow.dialog.getByRole('button', { name: 'Play' }).click();
    await expect(slow.sentence).toContainText(/^Page (?:[4-9]|\d\d) of/);
    await slow.dialog.getByRole('button', { name: 'Pause' }).click();
    const inA = await slow.sentence.textContent();
    await page.keyboard.press('l');
    await expect(slow.sentence).toHaveText(/^Page \d+ of \d+: /);
    await page.keyboard.press('b');
    await expect(slow.sentence).toContainText('starts a batch');
    await slow.dialog.getByRole('button', { name: 'Linux 3.0', exact: false }).first().click();
    await expect(slow.sentence).toHaveText(inA ?? '');
  },
);

test(
  'the engine answers what the other kernel does with a page',
  { tag: '@long' },
  async ({ page }) => {
    const slow = new SlowPage(page);
    await slow.open();
    // Slow motion opens on a dirty page. A step forward closes the introduction; a step back returns to that page.
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowLeft');
    await expect(slow.sentence).toContainText('dirty and recently used');
    const question = slow.dialog.getByRole('group', { name: /What happens to this page in/ });
    await question.getByRole('button', { name: 'freed' }).click();
    const answer = slow.dialog.getByTestId('slow-answer');
    await expect(answer).toHaveText(
      /^No\. kswapd0 skipped this page: dirty, and kswapd writes file pages only under pressure/,
    );
    const rule = slow.dialog.getByRole('row', { name: /dirty: left to the flusher/ });
    await expect(rule.locator('[data-lane="b"]')).toContainText(
      'kswapd writes file pages only under pressure',
    );
    await page.keyboard.press('ArrowRight');
    await expect(answer).toHaveText('');
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test(
    'a batch is watched by touch, and nothing is wider than the screen',
    { tag: '@long' },
    async ({ page }) => {
      const slow = new SlowPage(page);
      await new LabPage(page).open();
      await page.getByRole('button', { name: 'More controls' }).tap();
      await page.getByRole('button', { name: 'Slow motion' }).tap();
      await slow.dialog.getByRole('button', { name: 'Next mixed batch' }).tap();
      await slow.dialog.getByRole('button', { name: 'Next scene' }).tap();
      await slow.dialog.getByRole('button', { name: 'Next scene' }).tap();
      await expect(slow.sentence).toContainText('Page 1 of');
      // An animation may move a tile in from beyond the edge; once all animations have ended, nothing overflows.
      await soon(() => slow.dialog.evaluate((element) => element.scrollWidth)).toBeLessThanOrEqual(
        360,
      );
      await slow.dialog.getByRole('button', { name: 'Back to the Lab' }).tap();
      await expect(slow.dialog).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Slow motion' })).toBeFocused();
    },
  );
});

test.describe('for everyone', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `names, roles and contrast are as they should be: ${colorScheme}`,
      { tag: '@long' },
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        const slow = new SlowPage(page);
        await slow.open();
        expect(await violations(page, 'dialog[open]')).toEqual([]);
        await page.keyboard.press('m');
        for (let count = 0; count < 6; count += 1) {
          await page.keyboard.press('ArrowRight');
        }
        await slow.dialog.getByRole('button', { name: 'Show the answer' }).click();
        await expect(slow.dialog.getByTestId('slow-answer')).not.toHaveText('');
        expect(await violations(page, 'dialog[open]')).toEqual([]);
        await slow.dialog.getByRole('button', { name: 'Large type' }).click();
        expect(await violations(page, 'dialog[open]')).toEqual([]);
      },
    );
  }

  test('who asked for less motion sees no page travel', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await countTravels(page);
    const slow = new SlowPage(page);
    await slow.open();
    await page.keyboard.press('m');
    await expect(slow.sentence).toContainText('starts a batch');
    await page.keyboard.press('ArrowRight');
    await expect(slow.sentence).toContainText('off the tail');
    expect(await travels(page)).toBe(0);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await soon(() =>
      page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches),
    ).toBe(false);
    await page.keyboard.press('ArrowLeft');
    await expect(slow.sentence).toContainText('starts a batch');
    await page.keyboard.press('ArrowRight');
    await soon(() => travels(page)).toBeGreaterThan(0);
  });
});
