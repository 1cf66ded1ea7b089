import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

import type { Page, Response } from '@playwright/test';
import { expect, test } from '@playwright/test';

import { FIRST_LOAD, overBudget } from '../scripts/budgets.mjs';
import { LabPage, RUN_MS, soon } from './lab-page.js';
import { serveStatically } from './static-server.js';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** Records problems that a visitor should never have: errors, blocked code, requests to other hosts. */
async function watch(page: Page): Promise<string[]> {
  const troubles: string[] = [];
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => troubles.push(`failed: ${request.url()}`));
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    const local = hostname === '127.0.0.1' || protocol === 'data:' || protocol === 'blob:';
    if (!local) troubles.push(`other host: ${request.url()}`);
  });
  await page.exposeFunction('reportViolation', (directive: string) => {
    troubles.push(`policy: ${directive}`);
  });
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report = Reflect.get(window, 'reportViolation') as (directive: string) => void;
      report(event.violatedDirective);
    });
  });
  return troubles;
}

for (const address of ['/', '/results.html', '/studies.html']) {
  test(`${address} opens without an error and asks nothing of other hosts`, async ({ page }) => {
    const troubles = await watch(page);
    await page.goto(address);
    await expect(page).toHaveTitle(/Reclaim Lab/);
    await expect(page.locator('#root')).not.toBeEmpty();
    await expect(page.getByText('Loading the engine…')).toHaveCount(0);
    expect(troubles).toEqual([]);
  });
}

test('a whole run, with its dialogs, meets no error and no other host', async ({ page }) => {
  const troubles = await watch(page);
  const lab = new LabPage(page);
  await lab.openSmall();
  await lab.switchOn('No file writeback in direct reclaim');
  await page.getByRole('button', { name: /^Theme/ }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByLabel('Speed').selectOption({ label: 'Max' });
  for (const lane of ['a', 'b'] as const) {
    await expect(page.getByTestId(`headline-${lane}`)).toContainText('Done:', { timeout: RUN_MS });
  }
  await page.keyboard.press('v');
  await page.getByRole('button', { name: 'Export…' }).click();
  for (const what of ['Samples, CSV', 'Page map of A']) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: what }).click();
    await saved;
  }
  await page.keyboard.press('Escape');
  const dialog = await lab.openDocument();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(troubles).toEqual([]);
});

test('the app runs from a folder of a plain static server', async ({ page }) => {
  const server = await serveStatically(dist, '/some/folder');
  try {
    const troubles = await watch(page);
    await page.goto(`${server.url}/`);
    await expect(page.locator('#root')).not.toBeEmpty();
    await soon(() => server.served.some((name) => name.endsWith('.wasm'))).toBe(true);
    expect(server.missing).toEqual([]);
    expect(troubles).toEqual([]);
  } finally {
    await server.close();
  }
});

test('the page refuses code that is not a file of the app', async ({ page }) => {
  await page.goto('/');
  const refusals = await page.evaluate(() => {
    const attempts = [
      () => document.body.setAttribute('onclick', 'document.title = "ran"'),
      () => (document.body.innerHTML = '<img src="data:," onerror="document.title = 1">'),
      () => new Worker('https://example.com/worker.js'),
    ];
    return attempts.map((attempt) => {
      try {
        attempt();
        return 'allowed';
      } catch (error) {
        return String(error);
      }
    });
  });
  expect(refusals).toEqual([
    expect.stringContaining('TrustedScript'),
    expect.stringContaining('TrustedHTML'),
    expect.stringContaining('not a script of this app'),
  ]);
});

test('a worker of the app may start', async ({ page }) => {
  await page.goto('/');
  // Any script of the app works here: the test only checks that the policy allows its address.
  const started = await page.evaluate(() => {
    const script = document.querySelector<HTMLScriptElement>('script[src]');
    const worker = new Worker(new URL(script?.src ?? '', document.baseURI), { type: 'module' });
    worker.terminate();
    return true;
  });
  expect(started).toBe(true);
});

test('the engine and the workers start while React is still loading', async ({ page }) => {
  const started = Promise.all([
    page.waitForEvent('worker'),
    page.waitForResponse(/reclaim_bg-[^/]*\.wasm$/),
  ]);
  let shown = '';
  await page.route('**/react-*.js', async (route) => {
    await started;
    shown = await page.locator('#root').innerText();
    await route.continue();
  });
  await page.goto('/');
  await expect(page.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  expect(shown).toContain('Reclaim Lab');
  expect(shown).toContain('Loading the engine…');
  await soon(() => new LabPage(page).nowNs('a')).toBeGreaterThan(0);
});

test('what is fetched before the Lab runs by itself keeps to its budget', async ({ page }) => {
  // Do not count the parts that the page fetches when the browser is idle.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  const lab = new LabPage(page);
  // Do not use `lab.open`, which unfolds all panels: a first-time visitor sees them folded.
  await page.goto('/');
  await soon(() => lab.nowNs('b')).toBeGreaterThan(0);
  const files = await Promise.all(
    responses.map(async (response) => ({
      name: new URL(response.url()).pathname,
      bytes: brotliCompressSync(await response.body()).length,
    })),
  );
  // Both lanes load the worker, but the server sends it once.
  const sent = [...new Map(files.map((file) => [file.name, file])).values()];
  for (const kind of [/^\/$/, /\.css$/, /\/worker-[^/]*\.js$/, /\.wasm$/]) {
    expect(sent.map(({ name }) => name)).toContainEqual(expect.stringMatching(kind));
  }
  expect(overBudget(sent, FIRST_LOAD)).toEqual([]);
});
