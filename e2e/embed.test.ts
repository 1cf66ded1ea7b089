import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { FrameLocator, Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, soon } from './lab-page.js';
import { serveStatically, type StaticServer } from './static-server.js';

let folder: string;
let foreign: StaticServer;

/** Opens a page of another origin (another port) that embeds the Lab in an iframe. */
async function openForeign(page: Page, address: string): Promise<FrameLocator> {
  const frame = `<iframe title="Lab" width="800" height="560" src="${address}"></iframe>`;
  const filler = '<p style="height: 3000px">An article.</p>';
  await writeFile(path.join(folder, 'index.html'), `<!doctype html>${frame}${filler}`);
  await page.goto(`${foreign.url}/`);
  return page.frameLocator('iframe');
}

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'article-'));
  foreign = await serveStatically(folder, '');
});

test.afterAll(async () => {
  await foreign.close();
  await rm(folder, { recursive: true });
});

test('a frame in a foreign page shows the chosen panels at the moment of the link', async ({
  page,
  baseURL,
  context,
}) => {
  const lab = await openForeign(
    page,
    `${baseURL}?embed=map,charts#weiner-usb-small~t=6s~b=3.0+no_direct_fs_writeback`,
  );
  await expect(lab.getByTestId('now')).toHaveText('6.0 s');
  await expect(lab.getByTestId('table-a')).toBeAttached();
  await expect(lab.getByRole('region', { name: 'Throughput' })).toBeVisible();
  await expect(lab.getByText('Tasks and device')).toHaveCount(0);
  await expect(lab.getByRole('dialog')).toHaveCount(0);
  await expect(lab.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  // The Lab in its own tab must show the same state.
  await expect(lab.getByTestId('table-b')).toHaveAttribute('data-digest', /./);
  const digest = await lab.getByTestId('table-b').getAttribute('data-digest');
  const link = lab.getByRole('link', { name: 'Open in Reclaim Lab' });
  await expect(link).toHaveAttribute('rel', 'noopener');
  const [opened] = await Promise.all([context.waitForEvent('page'), link.click()]);
  const whole = new LabPage(opened);
  await expect(whole.table('b')).toHaveAttribute('data-now-ns', String(6e9));
  await expect(whole.table('b')).toHaveAttribute('data-digest', digest ?? '');
  expect(opened.url()).not.toContain('embed');
  await expect(opened.getByRole('button', { name: 'Same state as in the link' })).toBeVisible();
  await expect(opened.locator('.lane-b h2')).toContainText('no file writeback');
});

test('at 960 by 600 both maps can be read, and the charts stand beside them without scrolling', async ({
  page,
  baseURL,
}) => {
  await page.setViewportSize({ width: 960, height: 600 });
  await page.goto(`${baseURL}?embed=map,charts#weiner-usb-small~t=6s`);
  await expect(page.getByTestId('now')).toHaveText('6.0 s');
  for (const lane of ['a', 'b']) {
    const map = await page.getByTestId(`map-${lane}`).boundingBox();
    expect(map?.height).toBeGreaterThanOrEqual(120);
  }
  for (const place of ['.embed-panels', '.embed-column', '.side-right']) {
    const hidden = await page
      .locator(place)
      .evaluate((element) => element.scrollHeight - element.clientHeight);
    expect(hidden, place).toBeLessThanOrEqual(0);
  }
  const charts = page.getByRole('img', { name: /of both lanes over virtual time$/ });
  await expect(charts).toHaveCount(4);
  for (const chart of await charts.all()) {
    await expect(chart).toBeInViewport({ ratio: 1 });
    expect((await chart.boundingBox())?.height).toBeGreaterThanOrEqual(72);
  }
});

test('a frame keeps nothing, adds nothing to the history, and leaves the page its keys', async ({
  page,
  baseURL,
}) => {
  const lab = await openForeign(page, `${baseURL}?embed=tasks,decisions#weiner-usb-small~t=2s`);
  await expect(lab.getByTestId('now')).toHaveText('2.0 s');
  await expect(lab.getByText('Tasks and device')).toBeVisible();
  await expect(lab.getByTestId('canvas-a')).toHaveCount(0);
  const entries = await page.evaluate(() => window.history.length);

  // The outer page has the focus: Space scrolls it, and the run in the iframe stays paused.
  await page.keyboard.press('Space');
  await soon(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(100);
  await expect(lab.getByTestId('now')).toHaveText('2.0 s');
  await page.evaluate(() => window.scrollTo(0, 0));

  // The iframe has the focus: Space plays the run, and the outer page does not scroll.
  await lab.locator('h1').click();
  await page.keyboard.press('Space');
  await expect(lab.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect(lab.getByTestId('now')).not.toHaveText('2.0 s');
  await page.keyboard.press('Space');
  await expect(lab.getByRole('button', { name: 'Play' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBeLessThan(100);

  expect(await page.evaluate(() => window.history.length)).toBe(entries);
  const kept = await lab
    .locator('body')
    .evaluate(() => [window.localStorage.length, window.sessionStorage.length]);
  expect(kept).toEqual([0, 0]);
});

test(
  'the wheel moves the article until somebody has clicked into the frame',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    const lab = await openForeign(page, `${baseURL}?embed=map#weiner-usb-small~t=2s`);
    await expect(lab.getByTestId('now')).toHaveText('2.0 s');
    const scrolled = () => page.evaluate(() => window.scrollY);
    await page.mouse.move(400, 150);
    await page.mouse.wheel(0, 200);
    await soon(scrolled).toBeGreaterThan(100);
    await page.evaluate(() => window.scrollTo(0, 0));
    await lab.locator('h1').click();
    await page.mouse.move(400, 150);
    await page.mouse.wheel(0, -400);
    await expect(lab.getByTestId('view-a')).toBeVisible();
    expect(await scrolled()).toBe(0);
  },
);

test(
  'a frame on a phone, and one that asks for what there is not',
  { tag: '@long' },
  async ({ page, baseURL }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await page.goto(`${baseURL}?embed=map,chart&theme=dark#weiner-usb-small~t=2s`);
    await expect(page.getByRole('note')).toContainText('There is no panel “chart”');
    await expect(page.getByTestId('now')).toHaveText('2.0 s');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await expect(page.getByRole('link', { name: 'Open in Reclaim Lab' })).toBeInViewport();
  },
);

test.describe('names, roles and contrast', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  test(
    'are as they should be in a frame, in both themes',
    { tag: '@long' },
    async ({ page, baseURL }) => {
      for (const theme of ['light', 'dark']) {
        const query = `?embed=map,charts,tasks,decisions&theme=${theme}`;
        await page.goto(`${baseURL}${query}#weiner-usb-small~t=2s`);
        await expect(page.getByTestId('now')).toHaveText('2.0 s');
        expect(await violations(page)).toEqual([]);
        await page.goto('about:blank');
      }
    },
  );
});
