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
  // Each page runs two machines, so on two cores a third page would only compete with them.
  workers: 2,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 20_000, toPass: { intervals: [50] } },
  reporter: 'list',
  use: {
    baseURL: url,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    // Routes of a test do not see requests that a service worker answers. offline.test.ts allows service workers.
    serviceWorkers: 'block',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    screenshot: 'only-on-failure',
    // Recording a trace takes a quarter of the test time. To record one: npx playwright test --trace on.
    trace: 'off',
    launchOptions: executablePath === undefined ? {} : { executablePath },
  },
  webServer: {
    command: `node node_modules/vite/bin/vite.js preview --host 127.0.0.1 --port ${port} --strictPort`,
    url,
    timeout: 60_000,
  },
});
