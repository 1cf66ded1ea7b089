// Opens pages in Chromium: a page with only the engine's module, and the built app.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { root } from '../lib/paths.mjs';
import { bindings } from '../steps/engine.mjs';

const pkg = join(root, bindings);
const here = fileURLToPath(new URL('.', import.meta.url));
const html = `<!doctype html><script type="module">
import init, { Machine } from './reclaim.js';
import { measureRuns } from './windows.mjs';
await init();
globalThis.measure = (document, options) => measureRuns(() => new Machine(document), options);
</script>`;
/** @type {Record<string, () => [string, string | Buffer]>} */
const files = {
  '/': () => ['text/html', html],
  '/reclaim.js': () => ['text/javascript', readFileSync(join(pkg, 'reclaim.js'))],
  '/reclaim_bg.wasm': () => ['application/wasm', readFileSync(join(pkg, 'reclaim_bg.wasm'))],
  '/windows.mjs': () => ['text/javascript', readFileSync(join(here, 'windows.mjs'))],
};

/** @param {(page: import('@playwright/test').Page) => Promise<void>} use */
export async function withModulePage(use) {
  const { chromium } = await import('@playwright/test');
  const { findBrowser } = await import('../browser.mjs');
  const server = createServer((request, response) => {
    const file = files[request.url === '/' ? '/' : `/${basename(request.url ?? '')}`];
    const [type, body] = file?.() ?? ['text/plain', ''];
    response.writeHead(file ? 200 : 404, { 'content-type': type }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const executablePath = findBrowser();
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(600_000);
    await page.goto(`http://127.0.0.1:${port}/`);
    await page.waitForFunction(() => 'measure' in globalThis);
    await use(page);
  } finally {
    await browser.close();
    server.close();
  }
}

/** @param {(page: import('@playwright/test').Page, address: string) => Promise<void>} use */
export async function withBuiltPage(use) {
  const { chromium } = await import('@playwright/test');
  const { preview } = await import('vite');
  const { findBrowser } = await import('../browser.mjs');
  const executablePath = findBrowser();
  const server = await preview({ preview: { port: 4380, strictPort: false } });
  const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await use(page, server.resolvedUrls?.local[0] ?? '');
  } finally {
    await browser.close();
    await server.close();
  }
}
