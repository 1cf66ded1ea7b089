import { expect, test, type Page } from '@playwright/test';

import { LabPage, linkOf, SMALL, soon } from './lab-page.js';

const OTHER = 'Teaching machine, 384 frames';

const undo = (page: Page) => page.getByRole('button', { name: /^(Undo:|Nothing to undo)/ });
const redo = (page: Page) => page.getByRole('button', { name: /^(Redo:|Nothing to redo)/ });
const view = (page: Page) => page.getByTestId('view-a');

async function openAt(page: Page, seconds: number): Promise<LabPage> {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(seconds);
  return lab;
}

/** The time range that the charts show, in words. */
function stretch(page: Page) {
  return page.getByRole('slider', { name: 'Time whose values are shown' });
}

test('what is looked at is taken back gesture by gesture, and the run is not computed again', async ({
  page,
}) => {
  const lab = await openAt(page, 6);
  await expect(undo(page)).toHaveAccessibleName('Nothing to undo');
  await expect(undo(page)).toBeDisabled();
  // If a machine were rebuilt, its lane would get a new table element.
  const table = await lab.table('a').elementHandle();

  await page.getByTestId('map-a').hover({ position: { x: 250, y: 40 } });
  await page.keyboard.down('Control');
  for (let turn = 0; turn < 20; turn += 1) {
    await page.mouse.wheel(0, -120);
  }
  await page.keyboard.up('Control');
  await expect(undo(page)).toHaveAccessibleName('Undo: zoom of the page map');
  const close = (await view(page).textContent()) ?? '';
  await page.getByTestId('map-a').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(undo(page)).toHaveAccessibleName('Undo: pan of the page map');
  await page.locator('.frame-cell').first().focus();
  await page.keyboard.press('Enter');
  await expect(undo(page)).toHaveAccessibleName('Undo: pin of a page');
  await page.keyboard.press('Escape');
  await expect(page.getByTestId('pinned')).toBeHidden();
  const whole = (await stretch(page).getAttribute('aria-valuetext')) ?? '';
  await page.getByRole('button', { name: 'Zoom the charts in' }).click();
  await page.getByRole('button', { name: 'Zoom the charts in' }).click();
  await expect(undo(page)).toHaveAccessibleName('Undo: zoom of the charts');

  await undo(page).click();
  await expect(stretch(page)).toHaveAttribute('aria-valuetext', whole);
  await undo(page).click();
  await expect(page.getByTestId('pinned')).toBeVisible();
  await undo(page).click();
  await expect(page.getByTestId('pinned')).toBeHidden();
  await undo(page).click();
  await expect(view(page)).toHaveText(close);
  await undo(page).click();
  await expect(view(page)).toBeHidden();
  await expect(undo(page)).toBeDisabled();

  await expect(redo(page)).toHaveAccessibleName('Redo: zoom of the page map');
  await redo(page).click();
  await expect(view(page)).toHaveText(close);
  expect(await table?.evaluate((element) => element.isConnected)).toBe(true);
  expect(await lab.nowNs('a')).toBe(6e9);
});

test('a drag of the map is one change', { tag: '@long' }, async ({ page }) => {
  await openAt(page, 6);
  await page.getByTestId('map-a').focus();
  for (let key = 0; key < 6; key += 1) {
    await page.keyboard.press('+');
  }
  const before = (await view(page).textContent()) ?? '';
  const box = await page.getByTestId('map-a').boundingBox();
  if (!box) throw new Error('no map');
  await page.mouse.move(box.x + 300, box.y + 50);
  await page.mouse.down();
  for (const x of [260, 220, 180, 140, 100]) {
    await page.mouse.move(box.x + x, box.y + 50);
  }
  await page.mouse.up();
  await expect(undo(page)).toHaveAccessibleName('Undo: pan of the page map');
  await expect(view(page)).not.toHaveText(before);
  await page.keyboard.press('Control+z');
  await expect(view(page)).toHaveText(before);
  await expect(undo(page)).toHaveAccessibleName('Undo: zoom of the page map');
});

test(
  'the scenario before comes back with its moment, its switches and what was looked at',
  { tag: '@long' },
  async ({ page }) => {
    const lab = await openAt(page, 3);
    await lab.switchOn('No file writeback in direct reclaim');
    await expect(undo(page)).toHaveAccessibleName(
      'Undo: switch “No file writeback in direct reclaim” on in B',
    );
    await page.getByTestId('map-a').focus();
    await page.keyboard.press('+');
    const close = (await view(page).textContent()) ?? '';
    const entries = () => page.evaluate(() => window.history.length);

    await lab.choose(OTHER);
    await expect(undo(page)).toHaveAccessibleName(`Undo: opening “${OTHER}”`);
    await expect(view(page)).toBeHidden();
    const before = await entries();

    await undo(page).click();
    await expect(page.locator('.picker-title')).toHaveText(SMALL);
    await expect(view(page)).toHaveText(close);
    await soon(() => lab.nowNs('a')).toBe(3e9);
    await lab.isPaused();
    await expect(page.getByText('Switched during the run')).toBeVisible();
    await expect(undo(page)).toHaveAccessibleName('Undo: zoom of the page map');
    await expect(redo(page)).toHaveAccessibleName(`Redo: opening “${OTHER}”`);

    // The browser's Back button leads to the run that the user just left. This step can be undone like any change.
    expect(await entries()).toBe(before + 1);
    await page.goBack();
    await expect(page.locator('.picker-title')).toHaveText(OTHER);
    await undo(page).click();
    await expect(page.locator('.picker-title')).toHaveText(SMALL);
    await soon(() => lab.nowNs('a')).toBe(3e9);
    await lab.isPaused();
  },
);

test('an edit of the document is taken back', { tag: '@long' }, async ({ page }) => {
  const lab = await openAt(page, 2);
  const digests = await lab.digests();
  const dialog = await lab.openDocument();
  const text = dialog.getByLabel('JSON document');
  await text.fill((await text.inputValue()).replace(/"seed": \d+/, '"seed": 77'));
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(undo(page)).toHaveAccessibleName(`Undo: edit of “${SMALL}”`);
  await soon(() => lab.nowNs('a')).toBe(2e9);
  await lab.isPaused();
  expect(await lab.digests()).not.toEqual(digests);
  await undo(page).click();
  await soon(() => lab.digests()).toEqual(digests);
  await soon(() => lab.nowNs('a')).toBe(2e9);
});

test(
  'what was done before another page, or another link, is still taken back',
  { tag: '@long' },
  async ({ page }) => {
    const lab = await openAt(page, 3);
    await lab.switchOn('No file writeback in direct reclaim');
    const name = 'Undo: switch “No file writeback in direct reclaim” on in B';
    await expect(undo(page)).toHaveAccessibleName(name);
    await page.getByRole('link', { name: 'Studies' }).click();
    await expect(page.getByRole('heading', { name: 'Studies', level: 2 })).toBeVisible();
    await page.getByRole('link', { name: 'Lab', exact: true }).click();
    await expect(page.locator('.picker-title')).toHaveText(SMALL);
    await expect(undo(page)).toHaveAccessibleName(name);

    await page.goto('about:blank');
    await lab.open(linkOf('teaching-machine'));
    await expect(page.locator('.picker-title')).toHaveText(OTHER);
    await expect(undo(page)).toHaveAccessibleName(`Undo: opening “${OTHER}”`);
    await undo(page).click();
    await expect(page.locator('.picker-title')).toHaveText(SMALL);
    await soon(() => lab.nowNs('a')).toBe(3e9);
    await expect(undo(page)).toHaveAccessibleName(name);

    // A changed run that was opened from a link can be reset to the run of the gallery.
    await page.goto('about:blank');
    await lab.open(linkOf('weiner-usb-small', { title: `${SMALL} (changed)`, seed: 9 }));
    await expect(page.locator('.picker-title')).toHaveText(`${SMALL} (changed)`);
    await page.getByRole('button', { name: 'Undo all', exact: true }).click();
    await expect(page.locator('.picker-title')).toHaveText(SMALL);
  },
);
