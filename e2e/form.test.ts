import { expect, test, type Page } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, soon } from './lab-page.js';

/** Opens the editor of the scenario as a form. */
async function openForm(page: Page) {
  await page.locator('.picker').click();
  await page.getByRole('button', { name: 'Change the machine' }).click();
  return page.getByRole('dialog', { name: 'Scenario', exact: true });
}

/** Checks that both lanes are paused at the time; returns their digests. */
async function standAt(lab: LabPage, seconds: number): Promise<string[]> {
  await lab.isPaused();
  expect([await lab.nowNs('a'), await lab.nowNs('b')]).toEqual([seconds * 1e9, seconds * 1e9]);
  return (await lab.digests()).map(String);
}

/** Opens the small scenario, and pauses both lanes at 4 s; returns their digests. */
async function openAtFour(lab: LabPage): Promise<string[]> {
  await lab.openSmall();
  await lab.goTo(4);
  return standAt(lab, 4);
}

test('half the RAM by the form: both lanes stand at the same moment, and undo brings it back', async ({
  page,
}) => {
  const lab = new LabPage(page);
  const before = await openAtFour(lab);
  const earlier = page.getByText(/^Your change \(RAM.*\): at 4\.0\ss, A\s\d.*, B\s\d/);
  await expect(earlier).toHaveCount(0);
  const present = await lab.pages('a', 'DMA32', 'present');
  const form = await openForm(page);
  const ram = form.getByRole('spinbutton', { name: /\bRAM\b/ });
  const mebibytes = Number((await ram.inputValue()).replace(',', ''));
  await ram.fill(String(Math.round(mebibytes / 2)));
  await ram.press('Enter');
  await soon(() => lab.pages('a', 'DMA32', 'present')).toBeLessThan(present * 0.6);
  const halved = await standAt(lab, 4);
  expect(halved).not.toEqual(before);
  expect(await lab.pages('b', 'DMA32', 'present')).toBe(await lab.pages('a', 'DMA32', 'present'));
  await expect(earlier).toHaveCount(1);
  await form.getByRole('button', { name: /^Undo: RAM/ }).click();
  await soon(() => lab.digests()).toEqual(before);
  await standAt(lab, 4);
});

test('RAM is typed in place of its value, with letters that are shortcuts elsewhere', async ({
  page,
}) => {
  const lab = new LabPage(page);
  const before = await openAtFour(lab);
  const sliders = page.getByRole('region', { name: 'Machine' });
  await sliders.getByText('234 MiB').click();
  await page.keyboard.type('0.2 GiB');
  await expect(sliders.getByLabel('RAM, typed')).toHaveValue('0.2 GiB');
  await page.keyboard.press('Enter');
  const slider = page.getByRole('slider', { name: 'RAM' });
  await expect(slider).toHaveAttribute('aria-valuetext', /^205\sMiB/);
  // The comparison with the previous run has a button that undoes the change.
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await expect(slider).toHaveAttribute('aria-valuetext', '234 MiB');
  await soon(() => lab.digests()).toEqual(before);
});

test(
  'half the RAM by the slider, and a kernel: both keep the moment',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    const before = await openAtFour(lab);
    const slider = page.getByRole('slider', { name: 'RAM' });
    const text = async () => (await slider.getAttribute('aria-valuetext')) ?? '';
    await expect(slider).toHaveAttribute('aria-valuetext', '234 MiB');
    await slider.focus();
    while (Number.parseInt(await text()) > 117) {
      await page.keyboard.press('ArrowLeft');
    }
    await slider.blur();
    // With half the RAM, all memory is below 4 GiB, so the machine has no zone Normal.
    await expect(lab.table('a').locator('tr[data-zone="Normal"]')).toHaveCount(0);
    await soon(() => lab.digests()).not.toEqual(before);
    const halved = await standAt(lab, 4);
    await page.getByLabel('Kernel of lane A').selectOption('3.2');
    await soon(async () => (await lab.digests())[0]).not.toBe(halved[0]);
    const [, other] = await standAt(lab, 4);
    expect(other).toBe(halved[1]);
  },
);

test('a second writer and a program of another kind are added without JSON', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.goTo(2);
  const form = await openForm(page);
  await form.getByRole('button', { name: 'Add a program' }).click();
  const added = form.getByRole('group', { name: 'Program writer' });
  await added.getByLabel('Program', { exact: true }).selectOption('fs_mark');
  await expect(
    page.getByRole('button', { name: /^Undo: Program to fs_mark/ }).first(),
  ).toBeVisible();
  await standAt(lab, 2);
  await form.getByRole('tab', { name: 'JSON' }).click();
  await expect(form.getByLabel('JSON document')).toHaveValue(/"program": "fs_mark"/);
  await page.keyboard.press('Escape');
  await expect(form).toBeHidden();
  await page.getByRole('slider', { name: 'Writers' }).fill('2');
  await page.getByRole('slider', { name: 'Writers' }).blur();
  await expect(page.getByRole('slider', { name: 'Writers' })).toHaveValue('2');
  await standAt(lab, 2);
});

test('JSON opens at its beginning, and a problem leads to its field', async ({ page }) => {
  const lab = new LabPage(page);
  await lab.openSmall();
  const editor = await lab.openDocument();
  const text = editor.getByLabel('JSON document');
  expect(await text.evaluate((element) => element.scrollTop)).toBe(0);
  await text.fill((await text.inputValue()).replace(/"cpus": \d+/, '"cpus": -3'));
  await editor.getByRole('button', { name: /cpus: -3 is not between 1 and 64/ }).click();
  const chosen = () =>
    text.evaluate((element: HTMLTextAreaElement) =>
      element.value.slice(element.selectionStart, element.selectionEnd),
    );
  await expect.poll(chosen).toBe('-3');
  await editor.getByRole('tab', { name: 'Form' }).click();
  await editor.getByRole('button', { name: /cpus: -3/ }).click();
  await expect(editor.getByRole('spinbutton', { name: 'CPUs' })).toBeFocused();
  await editor.getByRole('spinbutton', { name: 'CPUs' }).fill('2');
  await page.keyboard.press('Enter');
  await expect(editor.getByRole('alert')).toBeEmpty();
});

test.describe('as assistive technology has it', () => {
  // axe injects a script, which the page's Content-Security-Policy would block.
  test.use({ bypassCSP: true });

  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    test(
      `form and JSON have no violation at ${size.width} px`,
      { tag: '@long' },
      async ({ page }) => {
        await page.setViewportSize(size);
        const lab = new LabPage(page);
        await lab.openSmall();
        const form = await openForm(page);
        for (const summary of await form.locator('summary').all()) {
          if (await summary.evaluate((it) => !(it.parentElement as HTMLDetailsElement).open)) {
            await summary.evaluate((it: HTMLElement) => it.click());
          }
        }
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          expect(await violations(page, '.machine-sliders')).toEqual([]);
          expect(await violations(page, 'dialog[open]')).toEqual([]);
        }
        await form.getByRole('tab', { name: 'JSON' }).click();
        expect(await violations(page, 'dialog[open]')).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(wide).toBeLessThanOrEqual(size.width);
      },
    );
  }
});
