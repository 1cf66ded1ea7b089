import { Failure } from './lib/failure.mjs';
import { findInstalled, installFromDebian, isDebianRoot } from './lib/installed.mjs';
import { withTask } from './lib/task.mjs';

const names = [
  'firefox-esr',
  'firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** Finds the Firefox that FIREFOX names, else an installed one. @returns {string | undefined} */
export function findFirefox() {
  return process.env['FIREFOX'] ?? findInstalled(names);
}

/** Installs Firefox if none is found and the script may install without asking. */
export async function ensureFirefox() {
  if (findFirefox() === undefined && isDebianRoot()) {
    await withTask('Installing Firefox', (note) => installFromDebian('firefox-esr', note));
  }
  if (findFirefox() === undefined) {
    throw new Failure(
      'Please install Firefox, or set FIREFOX to the path of one, for the tests in a second browser.',
    );
  }
}
