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
/** Chromium without a user interface. */
const headless = ['/usr/lib/chromium/chromium-headless-shell', 'chrome-headless-shell'];

/**
 * Finds the browser for benchmarks and for comparing digests: the one that CHROMIUM names, else the one that Playwright
 * downloaded, else an installed one.
 * @returns {string | undefined}
 */
export function findBrowser() {
  const named = process.env['CHROMIUM'];
  if (named !== undefined) return named;
  const downloaded = chromium.executablePath();
  return existsSync(downloaded) ? downloaded : findInstalled([...names, ...elsewhere]);
}

/**
 * Finds the browser for tests: a Chromium without a user interface if there is one, else the browser that `findBrowser`
 * finds. Without a user interface, opening the Lab takes half the CPU time (1.8 s instead of 3.3 on the machine that
 * was measured).
 * @returns {string | undefined}
 */
export function findTestBrowser() {
  return process.env['CHROMIUM'] ?? findInstalled(headless) ?? findBrowser();
}

/**
 * Installs a browser if none is found: a Debian package if the script may install it without asking, else a download by
 * Playwright.
 */
export async function ensureBrowser() {
  if (findBrowser() !== undefined) return;
  const attempts = [...(isDebianRoot() ? [installChromium] : []), downloadWithPlaywright];
  await tryInOrder('Installing Chromium', attempts, findBrowser);
  if (findBrowser() !== undefined) return;
  throw new Failure(
    'Please install Chromium or Chrome, or set CHROMIUM to the path of one, for the browser tests.',
  );
}

/**
 * Installs a browser for the tests: a Chromium without a user interface if the script may install packages without
 * asking, else as `ensureBrowser` does.
 */
export async function ensureTestBrowser() {
  const wanted = () => process.env['CHROMIUM'] ?? findInstalled(headless);
  if (wanted() === undefined && isDebianRoot()) {
    await tryInOrder('Installing Chromium for tests', [installHeadless], wanted);
  }
  if (findTestBrowser() === undefined) await ensureBrowser();
}

/**
 * @param {string} title
 * @param {readonly ((onOutput: OnOutput) => Promise<void>)[]} attempts
 * @param {() => string | undefined} find defined once an attempt has succeeded
 */
async function tryInOrder(title, attempts, find) {
  await withTask(title, async (onOutput) => {
    for (const attempt of attempts) {
      await attempt(onOutput).catch((/** @type {unknown} */ error) => {
        if (!(error instanceof Failure)) throw error;
        onOutput(error.message);
      });
      if (find() !== undefined) return;
    }
  });
}

/** @typedef {(text: string) => void} OnOutput */

/** @param {OnOutput} onOutput */
const installChromium = (onOutput) => installFromDebian('chromium', onOutput);

/** @param {OnOutput} onOutput */
const installHeadless = (onOutput) => installFromDebian('chromium-headless-shell', onOutput);

/** @param {OnOutput} onOutput */
async function downloadWithPlaywright(onOutput) {
  const [command, args] = nodeTool('@playwright/test/cli.js', ['install', 'chromium']);
  await mustRun('install Chromium', command, args, { onOutput });
}
