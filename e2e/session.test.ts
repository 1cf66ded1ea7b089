import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { copiedReport, LabPage, linkOf, SMALL, soon } from './lab-page.js';

/** Opens the page without a link in its address. */
async function openBare(page: Page): Promise<void> {
  await page.goto('about:blank');
  await page.goto('/');
}

/** Drops files on the page, with the dragover event that precedes a drop. */
async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const { name, text } of list) {
      data.items.add(new File([text], name, { type: 'application/json' }));
    }
    return data;
  }, files);
  await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
  await expect(page.getByText('Drop a scenario file to open it')).toBeVisible();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.getByText('Drop a scenario file to open it')).toHaveCount(0);
}

test('a reload in the middle of a run loses nothing', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(3);
  await lab.switchOn('No file writeback in direct reclaim');
  await lab.play();
  // The page stores the time that both lanes have reached: wait for both.
  for (const lane of ['a', 'b'] as const) {
    await soon(() => lab.nowNs(lane)).toBeGreaterThan(3.5e9);
  }
  await page.reload();
  await expect(lab.table('a')).toBeAttached();
  await lab.isPaused();
  expect(await lab.nowNs('a')).toBeGreaterThan(3.5e9);
  await expect(page.locator('.picker')).toContainText(SMALL);
  await expect(page.getByText('Switched during the run')).toBeVisible();
});

test('who comes back without a link finds the last session, and can start over', async ({
  page,
}) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(4);
  const digests = await lab.digests();
  await openBare(page);
  await expect(page.getByText('Last session restored')).toBeVisible();
  await lab.isPaused();
  expect(await lab.digests()).toEqual(digests);
  // While the message has the button, the time controls have none.
  const startOver = page.getByRole('button', { name: 'Start over' });
  await expect(startOver).toHaveCount(1);
  await startOver.click();
  await expect(page.locator('.picker-title')).toHaveText('Copying 8 GiB to a USB stick');
  await expect(page.getByText('Last session restored')).toHaveCount(0);
  // The speed is that of the first visit, and all panels are folded.
  await expect(page.getByLabel('Speed')).toHaveValue('10');
  await expect(startOver).not.toBeVisible();
  await expect(page.getByRole('button', { name: 'More controls' })).toBeVisible();
});

test('the run that the page opens with, unchanged, opens as at a first visit', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.open();
  await lab.goTo(2);
  await openBare(page);
  // If the page had restored the old time, the run would be paused there.
  await soon(() => lab.nowNs('a')).toBeGreaterThan(2e9);
  await expect(page.getByText('Last session restored')).toHaveCount(0);
});

test(
  'a changed scenario can be reset after a reload, and the reset taken back',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    const reset = page.getByRole('button', { name: 'Undo all', exact: true });
    await expect(reset).toHaveCount(0);
    const writers = page.getByRole('slider', { name: 'Writers' });
    // The scenario in the address, without the time: the address also changes when the run starts to play.
    const scenario = () => /#~?([^~]+)/.exec(page.url())?.[1];
    const addWriter = async () => {
      const before = scenario();
      await page.getByRole('button', { name: 'More writers' }).press('Enter');
      await soon(scenario).not.toBe(before);
    };
    await addWriter();
    const before = page.url();
    await addWriter();
    // Make sure that the page reloads this address: a slow page may change its address after the browser has chosen
    // which address to reload.
    await page.addInitScript((url) => window.history.replaceState(null, '', url), before);
    await page.reload();
    await expect(writers).toHaveValue('3');
    await reset.click();
    await expect(writers).toHaveValue('1');
    await expect(reset).toHaveCount(0);
    await page.getByRole('button', { name: /^Undo: reset/ }).click();
    await expect(writers).toHaveValue('3');
    await expect(reset).toBeVisible();
  },
);

test('a link wins over the last session', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(2);
  await page.goto('about:blank');
  await lab.open('/#real-write-3x-ram~t=1s');
  await lab.isPaused();
  await expect(page.locator('.picker')).not.toContainText(SMALL);
  await expect(page.getByText('Last session restored')).toHaveCount(0);
});

test('a damaged store is told, set aside, and ends nothing', async ({ page }) => {
  await page.addInitScript(() => {
    if (window.localStorage.getItem('reclaim-lab.session.damaged') === null) {
      window.localStorage.setItem('reclaim-lab.session', '{"scenario": {"title"');
      window.localStorage.setItem('reclaim-lab.scenarios', '[{"name": 7}]');
    }
  });
  const lab = new LabPage(page);
  await lab.open();
  await expect(page.getByText('The last session could not be read')).toBeVisible();
  await expect(page.getByText('The list of your scenarios could not be read')).toBeVisible();
  await soon(() => lab.nowNs('a')).toBeGreaterThan(0);
  const aside = await page.evaluate(() =>
    ['session', 'scenarios'].map((name) =>
      window.localStorage.getItem(`reclaim-lab.${name}.damaged`),
    ),
  );
  expect(aside).toEqual(['{"scenario": {"title"', '[{"name": 7}]']);
  await lab.dismissMessage();
  await expect(page.getByText('could not be read')).toHaveCount(0);
});

test(
  'what was kept and cannot run is told with its field, and ends nothing',
  { tag: '@long' },
  async ({ page }) => {
    const file = new URL('../public/gallery/weiner-usb-small.json', import.meta.url);
    const scenario = { ...(JSON.parse(await readFile(file, 'utf8')) as object), kernel: '9.9' };
    await page.addInitScript(
      (kept) => {
        if (window.localStorage.getItem('reclaim-lab.scenarios') === null) {
          window.localStorage.setItem('reclaim-lab.session', JSON.stringify(kept));
          window.localStorage.setItem(
            'reclaim-lab.scenarios',
            JSON.stringify([{ name: 'Of another time', ...kept }]),
          );
        }
      },
      { scenario, view: {} },
    );
    const lab = new LabPage(page);
    await lab.open();
    const refusal = page.getByRole('alert').filter({ hasText: 'This scenario cannot run' });
    await expect(refusal).toContainText('9.9');
    await expect(page.getByText('It was moved to')).toBeVisible();
    await soon(() => lab.nowNs('a')).toBeGreaterThan(0);
    await lab.choose(SMALL);
    await expect(refusal).toHaveCount(0);
    await page.locator('.picker').click();
    await page.getByRole('button', { name: /^Of another time/ }).click();
    await expect(refusal).toContainText('9.9');
    await expect(page.locator('.picker-title')).toHaveText(SMALL);
  },
);

test('without storage everything else works, and that is told once', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('forbidden', 'SecurityError');
        },
      });
    }
  });
  const lab = new LabPage(page);
  await lab.openSmall();
  await expect(page.getByText('This browser blocks storage')).toHaveCount(1);
  await lab.goTo(2);
  await lab.dismissMessage();
  await lab.goTo(3);
  await expect(page.getByText('This browser blocks storage')).toHaveCount(0);
});

test('scenarios are kept under names, renamed, deleted, and taken to another browser', async ({
  page,
  browser,
}) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(5);
  const digests = await lab.digests();
  const dialog = page.getByRole('dialog', { name: 'Scenarios' });
  const mine = dialog.getByRole('list', { name: 'Your scenarios' });
  await page.locator('.picker').click();
  const keep = async (name: string) => {
    await dialog.getByLabel('Name for the current scenario').fill(name);
    await dialog.getByLabel('Name for the current scenario').press('Enter');
  };
  await keep('For the talk');
  await keep('Another');
  await expect(mine.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Rename Another' }).click();
  await dialog.getByLabel('New name of Another').fill('For the talk');
  await page.keyboard.press('Enter');
  const said = dialog.getByRole('region', { name: 'Yours' }).getByRole('status');
  await expect(said).toContainText('in use');
  await dialog.getByLabel('New name of Another').fill('Spare');
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete Spare' }).click();
  await expect(mine.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Undo' }).click();
  await expect(mine.getByRole('listitem')).toHaveCount(2);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Export all' }).click(),
  ]);
  const text = await readFile(await download.path(), 'utf8');

  // Kept runs are still available in a new page, and open at the time at which the user kept them.
  await openBare(page);
  await lab.choose('Copying 8 GiB to a USB stick');
  await page.locator('.picker').click();
  await mine.getByRole('button', { name: /^For the talk/ }).click();
  await expect(page.locator('.picker-title')).toHaveText(SMALL);
  await lab.isPaused();
  expect(await lab.digests()).toEqual(digests);

  const other = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await new LabPage(other).open();
  await drop(other, [{ name: 'mine.json', text }]);
  await expect(other.getByRole('alert')).toContainText('2 of 2 scenarios');
  await other.locator('.picker').click();
  await expect(other.getByRole('list', { name: 'Your scenarios' })).toContainText('Spare');
  await other.close();
});

test(
  'a scenario file is opened by dropping it, with its moment',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(5);
    await lab.switchOn('No file writeback in direct reclaim');
    await lab.goTo(6);
    const digests = await lab.digests();
    await page.locator('.picker').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save scenario' }).click(),
    ]);
    const text = await readFile(await download.path(), 'utf8');
    await page.getByRole('button', { name: 'Close' }).click();
    await lab.choose('Copying 8 GiB to a USB stick');
    await drop(page, [{ name: 'saved.json', text }]);
    await expect(page.locator('.picker-title')).toHaveText(SMALL);
    await lab.isPaused();
    expect(await lab.nowNs('a')).toBe(6e9);
    expect(await lab.digests()).toEqual(digests);
  },
);

test(
  'files that cannot be opened are told, and the run goes on',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    const alert = page.getByRole('alert');
    await drop(page, [{ name: 'notes.txt', text: 'no scenario' }]);
    await expect(alert).toContainText('notes.txt cannot be opened');
    await expect(alert).toContainText('not JSON');
    await drop(page, [
      { name: 'a.json', text: '{}' },
      { name: 'b.json', text: '{}' },
    ]);
    await expect(alert).toContainText('2 files were dropped');
    await drop(page, [{ name: 'large.json', text: ' '.repeat(4.01 * 1024 * 1024) }]);
    await expect(alert).toContainText('large.json is too large: 4.1 MiB');
    await expect(alert).toContainText('at most 4 MiB');
    await expect(page.locator('.picker-title')).toHaveText(SMALL);
    await soon(() => lab.nowNs('a')).toBeGreaterThan(1e9);
  },
);

test(
  'a full store is told once, with the run and a file as ways on',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      // Fills the storage with ever smaller items, until not even one character fits.
      for (let size = 2 ** 22, pieces = 0; size >= 1; pieces += 1) {
        try {
          window.localStorage.setItem(`filler ${pieces}`, 'x'.repeat(size));
        } catch {
          size = Math.floor(size / 2);
        }
      }
    });
    const lab = new LabPage(page);
    await lab.openSmall();
    const message = page.getByRole('status').filter({ hasText: 'Data stored in this browser' });
    await expect(message).toContainText('storage is full');
    await lab.goTo(3);
    const saved = page.waitForEvent('download');
    await message.getByRole('button', { name: 'Save scenario' }).click();
    const { view } = JSON.parse(await readFile(await (await saved).path(), 'utf8')) as {
      view: { at_ns: number };
    };
    expect(view.at_ns).toBe(3e9);
    const report = await copiedReport(page);
    expect(report).toMatch(/Error: storage: .*storage is full/);
    expect(report).toContain('both lanes had reached 3.000000');
    await message.getByRole('button', { name: 'Dismiss' }).click();
    await lab.goTo(4);
    await expect(message).toHaveCount(0);
  },
);

test(
  'two tabs run side by side, know of each other, and keep what both have named',
  { tag: '@long' },
  async ({ page, context }) => {
    const first = new LabPage(page);
    await first.openSmall();
    await first.goTo(2);
    const second = new LabPage(await context.newPage());
    await second.open(linkOf('real-write-3x-ram', {}, { at_ns: 1e9 }));
    await second.isPaused();
    await expect(page.getByText('Reclaim Lab is also open in another tab')).toBeVisible();
    for (const [lab, name] of [
      [first, 'of the first'],
      [second, 'of the second'],
    ] as const) {
      await lab.page.locator('.picker').click();
      const field = lab.page.getByLabel('Name for the current scenario');
      await field.fill(name);
      await field.press('Enter');
      await expect(lab.page.getByRole('list', { name: 'Your scenarios' })).toContainText(name);
      await lab.page.keyboard.press('Escape');
    }
    await page.locator('.picker').click();
    const mine = page.getByRole('list', { name: 'Your scenarios' });
    await expect(mine.getByRole('listitem')).toHaveCount(2);
    await page.keyboard.press('Escape');
    // After a reload, each tab has its own run.
    await page.reload();
    await first.isPaused();
    expect(await first.nowNs('a')).toBe(2e9);
    await expect(page.locator('.picker')).toContainText(SMALL);
  },
);
