// Compares runs in a browser without remote control: the browser opens one page, which posts its result to this server.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { Failure } from '../lib/failure.mjs';
import { root } from '../lib/paths.mjs';
import { bindings } from '../steps/engine.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Time limit: longer than `--all` takes on the slowest machine that was measured. */
const PATIENCE_MS = 30 * 60_000;
const html = `<!doctype html><title>Digests</title><script type="module">
const tell = (found) => fetch('/found', { method: 'POST', body: JSON.stringify(found) });
try {
  const { default: init, Machine } = await import('./reclaim.js');
  const { compare } = await import('./passes.mjs');
  await init();
  const json = async (path) => (await fetch(path)).json();
  const documentOf = (gallery) => json('./gallery/' + gallery + '.json');
  const found = await compare((document) => new Machine(document), await json('./goldens.json'), documentOf);
  await tell({ ...found, browser: navigator.userAgent });
} catch (error) {
  await tell({ failure: String(error) });
}
</script>`;

/** @typedef {{ runs: number, differ: string[], browser: string }} Found */

/** @param {string} address @param {string} goldens @returns {[string, string | Buffer] | undefined} */
function answer(address, goldens) {
  const file = (/** @type {string} */ path) => readFileSync(join(root, path));
  const gallery = /^\/gallery\/([a-z0-9-]+\.json)$/.exec(address)?.[1];
  if (gallery !== undefined) return ['application/json', file(`public/gallery/${gallery}`)];
  switch (address) {
    case '/':
      return ['text/html', html];
    case '/goldens.json':
      return ['application/json', goldens];
    case '/passes.mjs':
      return ['text/javascript', readFileSync(join(here, 'passes.mjs'))];
    case '/reclaim.js':
      return ['text/javascript', file(`${bindings}/reclaim.js`)];
    case '/reclaim_bg.wasm':
      return ['application/wasm', file(`${bindings}/reclaim_bg.wasm`)];
    default:
      return undefined;
  }
}

/**
 * Removes the profile when this process exits: a browser's helper processes may run a little longer than the browser,
 * and write to its profile.
 * @param {string} folder
 */
function removeLater(folder) {
  process.once('exit', () => {
    try {
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
    } catch (error) {
      console.warn(`${folder} is left over: ${String(error)}`);
    }
  });
}

/**
 * @param {{ command: string, args: (profile: string) => string[] }} browser
 * @param {readonly import('./passes.mjs').Golden[]} goldens
 * @returns {Promise<Found>}
 */
export async function compareIn({ command, args }, goldens) {
  const text = JSON.stringify(goldens);
  /** @type {(found: Found & { failure?: string }) => void} */
  let tell = () => {};
  /** @type {Promise<Found & { failure?: string }>} */
  const told = new Promise((resolve) => (tell = resolve));
  const server = createServer((request, response) => {
    if (request.method === 'POST') {
      let body = '';
      request.on('data', (/** @type {Buffer} */ bytes) => (body += bytes.toString()));
      request.on('end', () => {
        response.end();
        tell(JSON.parse(body));
      });
      return;
    }
    const [type, content] = answer(request.url ?? '', text) ?? ['text/plain', ''];
    response.writeHead(content === '' ? 404 : 200, { 'content-type': type }).end(content);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(null)));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const profile = mkdtempSync(join(tmpdir(), 'digests-'));
  const child = spawn(command, [...args(profile), `http://127.0.0.1:${port}/`], {
    stdio: 'ignore',
  });
  const closed = new Promise((resolve) => child.once('close', resolve).once('error', resolve));
  const ended = new Promise((_, reject) => {
    child.on('error', reject);
    child.on('exit', () => reject(new Failure(`${command} ended before it had told anything.`)));
  });
  const late = new Promise((_, reject) => {
    const why = new Failure(`${command} told nothing for ${PATIENCE_MS / 60_000} minutes.`);
    setTimeout(() => reject(why), PATIENCE_MS).unref();
  });
  try {
    const found = /** @type {Found & { failure?: string }} */ (
      await Promise.race([told, ended, late])
    );
    if (found.failure !== undefined) throw new Failure(`${command}: ${found.failure}`);
    return found;
  } finally {
    ended.catch(() => {});
    // Nothing in its profile is worth keeping, so do not wait for a clean exit.
    child.kill('SIGKILL');
    server.close();
    server.closeAllConnections();
    await closed;
    removeLater(profile);
  }
}
