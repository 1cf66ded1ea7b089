import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * File name of the service worker. It is in the app's folder because a worker may serve only the folder that it is in.
 */
export const WORKER = 'sw.js';
/** Files for tools and people; the app uses its own copies among its assets. */
const ASIDE = ['gallery/', 'lessons/', 'licences.txt'];

/** @param {string | Buffer} content @param {'hex' | 'base64'} form */
function digest(content, form) {
  return createHash('sha256').update(content).digest(form);
}

/** @param {string} folder */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name !== WORKER && !ASIDE.some((aside) => name.startsWith(aside)))
    .sort();
}

/**
 * Writes the version of a built app: a digest of all its files, in the head of each page and in the service worker,
 * which also gets the digest of each file. We do not use a generator of service workers: a generated worker keeps one
 * version for all tabs, and includes a library that is larger than our whole worker.
 * @param {string} folder
 */
export function writeVersion(folder) {
  const read = (/** @type {string} */ name) => readFileSync(path.join(folder, name));
  const names = filesOf(folder);
  const version = digest(
    names.map((name) => `${name} ${digest(read(name), 'hex')}\n`).join(''),
    'hex',
  ).slice(0, 16);
  for (const name of names.filter((name) => name.endsWith('.html'))) {
    const html = read(name).toString();
    const meta = `<meta name="version" content="${version}" />`;
    writeFileSync(path.join(folder, name), html.replace(/(\s*)<title>/, `$1${meta}$&`));
  }
  const files = names.map((name) => [name, `sha256-${digest(read(name), 'base64')}`]);
  const head = `const VERSION=${JSON.stringify(version)},FILES=${JSON.stringify(files)};\n`;
  writeFileSync(path.join(folder, WORKER), head + read(WORKER).toString());
}

/** Writes the version after all other files are written. @returns {import('vite').Plugin} */
export function offline() {
  return {
    name: 'offline',
    apply: 'build',
    writeBundle: {
      order: 'post',
      sequential: true,
      handler({ dir }) {
        if (dir === undefined) throw new Error('The app is built into no folder');
        writeVersion(dir);
      },
    },
  };
}
