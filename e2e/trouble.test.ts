import { expect, test } from '@playwright/test';

import { coloursIn, LabPage, soon } from './lab-page.js';

test('a cut link is told, and there is something to see all the same', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  const link = page.url();
  await page.goto('about:blank');
  await lab.open(link.slice(0, -6));
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Parts of this link could not be read');
  await expect(alert.getByRole('listitem').first()).toContainText('truncated or altered');
  await expect(page.locator('.picker')).toContainText('at a sixteenth');
});

test(
  'a bad link in the address bar leaves the present scenario as it is',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    const link = page.url();
    await soon(() => lab.nowNs('a')).toBeGreaterThan(1e9);
    await page.evaluate(() => {
      window.location.hash = 'v1.nonsense';
    });
    await expect(page.getByRole('alert')).toContainText('This link cannot be opened');
    await soon(() => page.url()).toBe(link);
    await expect(page.locator('.picker')).toContainText('at a sixteenth');
    expect(await lab.nowNs('a')).toBeGreaterThan(1e9);
    await lab.dismissMessage();
    await expect(page.getByRole('alert')).toHaveCount(0);
  },
);

test('documents that cannot run are refused in sentences that name the field', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  const dialog = await lab.openDocument();
  const text = dialog.getByLabel('JSON document');
  const document = JSON.parse(await text.inputValue()) as {
    machine: { zones: { present_pages: number }[] };
  };
  const refused = async (json: string, sentence: RegExp) => {
    await text.fill(json);
    await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(dialog.getByRole('alert')).toContainText(sentence);
    await expect(text).toHaveValue(json);
  };
  const changed = (more: object) => JSON.stringify({ ...document, ...more });
  const zones = (present_pages: number) => ({
    machine: {
      ...document.machine,
      zones: document.machine.zones.map((zone) => ({ ...zone, present_pages })),
    },
  });
  await refused('{"version": 1,', /JSON/);
  await refused(changed({ kernel: '3.00' }), /kernel.*Did you mean 3\.0/);
  await refused(changed(zones(0)), /present_pages.*at least 1/);
  await refused(changed(zones(268_435_456)), /present_pages.*at most/);
  await refused(changed({ mechanisms: { per_zone_dirty_rfc: true } }), /Switch gfp_write on/);
  await refused(changed({ colour: 'red' }), /colour.*[Rr]emove it/);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('.picker')).toContainText('at a sixteenth');
  expect(await lab.pages('a', 'DMA32', 'present')).toBeLessThan(60_000);
  // The dialog keeps the rejected text for the user to fix.
  await lab.openDocument();
  await expect(text).toHaveValue(changed({ colour: 'red' }));
});

test('a scenario is saved as a file and opened from it', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(2);
  await lab.switchOn('No file writeback in direct reclaim');
  await page.locator('.picker').click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save scenario' }).click(),
  ]);
  await page.getByRole('button', { name: 'Close' }).click();
  await lab.choose('Copying 8 GiB to a USB stick');
  await expect(page.getByText('Switched during the run')).toHaveCount(0);
  const dialog = await lab.openDocument();
  await dialog.getByLabel('Choose a file').setInputFiles(await download.path());
  await expect(dialog.getByLabel('JSON document')).toHaveValue(/at a sixteenth/);
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Switched during the run')).toBeVisible();
  await expect(page.locator('.picker')).toContainText('at a sixteenth');
});

test('a huge link is refused', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.open();
  await page.evaluate(() => {
    window.location.hash = `v1.x.${'A'.repeat(200_000)}`;
  });
  await expect(page.getByRole('alert')).toContainText('the maximum is 65,536 characters');
});

test('an engine that cannot be loaded is told in the page', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('The engine could not be started');
  await page.unroute('**/*.wasm');
  await page.getByRole('button', { name: 'Reload' }).click();
  await soon(() => new LabPage(page).nowNs('a')).toBeGreaterThan(0);
});

for (const address of ['/', '/results.html']) {
  test(`${address} shows an error where its components cannot be loaded`, async ({ page }) => {
    await page.route('**/react-*.js', (route) => route.abort());
    await page.goto(address);
    await expect(page.getByRole('alert')).toContainText('The page could not be loaded');
    await page.unroute('**/react-*.js');
    await page.reload();
    await expect(page.getByRole('link', { name: 'Learn' })).toBeVisible();
  });
}

test(
  'workers that cannot be loaded are told, and can be started again',
  { tag: '@long' },
  async ({ page }) => {
    await page.route('**/worker*', (route) => route.abort());
    await page.goto('/');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('Scenario, switches and time are kept');
    await page.unroute('**/worker*');
    await alert.getByRole('button', { name: /^Continue at/ }).click();
    await soon(() => new LabPage(page).nowNs('a')).toBeGreaterThan(0);
  },
);

test('on a phone everything is in one column and nothing runs over the edge', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const lab = new LabPage(page);
  await lab.open();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeInViewport();
  await page.getByText('Kernels and mechanisms').click();
  await lab.mechanism('Evict once').scrollIntoViewIfNeeded();
  await expect(lab.mechanism('Evict once')).toBeInViewport();
});

test('nothing moves by itself for those who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const lab = new LabPage(page);
  await lab.open();
  await lab.isPaused();
  // The lanes differ already at this moment.
  const nowNs = await lab.nowNs('a');
  expect(nowNs).toBe(60e9);
  await lab.play();
  await soon(() => lab.nowNs('a')).toBeGreaterThan(nowNs);
});

test('the theme follows the system until somebody chooses', { tag: '@long' }, async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await new LabPage(page).open();
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: /^Theme/ }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('without WebGL the maps are drawn all the same', async ({ browserName, playwright }) => {
  const { launchOptions, baseURL } = test.info().project.use;
  const browser = await playwright[browserName].launch({
    ...launchOptions,
    args: ['--disable-gpu', '--disable-software-rasterizer'],
  });
  try {
    const page = await browser.newPage({ baseURL: baseURL ?? '' });
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(6);
    expect(await lab.table('a').getAttribute('data-renderer')).toBe('canvas2d');
    await soon(async () =>
      coloursIn(page, await page.getByTestId('canvas-a').screenshot()),
    ).toBeGreaterThan(3);
  } finally {
    await browser.close();
  }
});
