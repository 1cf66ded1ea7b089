// Main-thread work of the page while two lanes run at full speed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Failure } from '../lib/failure.mjs';
import { root } from '../lib/paths.mjs';
import { bindings } from '../steps/engine.mjs';
import { withBuiltPage } from './chromium.mjs';
import { MACHINES, scenarioOf } from './machines.mjs';
import { percentile } from './rows.mjs';
import { noteWorkerFrames, workerFrames } from './worker-frames.mjs';

/** Duration of the measurement, milliseconds. */
const WATCHED_MS = 8_000;
/** @typedef {{ name: string, ph: string, ts: number, dur?: number, tdur?: number, pid: number, tid: number, args?: { name?: string } }} TraceEvent */

/**
 * Milliseconds of script on the main thread between one animation frame and the next.
 * @param {TraceEvent[]} events
 * @param {'tdur' | 'dur'} clock CPU time of the thread, or wall time, which includes waiting for a CPU
 */
function scriptOfFrames(events, clock) {
  const main = events.find(
    ({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain',
  );
  const own = events.filter(({ pid, tid }) => pid === main?.pid && tid === main.tid);
  const script = own
    .filter(({ name, ph }) => name === 'FunctionCall' && ph === 'X')
    .toSorted((one, other) => one.ts - other.ts);
  if (script.some((call) => call[clock] === undefined)) {
    throw new Failure(`The trace of this browser does not say how long script took (${clock}).`);
  }
  const starts = own
    .filter(({ name, ph }) => name === 'AnimationFrame' && ph === 'b')
    .map(({ ts }) => ts)
    .toSorted((one, other) => one - other);
  const frames = new Array(Math.max(0, starts.length - 1)).fill(0);
  let frame = 0;
  let end = 0;
  for (const { ts, dur = 0, [clock]: spent = 0 } of script) {
    // The time of the outer call already includes a nested call.
    if (ts < end) {
      continue;
    }
    end = ts + dur;
    while (frame < frames.length && (starts[frame + 1] ?? Infinity) <= ts) {
      frame += 1;
    }
    if (frame < frames.length && ts >= (starts[0] ?? Infinity)) {
      frames[frame] += spent / 1000;
    }
  }
  return frames;
}

/** Records the time from each interaction to the next paint. */
function noteInteractions() {
  const noted = /** @type {number[]} */ ([]);
  Object.assign(globalThis, { noted });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && Number(entry.interactionId) > 0) {
        noted.push(entry.duration);
      }
    }
  });
  observer.observe(
    /** @type {PerformanceObserverInit} */ ({ type: 'event', durationThreshold: 16 }),
  );
}

/** @param {string} document */
async function linkTo(document) {
  const pkg = join(root, bindings);
  /** @type {typeof import('../../web/src/engine/pkg/documents.js')} */
  const documents = await import(pathToFileURL(join(pkg, 'documents.js')).href);
  documents.initSync({ module: readFileSync(join(pkg, 'documents_bg.wasm')) });
  return documents.encode_link(document);
}

/** @param {import('./rows.mjs').Rows} rows */
export async function benchPage(rows) {
  rows.group('The page while two lanes run as fast as they go, 1440 x 900');
  for (const frames of MACHINES) {
    const scenario = JSON.stringify(scenarioOf(frames));
    await withBuiltPage(async (page, address) => {
      await noteWorkerFrames(page);
      await page.goto(`${address}#${await linkTo(scenario)}`);
      await page.getByLabel('Speed').selectOption({ label: 'Max' });
      await page.waitForFunction(() => {
        const table = document.querySelector('[data-testid=table-a]');
        return table instanceof HTMLElement && Number(table.dataset['nowNs']) > 1e9;
      });
      await page.evaluate(noteInteractions);
      const session = await page.context().newCDPSession(page);
      /** @type {TraceEvent[]} */
      const events = [];
      session.on('Tracing.dataCollected', ({ value }) => {
        events.push(.../** @type {TraceEvent[]} */ (/** @type {unknown} */ (value)));
      });
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
      await session.send('Tracing.start', {
        transferMode: 'ReportEvents',
        traceConfig: { includedCategories: ['devtools.timeline', '__metadata'] },
      });
      await workerFrames(page);
      await page.waitForTimeout(WATCHED_MS);
      const ofWorkers = await workerFrames(page);
      await session.send('Tracing.end');
      await complete;
      const script = scriptOfFrames(events, 'tdur');
      if (script.length === 0) {
        throw new Failure('The trace of this browser names no animation frames.');
      }
      rows.add(`main thread script a frame, ${frames} frames`, 'ms', script);
      rows.add(`main thread script 99th percentile, ${frames} frames`, 'ms', [
        percentile(script, 0.99),
      ]);
      rows.add(`main thread script a frame by the wall, ${frames} frames`, 'ms', [
        ...scriptOfFrames(events, 'dur'),
      ]);
      rows.add(`worker frame, ${frames} frames`, 'ms', ofWorkers);
      rows.add(`worker frame 99th percentile, ${frames} frames`, 'ms', [
        percentile(ofWorkers, 0.99),
      ]);
      const chart = page.getByRole('button', { name: /^(Pause|Play)/ }).first();
      for (let n = 0; n < 10; n += 1) {
        await chart.click();
      }
      const noted = await page.evaluate(
        () => /** @type {number[]} */ (Reflect.get(globalThis, 'noted')),
      );
      rows.add(`interaction to next paint, ${frames} frames`, 'ms', noted);
    });
  }
}
