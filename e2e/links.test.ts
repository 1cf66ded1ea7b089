import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { LabPage, linkOf, SMALL, soon } from './lab-page.js';

/** Returns a link from the golden files of the engine's tests. */
function keptLink(name: string): string {
  const path = new URL(`../engine-wasm/engine/tests/links/${name}.json`, import.meta.url);
  return (JSON.parse(readFileSync(path, 'utf8')) as { link: string }).link;
}

test(
  'a link that a person wrote goes to its moment, with its lanes',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.open('/#weiner-usb-small~t=6s~b=3.0+no_direct_fs_writeback');
    await lab.isPaused();
    expect([await lab.nowNs('a'), await lab.nowNs('b')]).toEqual([6e9, 6e9]);
    await expect(page.locator('.lane-b h2')).toContainText('no file writeback in direct reclaim');
    // The page adds a checksum and the digests to the address, and the address stays readable.
    await soon(() => page.url()).toMatch(/#~weiner-usb-small~[^~]+~b=3\.0\+no_direct/);
    await soon(() => page.url()).toContain('~t=6s~d=');
  },
);

test('a second tab shows the same, to the byte, and says so', async ({ page, context }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(7);
  await soon(() => page.url()).toContain('~t=7s~d=');
  const second = new LabPage(await context.newPage());
  await second.open(page.url());
  await second.isPaused();
  expect(await second.nowNs('b')).toBe(7e9);
  expect(await second.digests()).toEqual(await lab.digests());
  const verdict = second.page.getByRole('button', { name: 'Same state as in the link' });
  await expect(verdict).toHaveAccessibleDescription(
    /At 7\.0 s, the digests of both machines .* exactly the one that the sender saw/,
  );
  // The explanation of the verdict appears only on hover.
  await expect(second.page.getByRole('tooltip')).toBeHidden();
  await verdict.hover();
  await expect(second.page.getByRole('tooltip')).toBeVisible();
  // Escape closes the tooltip even while the pointer is over it.
  await second.page.keyboard.press('Escape');
  await expect(second.page.getByRole('tooltip')).toBeHidden();
  await expect(verdict).toBeVisible();
  // A changed run has no verdict.
  await second.switchOn('No file writeback in direct reclaim');
  await expect(verdict).toHaveCount(0);
});

test('an engine that comes to something else is told', { tag: '@long' }, async ({ page }) => {
  const digests = ['0123456789abcdef', 'fedcba9876543210'];
  const lab = new LabPage(page);
  await lab.open(linkOf('weiner-usb-small', {}, { at_ns: 2e9, digests }));
  const verdict = page.getByRole('button', { name: 'State differs from the link' });
  await expect(verdict).toHaveAccessibleDescription(
    /At 2\.0 s, the states of lanes A and B differ/,
  );
  await verdict.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tooltip')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('tooltip')).toBeHidden();
  await expect(verdict).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('tooltip')).toBeVisible();
});

test(
  'right after a switch the address promises no digests, which a replay to there has not',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(3);
    await lab.switchOn('No file writeback in direct reclaim');
    await soon(() => page.url()).toContain('~t=3s');
    await soon(() => page.url()).not.toContain('~d=');
    await lab.goTo(4);
    await soon(() => page.url()).toContain('~d=');
  },
);

test('a link of version 1 is opened as ever', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.open(`/#${keptLink('v1-difference')}`);
  await expect(page.locator('.picker')).toContainText('Copying 8 GiB to a USB stick');
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('.lane-a h2')).toContainText('Linux 3.1');
  // The gallery's scenario has changed since this link was made, so the address includes the differences.
  await soon(() => page.url()).toMatch(/#v1\.weiner-usb\./);
});

test(
  'a document of its own keeps its link of version 1, with what is shown',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.open(`/#${keptLink('v1-whole-view')}`);
    await expect(page.locator('.picker')).toContainText('A copy on a machine of our own');
    await lab.isPaused();
    expect(await lab.nowNs('a')).toBe(20.5e9);
    await soon(() => page.url()).toMatch(/#~v1\._\..*~t=20\.5s~pin=b:DMA32\/1234~view=/);
  },
);

test(
  'the selection and the part of the map are in the link',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.open('/#weiner-usb-small~t=3s~pin=b:Normal/1234~view=Normal/1000-2000');
    await lab.isPaused();
    await expect(page.getByTestId('pinned').getByRole('heading')).toContainText('in Normal');
    await soon(() => page.url()).toMatch(/~t=3s~pin=b:Normal\/1234~view=Normal\/1000-2000~d=/);
    await page.getByRole('button', { name: 'Unpin' }).click();
    await soon(() => page.url()).not.toContain('~pin=');
    // Another scenario has other zones, so the pin and the view do not carry over to it.
    await lab.choose('Copying 8 GiB to a USB stick');
    await soon(() => page.url()).toMatch(/#~weiner-usb~/);
    expect(page.url()).not.toContain('~view=');
    await page.goBack();
    await soon(() => page.url()).toContain('~view=Normal/1000-2000');
    await page.goto('about:blank');
    await lab.open('/#weiner-usb-small~t=1s~pin=a:DMA/99999');
    await lab.isPaused();
    await expect(page.getByTestId('pinned')).toHaveCount(0);
  },
);

test('a damaged link shows what can be read of it, and says what was lost', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.open('/#weiner-usb-small~t=2s~b=3.0+no_such_thing~colour=red');
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Parts of this link could not be read');
  await expect(alert).toContainText('Mechanism no_such_thing does not exist');
  await expect(alert).toContainText('colour=red');
  await lab.isPaused();
  expect(await lab.nowNs('a')).toBe(2e9);
  await expect(page.locator('.lane-b h2')).toHaveText('Linux 3.0');
});

test(
  'back and forward lead through scenarios and switches, and playing adds nothing',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    const entries = () => page.evaluate(() => window.history.length);
    const before = await entries();
    await lab.goTo(3);
    await lab.switchOn('No file writeback in direct reclaim');
    await lab.play();
    await soon(() => lab.nowNs('a')).toBeGreaterThan(3.2e9);
    await lab.pause();
    const nowNs = await lab.nowNs('a');
    const digests = await lab.digests();
    // One history entry, for the switch.
    expect(await entries()).toBe(before + 1);

    await lab.choose('Copying 8 GiB to a USB stick');
    await soon(() => page.url()).toMatch(/#~weiner-usb~/);
    expect(await entries()).toBe(before + 2);

    await page.goBack();
    await expect(page.locator('.picker-title')).toHaveText(SMALL);
    await lab.isPaused();
    expect(await lab.nowNs('a')).toBe(nowNs);
    expect(await lab.digests()).toEqual(digests);
    await expect(page.getByText('Switched during the run')).toBeVisible();

    await page.goForward();
    await expect(page.locator('.picker-title')).toHaveText('Copying 8 GiB to a USB stick');
    expect(await entries()).toBe(before + 2);
  },
);
