// Times page-cycles of the engine: natively, and as WebAssembly in Node and in Chromium. Measures each machine in all
// three before the next machine.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Failure } from '../lib/failure.mjs';
import { root, rustWorkspace } from '../lib/paths.mjs';
import { bindings } from '../steps/engine.mjs';
import { withModulePage } from './chromium.mjs';
import { median } from './rows.mjs';
import { measureRuns, measureWindows } from './windows.mjs';

/** One scenario for each program and each kind of device. */
const WORKLOADS = [
  'real-write-3x-ram',
  'weiner-usb',
  'fsmark-xfs-1024m',
  'simple-wb-1024m',
  'mmap-strm-1024m',
  'iozone-mel001',
  'hansen-round-robin',
  'hansen-dd',
  'kim-build',
  'real-cyclic-read-115pct',
  'real-anon-hog-120pct-swap',
];
/** Sizes of RAM, MiB. */
const SIZES = [256, 4096, 65_536];

/** @param {string[]} args */
export function reclaim(args) {
  const command = join(rustWorkspace, 'target/release/reclaim');
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) {
    throw new Failure(`reclaim ${args.join(' ')} failed: ${stderr.trim()}`);
  }
  return stdout;
}

/**
 * Loads the engine's bindings in this process. A new name loads a new instance, with memory that no machine has used.
 * @param {string} [name]
 */
export async function nodeEngine(name = 'usual') {
  const pkg = join(root, bindings);
  const { href } = pathToFileURL(join(pkg, 'reclaim.js'));
  /** @type {typeof import('../../web/src/engine/pkg/reclaim.js')} */
  const { initSync, Machine } = await import(`${href}?${name}`);
  const { memory } = initSync({ module: readFileSync(join(pkg, 'reclaim_bg.wasm')) });
  return { Machine, memory };
}

/**
 * Measures the windows of a machine in Chromium.
 * @param {import('@playwright/test').Page} page
 * @param {string} document
 * @param {{ windows: number, pages: number }} options
 */
function inChromium(page, document, options) {
  return page.evaluate(([text, options]) => {
    /** @type {unknown} */
    const measure = Reflect.get(globalThis, 'measure');
    return /** @type {(text: string, options: object) => number[]} */ (measure)(text, options);
  }, /** @type {const} */ ([document, options]));
}

/** @param {import('./rows.mjs').Rows} rows @param {{ quick: boolean }} options */
export async function benchEngine(rows, { quick }) {
  const sizes = quick ? SIZES.slice(0, 2) : SIZES;
  const options = { windows: quick ? 3 : 5, pages: 50_000 };
  const { Machine } = await nodeEngine();
  rows.group(
    'Engine: time of a page-cycle once the machine reclaims; what runs as WebAssembly traces, as in the page',
  );
  await withModulePage(async (page) => {
    const inNode = (/** @type {string} */ document) =>
      measureRuns(() => new Machine(document), options);
    for (const [workload, mib] of WORKLOADS.flatMap((name) =>
      sizes.map((mib) => /** @type {const} */ ([name, mib])),
    )) {
      const label = `${workload} ${mib} MiB`;
      const args = ['bench', workload, '--ram-mib', String(mib)];
      const measure = ['--windows', String(options.windows), '--pages', String(options.pages)];
      const form = ['--traced', '--format', 'json'];
      try {
        /** @type {{ window_ns: number[], traced_window_ns: number[] }[]} */
        const [native] = JSON.parse(reclaim([...args, ...measure, ...form]));
        /** @type {{ document: object }[]} */
        const [entry] = JSON.parse(reclaim([...args, '--format', 'documents']));
        const document = JSON.stringify(entry?.document);
        // Warm-up: V8 optimizes a function only after it has run for a while, and each workload uses other functions.
        inNode(document);
        await inChromium(page, document, options);
        rows.add(`${label} native`, 'ns', native?.window_ns ?? []);
        rows.add(`${label} native, traced`, 'ns', native?.traced_window_ns ?? []);
        rows.add(`${label} node`, 'ns', inNode(document));
        rows.add(`${label} chromium`, 'ns', await inChromium(page, document, options));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        rows.say(`No ${label}: ${error.message}`);
      }
    }
  });
  for (const workload of WORKLOADS) {
    const of = (/** @type {number} */ mib, /** @type {string} */ where) =>
      rows.medianOf(`${workload} ${mib} MiB ${where}`);
    const least = sizes[0] ?? NaN;
    const most = sizes.at(-1) ?? NaN;
    rows.add(
      `${workload} chromium over native`,
      'ratio',
      // Both sides trace, so that they do the same work.
      ratios(sizes.map((mib) => of(mib, 'chromium') / of(mib, 'native, traced'))),
    );
    rows.add(
      `${workload} ${most} over ${least} MiB native`,
      'ratio',
      ratios([of(most, 'native') / of(least, 'native')]),
    );
  }
}

/** @param {number[]} values */
function ratios(values) {
  return values.filter(Number.isFinite);
}

/**
 * Compares windows with and without tracing, natively; the two kinds of window alternate.
 * @param {import('./rows.mjs').Rows} rows
 */
export function benchTracing(rows) {
  rows.group('Tracing on, against off');
  for (const workload of ['real-write-3x-ram', 'weiner-usb', 'hansen-round-robin']) {
    const args = ['bench', workload, '--ram-mib', '4096', '--traced', '--format', 'json'];
    /** @type {{ window_ns: number[], traced_window_ns: number[] }[]} */
    const [row] = JSON.parse(reclaim([...args, '--windows', '15', '--pages', '50000']));
    const ratio = median(row?.traced_window_ns ?? []) / median(row?.window_ns ?? []);
    rows.add(`${workload} traced over untraced`, 'ratio', ratios([ratio]));
  }
}

/**
 * Measures the whole run of the scenario that the page opens with.
 * @param {import('./rows.mjs').Rows} rows @param {{ quick: boolean }} options
 */
export async function benchWholeRun(rows, { quick }) {
  rows.group('The run that the page opens with, to its end');
  const times = quick ? 1 : 3;
  const { Machine } = await nodeEngine();
  const text = readFileSync(join(root, 'public/gallery/weiner-usb.json'), 'utf8');
  const native = [];
  const node = [];
  for (let n = 0; n < times; n += 1) {
    let start = performance.now();
    reclaim(['run', 'weiner-usb', '--format', 'vmstat']);
    native.push((performance.now() - start) / 1000);
    const machine = new Machine(text);
    start = performance.now();
    while (machine.run(Number.MAX_SAFE_INTEGER, 1_000_000) === 1);
    node.push((performance.now() - start) / 1000);
    machine.free();
  }
  rows.add('weiner-usb whole run native', 's', native);
  rows.add('weiner-usb whole run node', 's', node);
}

/** @param {import('./rows.mjs').Rows} rows */
export async function benchMemory(rows) {
  rows.group('Memory of the module for a machine in which everything has been used once');
  for (const mib of [3750, 16_384]) {
    const { Machine, memory } = await nodeEngine(`of ${mib} MiB`);
    const args = ['bench', 'real-write-3x-ram', '--ram-mib', String(mib), '--format', 'documents'];
    /** @type {{ document: object }[]} */
    const [entry] = JSON.parse(reclaim(args));
    const machine = new Machine(JSON.stringify(entry?.document));
    const { frames } = measureWindows(machine, { windows: 1, pages: 50_000 });
    rows.add(`bytes a frame at ${mib} MiB`, 'bytes', [memory.buffer.byteLength / frames]);
    machine.free();
  }
}
