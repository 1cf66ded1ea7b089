import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { LabPage, soon } from './lab-page.js';

const METRICS = ['throughput', 'nr_vmscan_write', 'allocstall', 'efficiency'];

function chart(page: Page, metric: string) {
  return page.locator(`[data-metric="${metric}"] .chart-overlay`);
}

function slider(page: Page) {
  return page.getByRole('slider', { name: 'Time whose values are shown' });
}

/** The time range that the charts show: start and end, in seconds. */
async function shown(page: Page): Promise<number[]> {
  const text = (await slider(page).getAttribute('aria-valuetext')) ?? '';
  const [, from, to] = /([\d.]+) s to ([\d.]+) s shown/.exec(text) ?? [];
  return [Number(from), Number(to)];
}

/** The x of a moment in a chart of the first 20 s: the plot is inset by 4 pixels on the left and 18 on the right. */
function placeOf({ x, width }: { x: number; width: number }, seconds: number): number {
  return x + 4 + ((width - 22) * seconds) / 20;
}

/** Returns a screenshot of each chart. */
async function pictures(page: Page): Promise<string[]> {
  return Promise.all(
    METRICS.map((metric) =>
      page
        .locator(`[data-metric="${metric}"] canvas`)
        .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL()),
    ),
  );
}

async function openAt(page: Page, seconds: number): Promise<LabPage> {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(seconds);
  return lab;
}

test('a stretch that is dragged in one chart is shown by all of them', async ({ page }) => {
  await openAt(page, 20);
  expect(await shown(page)).toEqual([0, 20]);
  const before = await pictures(page);
  const box = await chart(page, 'allocstall').boundingBox();
  if (!box) throw new Error('no chart');
  const y = box.y + box.height / 2;
  const x = (seconds: number) => placeOf(box, seconds);
  // The page fetches the code for selecting a time range when the browser is idle.
  await expect(async () => {
    await page.mouse.move(x(5), y);
    await page.mouse.down();
    await page.mouse.move(x(10), y, { steps: 5 });
    await page.mouse.up();
    const [from = 0, to = 0] = await shown(page);
    expect(from).toBeCloseTo(5, 0);
    expect(to).toBeCloseTo(10, 0);
  }).toPass();
  const after = await pictures(page);
  after.forEach((picture, at) => expect(picture).not.toBe(before[at]));
  await page.mouse.dblclick(x(10), y);
  expect(await shown(page)).toEqual([0, 20]);
});

test(
  'a zoom lasts over a change of kernel, and no chart is blank meanwhile',
  { tag: '@long' },
  async ({ page }) => {
    const lab = await openAt(page, 20);
    await page.getByRole('button', { name: 'Zoom the charts in' }).click();
    await soon(() => shown(page)).toEqual([5, 15]);
    await page.getByLabel('Kernel of lane B').selectOption({ label: 'Linux 2.6.36' });
    await lab.goTo(6);
    await soon(() => shown(page)).toEqual([5, 15]);
    // A moment outside moves the range.
    await lab.goTo(20);
    await soon(() => shown(page)).toEqual([12.5, 22.5]);
  },
);

test(
  'a chart that is chosen is large, on a desk and with the keyboard',
  { tag: '@long' },
  async ({ page }) => {
    await openAt(page, 20);
    const heights = () =>
      page.locator('[data-metric] canvas').evaluateAll((all) => all.map((it) => it.clientHeight));
    const before = await heights();
    expect(Math.min(...before)).toBeGreaterThanOrEqual(80);
    expect(before[0]).toBeGreaterThan(150);
    await page.getByRole('button', { name: /^allocstall/ }).focus();
    await page.keyboard.press('Enter');
    const [first = 0, , third = 0] = await heights();
    expect([first, third > 150]).toEqual([80, true]);
  },
);

test('a click on an event of a chart goes to this event', async ({ page }) => {
  const lab = await openAt(page, 20);
  const canvas = page.locator('[data-metric="throughput"] canvas');
  const marks = (await canvas.getAttribute('aria-description')) ?? '';
  const [, name = '', second = ''] = /Marks: (.*?) at ([\d.]+) s/.exec(marks) ?? [];
  const overlay = chart(page, 'throughput');
  const box = await overlay.boundingBox();
  if (!box) throw new Error('no chart');
  // The page fetches the code for clicks on a chart when the browser is idle.
  await expect(async () => {
    await page.mouse.move(placeOf(box, 19), box.y + box.height / 2);
    await page.mouse.move(placeOf(box, Number(second)), box.y + box.height / 2);
    await expect(page.getByTitle(`Go to “${name}”`)).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await page.mouse.down();
  await page.mouse.up();
  await soon(async () => Math.abs((await lab.nowNs('a')) / 1e9 - Number(second))).toBeLessThan(1);
});

test('the figures of both lanes follow the pointer, in every chart at once', async ({ page }) => {
  const lab = await openAt(page, 4);
  const then = {
    a: await lab.measure('dirty-Normal', 'a'),
    b: await lab.measure('dirty-Normal', 'b'),
  };
  await lab.goTo(20);
  const now = await lab.measure('throughput', 'b');
  const box = await chart(page, 'throughput').boundingBox();
  if (!box) throw new Error('no chart');
  await page.mouse.move(placeOf(box, 4), box.y + 10);
  await expect(page.getByTestId('cursor')).toHaveText(/^(3\.9|4\.0|4\.1) s$/);
  for (const lane of ['a', 'b'] as const) {
    const share = Number.parseFloat(await lab.measure('dirty-Normal', lane));
    expect(Math.abs(share - Number.parseFloat(then[lane]))).toBeLessThanOrEqual(8);
  }
  expect(await lab.measure('throughput', 'b')).not.toBe(now);
  await page.mouse.move(400, 300);
  await expect(page.getByTestId('cursor')).toHaveCount(0);
  expect(await lab.measure('throughput', 'b')).toBe(now);
});

test(
  'the charts are zoomed and asked with the keyboard alone',
  { tag: '@long' },
  async ({ page }) => {
    await openAt(page, 20);
    // Shift+Tab from this button leads to the control before the charts.
    await page.getByRole('button', { name: /^Throughput/ }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect(slider(page)).toBeFocused();
    await page.keyboard.press('Home');
    await expect(page.getByTestId('cursor')).toHaveText('0.0 s');
    for (let step = 0; step < 3; step += 1) {
      await page.keyboard.press('Shift+ArrowRight');
    }
    await expect(page.getByTestId('cursor')).toHaveText('6.0 s');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press('Enter');
    await soon(() => shown(page)).toEqual([6, 8]);
    await page.keyboard.press('-');
    // The moment under the pointer, here the end of the range shown, stays in place.
    await soon(() => shown(page)).toEqual([4, 8]);
    await page.keyboard.press('0');
    await soon(() => shown(page)).toEqual([0, 20]);
    await page.keyboard.press('+');
    await expect(page.getByRole('button', { name: 'Show the whole run' })).toBeEnabled();
    // Zooming the charts does not move the time of the run.
    await expect(page.getByTestId('now')).toHaveText('20.0 s');
  },
);

test(
  'the wheel with Ctrl zooms where the pointer is, and the buttons undo it',
  { tag: '@long' },
  async ({ page }) => {
    await openAt(page, 20);
    await chart(page, 'throughput').hover();
    // Without Ctrl, the wheel scrolls the panel.
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -100);
    await page.mouse.wheel(0, -100);
    await page.keyboard.up('Control');
    await soon(async () => (await shown(page))[0]).toBeGreaterThan(0);
    await page.getByRole('button', { name: 'Zoom the charts out' }).click();
    await soon(() => shown(page)).toEqual([0, 20]);
  },
);

test(
  'dirty pages stand beside the limits that hold writers back',
  { tag: '@long' },
  async ({ page }) => {
    const lab = await openAt(page, 10);
    const row = page.locator('[data-metric="dirty"]');
    await expect(row.getByRole('heading')).toContainText('Dirty and writeback');
    const pages = Number((await lab.measure('dirty', 'a')).replaceAll(',', ''));
    expect(pages).toBeGreaterThan(1000);
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true });

  test('the buttons zoom, and a tap asks for the figures', { tag: '@long' }, async ({ page }) => {
    const lab = await openAt(page, 20);
    await page.getByText('Charts', { exact: true }).first().tap();
    await page.getByRole('button', { name: 'Zoom the charts in' }).tap();
    const [from = 0, to = 0] = await shown(page);
    expect(to - from).toBe(10);
    await chart(page, 'throughput').tap();
    await expect(page.getByTestId('cursor')).toBeVisible();
    expect(await lab.nowNs('a')).toBe(20e9);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(360);
  });
});
