import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { chromium } from '@playwright/test';

import { Failure } from './lib/failure.mjs';
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
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const onPath = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [chromium.executablePath(), ...onPath, ...elsewhere].find((file) => existsSync(file));
}

/** Installs a browser where none is found and this can be done without asking. */
export async function ensureBrowser() {
  if (findBrowser() !== undefined) return;
  await withTask('Installing Chromium', async (onOutput) => {
    const attempts = [...(isDebianRoot() ? [installFromDebian] : []), downloadWithPlaywright];
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
async function installFromDebian(onOutput) {
  const what = 'install Chromium';
  const wait = ['-o', 'DPkg::Lock::Timeout=400'];
  const options = { onOutput, env: { DEBIAN_FRONTEND: 'noninteractive' } };
  await mustRun(what, 'apt-get', [...wait, 'update'], options);
  await mustRun(what, 'apt-get', [...wait, 'install', '-y', 'chromium'], options);
}

/** @param {(text: string) => void} onOutput */
async function downloadWithPlaywright(onOutput) {
  const [command, args] = nodeTool('@playwright/test/cli.js', ['install', 'chromium']);
  await mustRun('install Chromium', command, args, { onOutput });
}

function isDebianRoot() {
  // On Ubuntu the package is a stub for a sandbox that a test runner cannot steer.
  return (
    process.getuid?.() === 0 &&
    existsSync('/etc/os-release') &&
    /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}
