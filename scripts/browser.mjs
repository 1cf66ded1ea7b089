import { existsSync } from 'node:fs';

import { chromium } from '@playwright/test';

import { Failure } from './lib/failure.mjs';
import { findInstalled, installFromDebian, isDebianRoot } from './lib/installed.mjs';
import { mustRun, nodeTool } from './lib/run.mjs';
import { withTask } from './lib/task.mjs';

const names = ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser'];
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * The browser that the tests run in: the one that CHROMIUM names, else the one that Playwright
 * has downloaded, else an installed one.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const named = process.env['CHROMIUM'];
  if (named !== undefined) return named;
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : findInstalled([...names, ...elsewhere]);
}

/** Installs a browser where none is found and this can be done without asking. */
export async function ensureBrowser() {
  if (findBrowser() !== undefined) return;
  await withTask('Installing Chromium', async (onOutput) => {
    const attempts = [...(isDebianRoot() ? [installChromium] : []), downloadWithPlaywright];
    for (const attempt of attempts) {
      await attempt(onOutput).catch((/** @type {unknown} */ error) => {
        if (!(error instanceof Failure)) throw error;
        onOutput(error.message);
      });
      if (findBrowser() !== undefined) return;
    }
    throw new Failure(
      'Please install Chromium or Chrome, or set CHROMIUM to the path of one, for the browser tests.',
    );
  });
}

/** @param {(text: string) => void} onOutput */
const installChromium = (onOutput) => installFromDebian('chromium', onOutput);

/** @param {(text: string) => void} onOutput */
async function downloadWithPlaywright(onOutput) {
  const [command, args] = nodeTool('@playwright/test/cli.js', ['install', 'chromium']);
  await mustRun('install Chromium', command, args, { onOutput });
}
