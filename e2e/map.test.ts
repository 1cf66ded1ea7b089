import { expect, test, type Page } from '@playwright/test';

import { LabPage, linkOf, soon } from './lab-page.js';

const view = (page: Page) => page.getByTestId('view-a');
const cells = (page: Page) => page.getByTestId('map-a').locator('.frame-cell');
const pinned = (page: Page) => page.getByTestId('pinned');

async function openAt(page: Page, seconds: number): Promise<LabPage> {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(seconds);
  return lab;
}

test('the wheel leads from all zones to single frames with names, and a click tells a life', async ({
  page,
}) => {
  const lab = await openAt(page, 8);
  const map = page.getByTestId('map-a');
  // Pages of the file that is being written are at this position.
  await map.hover({ position: { x: 250, y: 10 } });
  await expect(page.locator('.frame-note')).toContainText('frames');
  const scrolled = () => page.locator('.centre').evaluate((centre) => centre.scrollTop);
  const top = await scrolled();
  // Without Ctrl, or a click into the map first, the wheel scrolls the page.
  await page.mouse.wheel(0, 100);
  await soon(scrolled).toBe(top + 100);
  await page.mouse.wheel(0, -100);
  await soon(scrolled).toBe(top);
  await expect(view(page)).toHaveCount(0);
  await map.hover({ position: { x: 251, y: 10 } });
  await page.keyboard.down('Control');
  await soon(async () => {
    await page.mouse.wheel(0, -400);
    return cells(page).count();
  }).toBeGreaterThan(10);
  await page.keyboard.up('Control');
  // The other lane shows the same frames.
  await expect(page.getByTestId('view-b')).toHaveText((await view(page).textContent()) ?? '');
  await expect(page.locator('.frame-note')).toContainText(
    /pfn 0x[0-9A-F]+.*click: pin it and see its history/,
  );
  const digests = await lab.digests();
  await map.click({ position: { x: 250, y: 10 } });
  await expect(pinned(page)).toContainText(/Page frame 0x[0-9A-F]+ in DMA32/i);
  for (const lane of ['A', 'B']) {
    const life = page.getByRole('list', { name: `History in lane ${lane}` });
    await expect(life.getByRole('listitem').last()).toContainText(/\d s · [a-z_]+/);
  }
  // Zooming changes nothing in the run.
  expect(await lab.digests()).toEqual(digests);
});

test(
  'a pinned page says how old it is, and where the other lane has the same page',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    const pinAt = (zone: string, frame: number) =>
      linkOf('weiner-usb-small', {}, { at_ns: 8e9, pin: { lane: 'a', zone, frame } });
    await lab.open(pinAt('DMA32', 26_000));
    const same = page.getByTestId('same-page');
    await expect(same).toContainText(/^Same page as in A: page [\d,]+ of the 1st file of dd is in/);
    const age = page.getByTestId('age-a');
    await expect(age).toHaveText(
      /^In memory for [\d.]+ (s|ms|µs) \(since [\d.]+ s\) · (last moved .* ago|not moved since)$/,
    );
    const [name = ''] = /page [\d,]+ of .* of dd/.exec((await same.textContent()) ?? '') ?? [];
    // The frame in the other lane contains the same page, and has a link back to the frame that was pinned.
    const frame = await page.getByRole('heading', { name: /^Page frame 0x/ }).textContent();
    await same.getByRole('button', { name: /^pfn 0x/ }).click();
    await expect(page.getByRole('heading', { name: /^Page frame 0x/ })).not.toHaveText(frame ?? '');
    await expect(same).toContainText(`Same page as in B: ${name} is in`);
    const [pfn = ''] = /0x[0-9A-F]+/.exec(frame ?? '') ?? [];
    await expect(same.getByRole('button')).toHaveText(`pfn ${pfn}`);

    await page.goto('about:blank');
    await lab.open(pinAt('Normal', 7));
    await expect(same).toContainText(/^Same page as in A: .* is not in memory\.$/);
  },
);

test('a map is zoomed, moved and pinned by keys alone', async ({ page }) => {
  await openAt(page, 6);
  await page.getByTestId('map-a').focus();
  await soon(async () => {
    await page.keyboard.press('+');
    return cells(page).count();
  }).toBeGreaterThan(10);
  const before = (await view(page).textContent()) ?? '';
  await page.keyboard.press('ArrowRight');
  await expect(view(page)).not.toHaveText(before);
  await cells(page).first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(cells(page).nth(1)).toBeFocused();
  await expect(cells(page).nth(1)).toHaveAccessibleName(/^pfn 0x[0-9A-F]+, \w+/);
  await page.keyboard.press('Enter');
  await expect(pinned(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(pinned(page)).toBeHidden();
  await expect(view(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(view(page)).toBeHidden();
  await page.getByTestId('map-a').focus();
  await page.keyboard.press('+');
  await expect(view(page)).toBeVisible();
  await page.keyboard.press('0');
  await expect(view(page)).toBeHidden();
});

test('what A and B do first that is not the same is marked, told, and one click away', async ({
  page,
}) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.pause();
  const note = page.getByTestId('divergence');
  await expect(note).toContainText(
    /A and B first differ at [\d.]+ s, after [\d,]+ identical decisions/,
  );
  await expect(note).toContainText('“');
  await page.getByRole('button', { name: /^Go to: A and B first differ at/ }).click();
  const atNs = Math.round(
    Number(/differ at ([\d.]+) s/.exec((await note.textContent()) ?? '')?.[1]) * 1e9,
  );
  // A millisecond later, so that the moment shown contains it.
  await soon(async () => Math.abs((await lab.nowNs('a')) - atNs - 1e6)).toBeLessThan(1e4);
  await note.getByRole('button', { name: /^pfn/ }).first().click();
  await expect(pinned(page)).toBeVisible();
  await expect(cells(page).first()).toBeVisible();
});

test(
  'the search for where they part is stopped and begun again',
  { tag: '@long' },
  async ({ page }) => {
    // No decision in this run depends on this switch, so the search continues to the end.
    const same = { kernel: '3.0', mechanisms: {} };
    const against = { kernel: '3.0', mechanisms: { pty_high_order_atomic: true } };
    const lab = new LabPage(page);
    await lab.open(linkOf('weiner-usb', { ...same, against }, { at_ns: 1e9 }));
    const note = page.locator('.divergence');
    await expect(note).toContainText(/none up to [\d.]+ s/);
    await expect(note).not.toContainText('none up to 0.0 s');
    await page.getByRole('button', { name: 'Stop searching' }).click();
    await expect(note).toContainText(/You stopped .* identical decisions up to [\d.]+ s/);
    await page.getByRole('button', { name: 'Search again' }).click();
    await expect(note).toContainText(/none up to [\d.]+ s/);
  },
);

test(
  'steps by event, decision, batch and time lead there and back to the same state',
  { tag: '@long' },
  async ({ page }) => {
    const lab = await openAt(page, 14);
    for (const unit of ['event', 'page decision', 'reclaim batch', '10 ms']) {
      await page.getByLabel('Step unit').selectOption({ label: unit });
      const before = await lab.digests();
      await page.getByRole('button', { name: `Step forward one ${unit}`, exact: true }).click();
      await soon(() => lab.digests()).not.toEqual(before);
      await lab.isPaused();
      const there = await lab.digests();
      await page.getByRole('button', { name: `Step back one ${unit}`, exact: true }).click();
      await soon(() => lab.digests()).not.toEqual(there);
      await lab.isPaused();
      await page.getByRole('button', { name: `Step forward one ${unit}`, exact: true }).click();
      await soon(() => lab.digests()).toEqual(there);
    }
  },
);

test('the search finds a page, a task, a counter and a moment', async ({ page }) => {
  const lab = await openAt(page, 6);
  const search = page.getByRole('combobox', { name: 'Find a page' });
  const look = async (text: string) => {
    await page.locator('body').press('/');
    await search.fill(text);
    await page.keyboard.press('Enter');
    // The next “/” would be typed into a field that is still open.
    await expect(search).toBeHidden();
  };
  await look('DMA32 1200');
  await expect(pinned(page)).toContainText('in DMA32', { ignoreCase: true });
  await look('kswapd0');
  await expect(page.locator('[data-task="kswapd0"]').first()).toBeFocused();
  await look('pgrotated');
  await expect(page.getByRole('dialog', { name: 'Counters' })).toBeVisible();
  await expect(page.getByPlaceholder('Filter')).toHaveValue('pgrotated');
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await look('2.5 s');
  await soon(() => lab.nowNs('a')).toBe(2.5e9);
  await page.locator('body').press('/');
  await search.fill('no such thing');
  await expect(page.getByText('No match.')).toBeVisible();
});

test('on a phone the map is zoomed by its buttons', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openAt(page, 4);
  await page.getByRole('button', { name: 'Zoom in' }).first().click();
  await expect(view(page)).toBeVisible();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(360);
  await page.getByRole('button', { name: 'All zones' }).first().click();
  await expect(view(page)).toBeHidden();
});
