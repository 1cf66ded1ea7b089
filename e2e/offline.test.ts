import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { WORKER, writeVersion } from '../scripts/vite/offline.mjs';
import { LabPage, soon } from './lab-page.js';
import { serveStatically, type StaticServer } from './static-server.js';

test.use({ serviceWorkers: 'allow' });

const dist = fileURLToPath(new URL('../dist', import.meta.url));
/** Prefix of the digests in the names of the next version's assets. */
const NEXT = 'next-';
/** A small run, paused, so that the browser is idle and fetches the remaining parts. */
const RUN = '/#weiner-usb-small~t=2s';

let folder: string;
let server: StaticServer;

test.beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'reclaim-lab-'));
  await cp(dist, folder, { recursive: true });
  server = await serveStatically(folder, '/some/folder');
});

test.afterEach(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Publishes another version on the server: all assets have new names. */
async function publishNext(): Promise<void> {
  const assets = await readdir(path.join(folder, 'assets'));
  const others = new Map(
    assets.map((name) => [name, name.replace(/-([\w-]{7,8}\.\w+)$/, `-${NEXT}$1`)]),
  );
  const pages = ['index.html', 'results.html', 'studies.html', WORKER];
  for (const file of [...pages, ...assets.map((name) => `assets/${name}`)]) {
    const full = path.join(folder, file);
    if (/\.(html|js|css)$/.test(file)) {
      let text = await readFile(full, 'utf8');
      for (const [name, other] of others) {
        text = text.replaceAll(name, other);
      }
      // Each build writes a new version into the pages and the service worker: remove it.
      text = text.replace(/<meta name="version"[^>]*>/, '').replace(/^const VERSION=.*\n/, '');
      await writeFile(full, text);
    }
    const other = others.get(path.basename(file));
    if (other !== undefined) {
      await rename(full, path.join(folder, 'assets', other));
    }
  }
  writeVersion(folder);
}

async function isControlled(page: Page): Promise<void> {
  await soon(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** The addresses of everything that the page has loaded. */
function loaded(page: Page): Promise<string[]> {
  return page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
}

/** Fetches an address from within the page, and returns the status. */
function statusOf(page: Page, address: string): Promise<number> {
  return page.evaluate(async (url) => (await fetch(url)).status, address);
}

test('after a first visit the app needs its server no more', async ({ page, context }) => {
  await page.goto(`${server.url}${RUN}`);
  await isControlled(page);
  await context.setOffline(true);
  await page.reload();
  await soon(() => new LabPage(page).nowNs('a')).toBeGreaterThan(0);
  await page.keyboard.press('l');
  await expect(page.getByRole('dialog', { name: 'Learn' })).toBeVisible();
  await page.goto(`${server.url}/results.html`);
  await expect(page.getByRole('link', { name: 'Free constants' })).toBeVisible();
  await page.goto(`${server.url}/studies.html#form`);
  await page.getByRole('button', { name: 'Open the study' }).click();
  await page.getByRole('button', { name: /^Run / }).click();
  await expect(page.getByText(/only the runs that have ended so far/)).toBeVisible();
});

test(
  'a new version comes with the next load, whole; a tab that is open goes on with its own',
  { tag: '@long' },
  async ({ page, context }) => {
    const lab = new LabPage(page);
    await page.goto(`${server.url}${RUN}`);
    await isControlled(page);
    await lab.goTo(2);
    const [asset = ''] = (await loaded(page)).filter((name) => /\/lab-[^/]*\.js$/.test(name));
    await publishNext();
    expect((await fetch(asset)).status).toBe(404);

    const second = await context.newPage();
    await second.goto(`${server.url}${RUN}`);
    for (const tab of [page, second]) {
      // The notice appears once the page has fetched all parts. It fetches a part only when the browser is idle, which
      // is rare on a busy machine.
      const told = tab.getByRole('status').filter({ hasText: 'newer version' });
      await expect(told).toBeVisible({ timeout: 60_000 });
      expect(await statusOf(tab, asset)).toBe(200);
    }

    await page.getByRole('button', { name: 'Reload' }).click();
    await expect(page.getByText('newer version')).toHaveCount(0);
    await soon(() => lab.nowNs('a')).toBe(2e9);
    const scripts = (await loaded(page)).filter((name) => name.includes('/assets/'));
    expect(scripts.length).toBeGreaterThan(3);
    expect(scripts.filter((name) => !name.includes(NEXT))).toEqual([]);

    // The second tab still uses the old version, which is deleted when no tab uses it.
    expect(await statusOf(second, asset)).toBe(200);
    await second.reload();
    const kept = () => second.evaluate(async () => (await caches.keys()).length);
    await soon(kept).toBe(1);
  },
);

test(
  'the Results page goes on with its own version, also without the server',
  { tag: '@long' },
  async ({ page, context }) => {
    await page.goto(`${server.url}/results.html`);
    await isControlled(page);
    const [asset = ''] = (await loaded(page)).filter((name) => /\/results-[^/]*\.js$/.test(name));
    await publishNext();
    const lab = await context.newPage();
    await lab.goto(`${server.url}${RUN}`);
    await expect(lab.getByText('newer version')).toBeVisible({ timeout: 60_000 });
    await lab.getByRole('button', { name: 'Reload' }).click();
    await expect(lab.getByText('newer version')).toHaveCount(0);
    await lab.close();
    expect(await statusOf(page, asset)).toBe(200);

    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('link', { name: 'Free constants' })).toBeVisible();
  },
);

test(
  'a browser without room for the app says so, and the app runs',
  { tag: '@long' },
  async ({ page, context }) => {
    const session = await context.newCDPSession(page);
    const origin = new URL(server.url).origin;
    await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 200_000 });
    await page.goto(`${server.url}${RUN}`);
    await expect(page.getByText('The app was not saved for offline use')).toBeVisible();
    await soon(() => new LabPage(page).nowNs('a')).toBeGreaterThan(0);
  },
);

test(
  'a tab whose version is gone from browser and server says so, and reloads where it is',
  { tag: '@long' },
  async ({ page }) => {
    await page.addInitScript(() => {
      // Run only the first idle callback, so that the page does not prefetch its parts.
      const requestIdleCallback = window.requestIdleCallback.bind(window);
      let idle = 0;
      window.requestIdleCallback = (work, options) =>
        (idle += 1) > 1 ? 0 : requestIdleCallback(work, options);
    });
    const lab = new LabPage(page);
    await page.goto(`${server.url}${RUN}`);
    await lab.goTo(2);
    await publishNext();
    await page.keyboard.press('v');
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('it now has another version of this page');
    await alert.getByRole('button', { name: 'Reload' }).click();
    await expect(alert).toHaveCount(0);
    await soon(() => lab.nowNs('a')).toBe(2e9);
    await page.keyboard.press('v');
    await expect(page.getByRole('dialog', { name: 'Counters' })).toBeVisible();
  },
);
