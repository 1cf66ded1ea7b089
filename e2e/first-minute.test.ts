import { expect, test, type Page } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, linkOf, RUN_MS, settled, soon } from './lab-page.js';

/** Limits for what a first-time visitor sees before opening anything. */
const WORDS_MAX = 180;
const CONTROLS_MAX = 18;
const TYPE_PX_MIN = 12;

interface Screen {
  words: number;
  controls: string[];
  /** Texts smaller than `TYPE_PX_MIN`. */
  small: string[];
}

/** Counts the visible words of two or more letters, the visible controls, and the visible texts in too small type. */
async function screenOf(page: Page, least: number): Promise<Screen> {
  return page.evaluate((leastPx) => {
    const seen = (element: Element, boxes: Iterable<DOMRect>): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      [...boxes].some((box) => {
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        if (
          box.width < 2 ||
          box.height < 2 ||
          x < 0 ||
          x > innerWidth ||
          y < 0 ||
          y > innerHeight
        ) {
          return false;
        }
        for (let at: Element | null = element; at; at = at.parentElement) {
          const { clipPath, overflowX, overflowY } = getComputedStyle(at);
          const clip = at.getBoundingClientRect();
          const outside = x < clip.left || x > clip.right || y < clip.top || y > clip.bottom;
          const clips = overflowX !== 'visible' || overflowY !== 'visible';
          if (clipPath !== 'none' || (clips && outside)) {
            return false;
          }
        }
        return true;
      });
    const wordsIn = (text: string) =>
      text.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)).length;
    let words = 0;
    const small: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.nodeValue?.trim() ?? '';
      const range = document.createRange();
      range.selectNodeContents(node);
      if (
        element &&
        text !== '' &&
        !element.closest('option') &&
        seen(element, range.getClientRects())
      ) {
        words += wordsIn(text);
        if (Number.parseFloat(getComputedStyle(element).fontSize) < leastPx) {
          small.push(text);
        }
      }
    }
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        'button, select, input, textarea, a[href], summary',
      ),
    ].filter((element) => seen(element, [element.getBoundingClientRect()]));
    for (const control of controls) {
      words +=
        control instanceof HTMLSelectElement ? wordsIn(control.selectedOptions[0]?.text ?? '') : 0;
    }
    const names = controls.map((element) => element.ariaLabel ?? element.textContent);
    return { words, controls: names, small };
  }, least);
}

const question = (page: Page) => page.getByRole('region', { name: 'Question of this run' });
const card = (page: Page) => page.getByRole('group', { name: 'Outcome' });
const caption = (page: Page, lane: 'a' | 'b') => page.getByTestId(`caption-${lane}`);

async function secondsOf(page: Page, lane: 'a' | 'b'): Promise<number> {
  return Number(await page.getByTestId(`time-${lane}`).getAttribute('data-now-ns')) / 1e9;
}

test('the page opens on the answer: it plays, and says what happens in each lane', async ({
  page,
}) => {
  await page.goto('/');
  await expect(question(page)).toContainText('Why does a copy to a USB stick slow down');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  // The page computes ahead to shortly before the lanes diverge, and plays from there.
  await soon(() => secondsOf(page, 'a'), { timeout: RUN_MS }).toBeGreaterThan(84);
  await expect(caption(page, 'a')).toContainText('% of Normal is dirty', { timeout: RUN_MS });
  await expect(caption(page, 'b')).toContainText('kswapd frees clean pages without writing');
  await expect(caption(page, 'a')).toContainText(
    'kswapd writes dirty file pages of Normal itself',
    {
      timeout: RUN_MS,
    },
  );
  // “Show me why” draws a ring around the page that reclaim wrote first, in both maps. It must not shift the layout.
  const sliders = page.getByRole('region', { name: 'Machine' });
  const before = await sliders.boundingBox();
  await card(page).getByRole('button', { name: 'Show me why' }).click({ timeout: RUN_MS });
  const why = page.getByRole('group', { name: 'Why this moment' });
  await expect(why).toContainText(/in A only: kswapd0 wrote this dirty page .*The ring/, {
    timeout: RUN_MS,
  });
  expect(await sliders.boundingBox()).toEqual(before);
  await expect(page.getByTestId('map-pinned')).toHaveCount(2);
  await expect(page.getByTestId('map-pinned').first()).toBeInViewport({ ratio: 1 });
  await why.getByRole('button', { name: /^Back to/ }).click();
  await expect(page.getByTestId('map-pinned')).toHaveCount(0);
});

test('many values of dirty_ratio are compared from its slider', async ({ page }) => {
  await page.goto(linkOf('weiner-usb-small'));
  await page.getByRole('slider', { name: /^Dirty limit/ }).hover();
  await page.getByRole('button', { name: 'Vary…' }).click();
  await expect(page).toHaveURL(/studies\.html#study=/);
  await expect(page.getByRole('heading', { level: 2, name: /: dirty_ratio$/ })).toBeVisible();
  await page.getByRole('button', { name: /^Run \d+ runs/ }).click();
  await expect(page.getByRole('button', { name: 'Stop' }).first()).toBeVisible();
});

test('few words, few controls, and none of it small', async ({ page }) => {
  await page.goto('/');
  await soon(() => secondsOf(page, 'a'), { timeout: RUN_MS }).toBeGreaterThan(34);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // The pointer must not hover over anything that shows a tooltip.
  await page.mouse.move(720, 20);
  const { words, controls, small } = await screenOf(page, TYPE_PX_MIN);
  expect(small).toEqual([]);
  expect(words).toBeLessThanOrEqual(WORDS_MAX);
  expect(controls.length, controls.join(' | ')).toBeLessThanOrEqual(CONTROLS_MAX);
});

test('the run is explained in plain words, with the words of the kernel', async ({ page }) => {
  await page.goto('/');
  const words = page.getByRole('dialog', { name: 'In plain words' });
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.getByRole('button', { name: /^This run in plain words/ }).click();
  await expect(words).toBeVisible();
  await page.keyboard.press('Escape');
  // The outcome card offers “In plain words” with the first outcome.
  await page.getByRole('button', { name: 'In plain words' }).press('Enter', { timeout: RUN_MS });
  await expect(words).toContainText('In B, each zone has its own dirty limit.');
  await expect(words.getByRole('term').filter({ hasText: 'balance_dirty_pages' })).toBeAttached();
  await page.keyboard.press('Escape');
  await expect(words).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'In plain words' })).toBeFocused();
});

test('nothing that is unfolded is small or cut off', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.open(linkOf('weiner-usb-small', {}, { at_ns: 20e9 }));
  await lab.isPaused();
  await expect(page.locator('.time-totals').first()).toBeVisible();
  await page.locator('.centre').evaluate((centre) => centre.scrollTo(0, centre.scrollHeight));
  expect((await screenOf(page, TYPE_PX_MIN)).small).toEqual([]);
  const cut = await page
    .locator('.change-title, .mechanism-title, .ribbon-label, .lane-decisions p')
    .evaluateAll((elements) =>
      elements
        .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
        .map((it) => it.textContent),
    );
  expect(cut).toEqual([]);
  // The user need not scroll in either card to see the legend of the strips, or the reason why a page was written.
  await expect(page.getByTestId('divergence')).toBeVisible();
  const clipped = await page
    .locator('.strip-columns, .decisions')
    .evaluateAll((cards) => cards.map((it) => it.scrollHeight - it.clientHeight));
  expect(clipped.filter((px) => px > 1)).toEqual([]);
});

test('one Tab leads past the controls to the main part', async ({ page }) => {
  await page.goto(linkOf('weiner-usb-small'));
  await expect(page.getByTestId('table-b')).toBeAttached();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to the main content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  const address = page.url();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  expect(page.url()).toBe(address);
});

test('the way between the pages is the same on all, and leads to Learn from Results', async ({
  page,
}) => {
  const parts = page.getByRole('navigation', { name: 'Parts of the app' });
  await page.goto('/');
  await expect(parts).toHaveText('LabResultsStudiesLearn');
  await parts.getByRole('link', { name: 'Results' }).click();
  await expect(page).toHaveTitle(/Results/);
  await expect(parts).toHaveText('LabResultsStudiesLearn');
  await parts.getByRole('link', { name: 'Learn' }).click();
  await expect(page.getByRole('dialog', { name: 'Learn' })).toBeVisible();
});

test('a scenario with other kernels asks another question', async ({ page }) => {
  await page.goto(linkOf('weiner-usb-small'));
  await expect(question(page)).toContainText('why do per-zone dirty limits change nothing here?');
  await page.getByLabel('Kernel of lane B').selectOption({ label: 'Linux 3.3' });
  await expect(question(page)).toContainText('what does Linux 3.3 change compared with Linux 3.0?');
});

test.describe('the outcome', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  test('a card says it, is announced, and covers neither the maps nor the time', async ({
    page,
  }) => {
    await page.goto(linkOf('teaching-machine', {}, { at_ns: 10e9 }));
    const sliders = page.getByRole('region', { name: 'Machine' });
    await expect(sliders).toBeVisible();
    const before = await sliders.boundingBox();
    await expect(card(page)).toContainText(
      /Result\. (In [\d.]+\ss, A processed \d+\sMiB, B \d+\sMiB: \d+\s% (more|less) in B|A and B take the same time.*)\./,
      {
        timeout: RUN_MS,
      },
    );
    await expect(card(page)).toContainText(/Reclaim wrote [\d,]+\spages in A and [\d,]+ in B/);
    await expect(question(page).getByRole('status').first()).toContainText('Reclaim wrote');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, '.centre')).toEqual([]);
    }
    // Nothing may move when the outcome appears: the user may be about to click there.
    expect(await sliders.boundingBox()).toEqual(before);
    const box = await card(page).boundingBox();
    const map = await page.getByTestId('canvas-a').boundingBox();
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(map?.y ?? 0);

    await card(page).getByRole('button', { name: 'Try another patch' }).press('Enter');
    await expect(page.getByRole('switch', { name: 'Evict once', exact: true })).toBeVisible();
    await card(page).getByRole('button', { name: 'Show me why' }).press('Enter');
    await expect(page.getByRole('group', { name: 'Why this moment' })).toContainText(
      /At 0\.02\d\ss, in A only: first write from reclaim\. This never happens in B\./,
    );
    await expect(card(page)).toHaveCount(0);
  });

  test('it can be dismissed on a phone', { tag: '@long' }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(linkOf('teaching-machine', {}, { at_ns: 10e9 }));
    await expect(card(page)).toBeVisible({ timeout: RUN_MS });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await card(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(card(page)).toHaveCount(0);
  });
});

test('on a low screen all of the stage is above the fold', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.goto('/');
  await expect(caption(page, 'b')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('Tasks, device and decisions')).toBeInViewport({ ratio: 1 });
  const scrolls = await page
    .locator('.centre')
    .evaluate((centre) => centre.scrollHeight - centre.clientHeight);
  expect(scrolls).toBe(0);
});

test('the maps keep their place while a user looks for a moment', async ({ page }) => {
  const lab = new LabPage(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  // A link without a moment plays by itself: a click on Play would pause the run if it came a moment too late.
  await page.goto(linkOf('real-write-3x-ram'));
  await page.getByLabel('Speed').selectOption({ label: 'Max' });
  // The text is longer at the end of the run than at the start.
  await expect(card(page)).toContainText('Result.', { timeout: RUN_MS });
  await expect(card(page)).toContainText('With seeds');
  const place = await settled(() => page.getByTestId('canvas-a').boundingBox());
  await lab.goTo(2);
  await expect(card(page)).toContainText('At the end:');
  expect(await page.getByTestId('canvas-a').boundingBox()).toEqual(place);
});
