// Time from opening the built Lab until it runs, on a slow CPU, and the bytes sent until then.
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { withBuiltPage } from './chromium.mjs';

const ROUNDS = 5;
const SLOWDOWN = 4;
/**
 * Wall time after which a new browser no longer keeps the CPUs busy with its own pages, which took 1.1 s in a trace on
 * two CPUs.
 */
const SETTLED_MS = 2_000;

/** The kind of a file, by its name. @param {string} name */
function kindOf(name) {
  const ending = /\.(\w+)$/.exec(name)?.[1];
  if (ending === 'js') return name.includes('worker') ? 'worker' : 'scripts';
  return ending === 'css' ? 'styles' : ending === 'wasm' ? 'engine' : 'page';
}

/**
 * Runs inside the page. Resolves once both machines have drawn for the first time and their time advances; also returns
 * the time from which the run could be played and paused.
 */
async function running() {
  let controls = NaN;
  for (;;) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const play = document.querySelector('.button-play');
    const canvases = document.querySelectorAll('.lane-canvas canvas');
    const times = [...document.querySelectorAll('[data-now-ns][data-testid^=time-]')];
    const moved = times.every((time) => Number(time.getAttribute('data-now-ns')) > 0);
    if (Number.isNaN(controls) && play instanceof HTMLButtonElement && !play.disabled) {
      controls = performance.now();
    }
    if (!Number.isNaN(controls) && canvases.length > 1 && times.length > 1 && moved) {
      return { controls, running: performance.now() };
    }
  }
}

/** Visits the page with a new browser profile. */
async function visit() {
  let ms = { controls: NaN, running: NaN };
  /** @type {Map<string, Buffer>} */
  const sent = new Map();
  await withBuiltPage(async (page, address) => {
    // Parts that are fetched when the browser is idle do not count.
    await page.addInitScript(() => {
      window.requestIdleCallback = () => 0;
    });
    /** @type {Map<string, import('@playwright/test').Response>} */
    const responses = new Map();
    page.on('response', (response) => responses.set(new URL(response.url()).pathname, response));
    // The start of the browser does not count either: its own pages need CPU time too.
    await page.waitForTimeout(SETTLED_MS);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.goto(address, { waitUntil: 'commit' });
    ms = await page.evaluate(running);
    for (const [name, response] of responses) sent.set(name, await response.body());
  });
  return { ms, sent };
}

/** @param {import('./rows.mjs').Rows} rows */
export async function benchFirstLoad(rows) {
  rows.group(`The first load of the Lab, CPU ${SLOWDOWN} times as slow`);
  const visits = [];
  for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit());
  rows.add(
    'first load, until it can be played and stopped',
    'ms',
    visits.map(({ ms }) => ms.controls),
  );
  rows.add(
    'first load, until both machines run',
    'ms',
    visits.map(({ ms }) => ms.running),
  );
  const files = [...(visits[0]?.sent ?? [])];
  const forms = {
    raw: (/** @type {Buffer} */ body) => body,
    gzip: (/** @type {Buffer} */ body) => gzipSync(body),
    brotli: (/** @type {Buffer} */ body) => brotliCompressSync(body),
  };
  const kinds = [...new Set(files.map(([name]) => kindOf(name)))].sort();
  for (const kind of ['all', ...kinds]) {
    for (const [form, formed] of Object.entries(forms)) {
      const bodies = files.filter(([name]) => kind === 'all' || kindOf(name) === kind);
      const bytes = bodies.reduce((sum, [, body]) => sum + formed(body).length, 0);
      rows.add(`first load, ${kind}, ${form}`, 'bytes', [bytes]);
    }
  }
}
