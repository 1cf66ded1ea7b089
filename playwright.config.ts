import { defineConfig } from '@playwright/test';

import { findTestBrowser } from './scripts/browser.mjs';

const port = process.env['PREVIEW_PORT'] ?? '4179';
const url = `http://127.0.0.1:${port}/`;
const executablePath = findTestBrowser();

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.test.ts',
  outputDir: 'test-results',
  forbidOnly: process.env['CI'] !== undefined,
  // Each page has two machines; on two cores a third page would only wait for the others.
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000, toPass: { intervals: [50] } },
  reporter: 'list',
  use: {
    baseURL: url,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // What it serves no route of a test sees; offline.test.ts lets it be.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // A recording takes a quarter of the time; where a failure needs one: npx playwright test --trace on.
    trace: 'off',
    launchOptions: executablePath === undefined ? {} : { executablePath },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort`,
    url,
    timeout: 60_000,
  },
});
