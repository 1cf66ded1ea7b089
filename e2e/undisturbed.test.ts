// Checks that a user who only watches does not change the run: its digests equal the golden digests.
import { readFileSync } from 'node:fs';

import { expect, test, type Page } from '@playwright/test';

import type { Golden } from '../scripts/digests/passes.mjs';
import { encode_link, initSync } from '../web/src/engine/pkg/documents.js';
import { LabPage, soon } from './lab-page.js';

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url));
const [golden] = JSON.parse(read('engine-wasm/engine/tests/digests.json').toString()) as [Golden];
const [kernel, digests] = Object.entries(golden.kernels)[0] as [string, string];
/** The golden digests are taken after each third of the run. These tests only wait for the first third. */
const MOMENT_S = golden.with.until_ms / 3000;

const watching: Record<string, (page: Page, lab: LabPage) => Promise<void>> = {
  'changes the speed': async (page, lab) => {
    for (const speed of ['2', '0.1', '1']) {
      await page.getByLabel('Speed').selectOption(speed);
      await lab.play();
      const before = await lab.nowNs('a');
      await soon(() => lab.nowNs('a')).toBeGreaterThan(before);
      await lab.pause();
    }
  },
  'pauses and goes by steps': async (page, lab) => {
    const by = page.getByLabel('Step unit');
    const units = await by.locator('option').all();
    for (const unit of units) {
      await by.selectOption((await unit.getAttribute('value')) ?? '');
      await page.getByRole('button', { name: /^Step forward one/ }).click();
      await lab.isPaused();
    }
    expect(units.length).toBeGreaterThan(3);
  },
  'goes to moments before and behind': async (_page, lab) => {
    for (const seconds of [6, 2.5, 7.3, 0, 1]) {
      await lab.goTo(seconds);
    }
  },
  'pins a page and asks why': async (page, lab) => {
    await lab.goTo(5);
    await page.getByTestId('canvas-a').click({ position: { x: 40, y: 40 } });
    await page.keyboard.press('Escape');
  },
  'leaves the tab and comes back': async (page, lab) => {
    await lab.play();
    const browser = await page.context().newCDPSession(page);
    await browser.send('Page.setWebLifecycleState', { state: 'frozen' });
    await browser.send('Page.setWebLifecycleState', { state: 'active' });
    const before = await lab.nowNs('a');
    await soon(() => lab.nowNs('a')).toBeGreaterThan(before);
    await lab.pause();
  },
  'has a computer that draws few frames a second': async (page, lab) => {
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 8 });
    await lab.play();
    await soon(() => lab.nowNs('a')).toBeGreaterThan(1e9);
    await lab.pause();
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  },
};

test.beforeAll(() => {
  initSync({ module: read('web/src/engine/pkg/documents_bg.wasm') });
});

/** The cases that are most likely to disturb a run; only these run in the short suite. */
const SHORT = ['goes to moments before and behind', 'pins a page and asks why'];

for (const [what, watch] of Object.entries(watching)) {
  const tag = SHORT.includes(what) ? [] : ['@long'];
  test(`nothing changes for one who ${what}`, { tag }, async ({ page }) => {
    const file = JSON.parse(read(`public/gallery/${golden.gallery}.json`).toString()) as object;
    const link = encode_link(JSON.stringify({ ...file, ...golden.with, kernel }));
    const lab = new LabPage(page);
    await lab.open(`/#${link.replace(/^#/, '')}`);
    await lab.goTo(0.5);
    await watch(page, lab);
    await lab.goTo(MOMENT_S);
    const [digest] = await lab.digests();
    expect(digest).toBe(digests.split(' ')[0]);
  });
}
