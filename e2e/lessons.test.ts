import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, linkOf, RUN_MS, soon } from './lab-page.js';

/** A lesson on the small scenario, as a teacher would write it. */
const OWN = {
  version: 1,
  id: 'own',
  title: 'A lesson of my own',
  by: 'A teacher',
  summary: 'Who writes, on a small machine.',
  minutes: 2,
  steps: [
    {
      part: 'hurt',
      title: 'Memory fills',
      text: ['The counter is `allocstall`.'],
      scenario: {
        gallery: 'weiner-usb-small',
        a: { kernel: '3.0' },
        b: { kernel: '3.2-writeback-series' },
      },
    },
    {
      part: 'see',
      title: 'kswapd wakes',
      text: ['It wakes.'],
      moment: { mark: 'kswapd_wakes', lane: 'a', within_seconds: 60, after_seconds: 1 },
      point: { metric: 'allocstall' },
      watch: [{ label: 'pages scanned by kswapd', of: ['pgscan_kswapd'] }],
    },
    {
      part: 'try',
      title: 'Switch it',
      text: ['Switch the patch off.'],
      switch: { lane: 'b', mechanism: 'immediate_reclaim', on: false },
      point: { mechanism: 'immediate_reclaim', lane: 'b' },
    },
    {
      part: 'cost',
      title: 'A question',
      text: ['Before it is played.'],
      scenario: { gallery: 'weiner-usb-small' },
      quiz: {
        question: 'Bytes copied by 12 s: in B for A’s?',
        measure: { label: 'bytes copied', of: ['bytes_done'] },
        at: 12,
        options: [
          { text: 'fewer', below: 0.5 },
          { text: 'alike', from: 0.5, below: 2 },
          { text: 'more', from: 2 },
        ],
        after: ['The disk decides.'],
      },
    },
  ],
};

function lessonFile(lesson: object) {
  const buffer = Buffer.from(JSON.stringify(lesson));
  return { name: 'own.json', mimeType: 'application/json', buffer };
}

async function openOwn(page: Page, lesson: object = OWN): Promise<void> {
  await page.getByRole('link', { name: 'Learn' }).click();
  await page.getByLabel('Open a lesson…').setInputFiles(lessonFile(lesson));
}

function panel(page: Page) {
  return page.getByRole('region', { name: 'A lesson of my own' });
}

test('a lesson opens its scenario, goes to its moments and shows the figures there', async ({
  page,
}) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await openOwn(page);
  await expect(panel(page).getByRole('heading', { name: 'Memory fills' })).toBeFocused();
  await expect(page.getByLabel('Kernel of lane B')).toHaveValue('3.2-writeback-series');
  expect(await lab.nowNs('a')).toBe(0);

  await panel(page).getByRole('button', { name: 'Next' }).click();
  await lab.isPaused();
  const mark = page.getByRole('button', { name: /^Go to: kswapd wakes \(A/ });
  const woke = /at ([\d.]+) s/.exec((await mark.getAttribute('aria-label')) ?? '')?.[1];
  expect((await lab.nowNs('a')) / 1e9).toBeCloseTo(Number(woke) + 1, 0);
  const scanned = panel(page).getByRole('row', { name: /pages scanned by kswapd/ });
  await expect(scanned.locator('[data-lane="a"]')).not.toHaveText('0');
  await expect(page.locator('.ring')).toBeVisible();
});

test(
  'a step offers its switch, and leaving gives back what was there',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(5);
    const digests = await lab.digests();
    await openOwn(page);
    for (let step = 0; step < 2; step += 1) {
      await panel(page).getByRole('button', { name: 'Next' }).click();
    }
    const title = 'Immediate reclaim (PG_reclaim)';
    await expect(lab.mechanism(title)).toBeChecked();
    await panel(page)
      .getByRole('button', { name: `Switch “${title}” off in B` })
      .click();
    await expect(lab.mechanism(title)).not.toBeChecked();
    await expect(
      panel(page).getByRole('button', { name: `“${title}” is off in B` }),
    ).toBeDisabled();

    await panel(page).getByRole('button', { name: 'Leave' }).click();
    await expect(panel(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Restore it' }).click();
    await soon(() => lab.nowNs('a')).toBe(5e9);
    await lab.isPaused();
    expect(await lab.digests()).toEqual(digests);
  },
);

test('a question is asked before the run, and answered by its counters', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await openOwn(page);
  for (let step = 0; step < 3; step += 1) {
    await panel(page).getByRole('button', { name: 'Next' }).click();
  }
  await soon(() => lab.nowNs('a')).toBe(0);
  const play = panel(page).getByRole('button', { name: 'Play to 12.0 s and see' });
  await expect(play).toBeDisabled();
  await panel(page).getByRole('radio', { name: 'more' }).check();
  await play.click();
  const outcome = panel(page).getByRole('status').filter({ hasText: 'bytes copied' });
  await expect(outcome).toContainText('No.', { timeout: RUN_MS });
  await expect(outcome).toContainText('The disk decides.');
  await expect(panel(page).getByText('· correct')).toBeVisible();
  const shown = await outcome.locator('[data-lane="b"]').textContent();
  expect(await lab.nowNs('b')).toBe(12e9);

  // The table of counters shows the same value.
  await page.keyboard.press('v');
  await page.getByLabel('Filter by name').fill('bytes_done');
  const cell = page.getByTestId('counters').locator('tbody tr [data-lane="b"]');
  await expect(cell).toHaveText(shown ?? '');
  await page.getByRole('button', { name: 'Close' }).click();

  await panel(page).getByRole('button', { name: 'Ask again' }).click();
  await expect(panel(page).getByRole('radio', { name: 'alike' })).toBeEnabled();
});

test('an article is opened, its figure moved, and left with the keyboard alone', async ({
  page,
}) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.pause();
  await page.keyboard.press('l');
  const entry = page.getByRole('button', { name: /^Remove pages from their file in batches/ });
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(entry).toBeFocused({ timeout: 50 });
  }).toPass();
  await page.keyboard.press('Enter');
  const article = page.getByRole('dialog', { name: 'Remove pages from their file in batches' });
  await expect(article.getByRole('heading', { level: 1 })).toBeFocused();
  const figure = article.getByRole('figure', { name: /^How often the lock is taken/ });
  await figure.getByRole('button', { name: 'About the same, within a quarter' }).focus();
  await page.keyboard.press('Enter');
  await expect(figure.getByText('· correct')).toBeVisible({ timeout: RUN_MS });
  // At 112,640 kB the file fits in memory: no page is removed.
  const slider = figure.getByRole('slider', { name: 'Size of the file' });
  await expect(figure.getByRole('listitem').first()).toContainText('Linux 3.100');
  await slider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(slider).toHaveAttribute('aria-valuetext', '133,120 kB');
  await expect(
    figure.getByRole('img', { name: /133,120 kB: Linux 3\.10 2\d\d,\d\d\d/ }),
  ).toBeVisible({
    timeout: RUN_MS,
  });
  await page.keyboard.press('Escape');
  await expect(article).toHaveCount(0);
  await expect(page.locator('.picker-title')).toContainText('at a sixteenth of the size');
});

test(
  'the address opens an article, a step of it opens in the Lab, and a reload stays there',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto('/?lesson=weiner-2011');
    const article = page.getByRole('dialog', { name: 'Dirty limits for each zone' });
    await expect(article.getByRole('heading', { level: 1 })).toBeVisible();
    expect(page.url()).not.toContain('lesson');
    await article.getByRole('button', { name: /^Open in the Lab ?: What reclaim finds/ }).click();
    const step = page.getByRole('region', { name: 'Dirty limits for each zone' });
    await expect(step.getByRole('heading', { level: 3 })).toHaveText(/What reclaim finds/);
    const lab = new LabPage(page);
    // The step is two seconds after the first write by reclaim, so the counter is not 0.
    await lab.isPaused();
    const written = step.getByRole('row', { name: /pages written by reclaim/ });
    await expect(written.locator('[data-lane="a"]')).toHaveText(/^[1-9][\d,]*$/, {
      timeout: RUN_MS,
    });
    await page.reload();
    await expect(step.getByRole('heading', { level: 3 })).toHaveText(/What reclaim finds/);
    await step.getByRole('button', { name: 'Back to the article' }).click();
    await expect(article.getByRole('heading', { name: 'One limit, several zones' })).toBeVisible();
    await page.reload();
    await expect(article.getByRole('heading', { level: 1 })).toBeVisible();
    // The plain address opens the page as at a visit, not in the middle of the lesson.
    await page.goto('about:blank');
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Question of this run' })).toBeVisible();
    await expect(step).toHaveCount(0);
    await page.goto('/?lesson=no-such-lesson');
    await expect(page.getByRole('alert')).toContainText('There is no lesson “no-such-lesson”');
  },
);

test(
  'a file that is no lesson is told in sentences, and nothing is lost',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    const broken = { ...OWN, steps: [{ ...OWN.steps[0], scenario: { gallery: 'no-such' } }] };
    await openOwn(page, broken);
    await expect(page.getByRole('alert')).toContainText('There is no scenario “no-such”');
    await page.keyboard.press('Escape');
    await expect(page.locator('.picker-title')).toContainText('at a sixteenth of the size');
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the lesson stands above the Lab, and nothing is wider than the screen', async ({
    page,
  }) => {
    const lab = new LabPage(page);
    await lab.open(linkOf('weiner-usb-small'));
    await openOwn(page);
    for (let step = 0; step < 3; step += 1) {
      await panel(page).getByRole('button', { name: 'Next' }).tap();
      await expect(panel(page).getByText(`${step + 2} of 4`)).toBeVisible();
      // A browser ignores a tap while the page scrolls under it, as it does during a seek.
      await lab.isPaused();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(360);
    }
    const top = async (name: string) => (await page.locator(name).first().boundingBox())?.y ?? 0;
    expect(await top('.lesson')).toBeLessThan(await top('.lane'));
    await panel(page).getByRole('radio', { name: 'alike' }).tap();
    await panel(page)
      .getByRole('button', { name: /^Play to/ })
      .tap();
    await expect(panel(page).getByText('The disk decides.')).toBeVisible({ timeout: RUN_MS });
  });
});

test.describe('the checker', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`finds nothing in ${colorScheme}`, { tag: '@long' }, async ({ page }) => {
      await page.emulateMedia({ colorScheme });
      const violationsIn = async (part: string) => {
        // Some parts are fetched on demand: wait for them.
        await expect(page.locator(part)).toBeVisible();
        return violations(page, part);
      };
      const lab = new LabPage(page);
      await lab.openSmall();
      expect(await violationsIn('.question')).toEqual([]);
      await page.getByRole('link', { name: 'Learn' }).click();
      expect(await violationsIn('dialog[open]')).toEqual([]);
      await page.keyboard.press('Escape');
      await openOwn(page);
      await panel(page).getByRole('button', { name: 'Next' }).click();
      await lab.isPaused();
      expect(await violationsIn('.lesson')).toEqual([]);
      for (let step = 0; step < 2; step += 1) {
        await panel(page).getByRole('button', { name: 'Next' }).click();
      }
      await panel(page).getByRole('radio', { name: 'alike' }).check();
      await panel(page)
        .getByRole('button', { name: /^Play to/ })
        .click();
      await expect(panel(page).getByText('The disk decides.')).toBeVisible({ timeout: RUN_MS });
      expect(await violationsIn('.lesson')).toEqual([]);
    });
  }
});

test.describe('the checker, on an article', () => {
  test.use({ bypassCSP: true });

  for (const colorScheme of ['light', 'dark'] as const) {
    const tag = colorScheme === 'dark' ? ['@long'] : [];
    test(
      `finds nothing in ${colorScheme}, and nothing is wider than a phone`,
      { tag },
      async ({ page }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width: 360, height: 740 });
        await page.goto('/?lesson=kim-2014');
        const figure = page.getByRole('figure').first();
        await figure.getByRole('button', { name: 'About half' }).click();
        await expect(figure.getByText(/Your guess: /)).toBeVisible({ timeout: RUN_MS });
        await figure.getByText('Numbers').click();
        expect(await violations(page, '.article')).toEqual([]);
        const wide = await page
          .locator('.article-body')
          .evaluate((element) => element.scrollWidth - element.clientWidth);
        expect(wide).toBe(0);
      },
    );
  }
});

test('the lessons that come with the app are files beside it', async ({ request }) => {
  const schema = readFileSync(
    new URL('../public/lessons/lesson.schema.json', import.meta.url),
    'utf8',
  );
  expect(await (await request.get('/lessons/lesson.schema.json')).text()).toBe(schema);
  expect((await request.get('/lessons/weiner-2011.json')).ok()).toBe(true);
});
