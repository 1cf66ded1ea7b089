import { expect, test } from '@playwright/test';

import { violations } from './checker.js';
import { LabPage, linkOf, settled, soon } from './lab-page.js';

// axe injects a script, which the page's Content-Security-Policy would block.
test.use({ bypassCSP: true });

/** By this time, reclaim in lane A writes pages far from the flusher's stream. */
const COPYING_NS = 130e9;

test(
  'the copying of a stick is found and explained by keyboard',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.open(linkOf('weiner-usb', {}, { at_ns: COPYING_NS }));
    await soon(() => lab.nowNs('a'), { timeout: 80_000 }).toBe(COPYING_NS);
    await lab.isPaused();
    const totals = page.getByRole('list', { name: 'Time of sdb (A) by cause' });
    await expect(totals).toContainText(/copying in flash \d+ %/);
    await expect(page.getByRole('list', { name: 'Open units of sdb (A)' })).toContainText(
      'the last write went here',
    );
    const strip = page.getByRole('slider', { name: /^Requests of sdb \(A\)/ });
    await strip.focus();
    const note = page.getByRole('tooltip');
    await expect(note).toBeVisible();
    const now = await strip.getAttribute('aria-valuenow');
    await page.keyboard.press('ArrowUp');
    await expect(note).toContainText(
      /Closed unit [\d,]+: copied [\d,]+ pages? inside the stick, because the write/,
    );
    await expect(note).toContainText('copying in flash');
    await expect(strip).toHaveAttribute('aria-valuetext', /Closed unit [\d,]+: copied/);
    await expect(strip).not.toHaveAttribute('aria-valuenow', String(now));
    expect(await violations(page, '.tasks')).toEqual([]);
    // The strip handled the keys, so the run stays at the same time.
    expect(await lab.nowNs('a')).toBe(COPYING_NS);
    await page.keyboard.press('Escape');
    await expect(note).toHaveCount(0);
  },
);

test('a device that nobody has used yet says so', { tag: '@long' }, async ({ page }) => {
  const lab = new LabPage(page);
  await lab.open(linkOf('weiner-usb-small', {}, { at_ns: 1 }));
  await lab.isPaused();
  const strip = page.getByRole('slider', { name: /^Requests of sdb \(A\)/ });
  await expect(strip).toContainText('no requests yet');
  await expect(strip).toHaveAttribute('aria-valuetext', 'no requests yet');
  await strip.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tooltip')).toHaveCount(0);
});

test(
  'going back and stepping back leave the strips of the seconds before',
  { tag: '@long' },
  async ({ page }) => {
    const lab = new LabPage(page);
    await lab.openSmall();
    await lab.goTo(10);
    // The drawings of lane A: its tasks, its device, and the disk head below the device.
    const strips = () =>
      page
        .locator('.strips')
        .first()
        .locator('canvas')
        .evaluateAll((canvases) => canvases.map((it) => (it as HTMLCanvasElement).toDataURL()));
    const first = await settled(strips);
    expect(first.length).toBeGreaterThan(4);
    await lab.goTo(25);
    await soon(strips).not.toEqual(first);
    await lab.goTo(10);
    await soon(strips).toEqual(first);
    await page.getByRole('button', { name: 'Step forward one event', exact: true }).click();
    await page.getByRole('button', { name: 'Step back one event', exact: true }).click();
    await lab.isPaused();
    // The run is now paused a little before 10 s; the drawing of the head must still begin at the same x.
    const head = page.getByRole('img', { name: /^Addresses of sdb \(A\)/ });
    const begins = () =>
      head.evaluate((element) => {
        const canvas = element as HTMLCanvasElement;
        const { width, height } = canvas;
        const pixels = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
        const painted = Array.from({ length: width }, (_, x) =>
          Array.from({ length: height }, (_, y) => pixels[(y * width + x) * 4 + 3] ?? 0).some(
            Boolean,
          ),
        );
        return painted.indexOf(true) / width;
      });
    await soon(begins).toBeGreaterThanOrEqual(0);
    expect(await begins()).toBeLessThan(0.1);
  },
);
