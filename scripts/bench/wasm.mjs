// Speed of the engine as WebAssembly, in Node: the same scenarios as the native rows.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { root } from '../lib/paths.mjs';
import { bindings } from '../steps/engine.mjs';

const pkg = join(root, bindings);

/** @param {number[]} values */
function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** @param {string[]} ids @param {number} times */
export async function benchWasm(ids, times) {
  /** @type {typeof import('../../web/src/engine/pkg/reclaim.js')} */
  const { initSync, Machine } = await import(pathToFileURL(join(pkg, 'reclaim.js')).href);
  const { memory } = initSync({ module: readFileSync(join(pkg, 'reclaim_bg.wasm')) });
  console.log('\nWebAssembly in Node, median of', times);
  console.log('scenario          seconds here  million pages/s  memory MiB  bytes a frame');
  for (const id of ids) {
    const scenario = readFileSync(join(root, 'public/gallery', `${id}.json`), 'utf8');
    const seconds = [];
    let pages = 0;
    let frames = 0;
    for (let n = 0; n < times; n += 1) {
      const machine = new Machine(scenario);
      /** @type {import('../../web/src/engine/types.ts').Description} */
      const description = JSON.parse(machine.describe());
      const start = performance.now();
      while (machine.run(Number.MAX_SAFE_INTEGER, 1_000_000) === 1);
      seconds.push((performance.now() - start) / 1000);
      const at = description.sample.findIndex(
        (column) => column.name === 'pgalloc' && column.zone === null,
      );
      pages = machine.sample()[at] ?? 0;
      frames = description.zones.reduce((sum, zone) => sum + zone.frames, 0);
      machine.free();
    }
    const took = median(seconds);
    const bytes = memory.buffer.byteLength;
    const row = [
      id.padEnd(17),
      took.toFixed(3).padStart(12),
      (pages / took / 1e6).toFixed(2).padStart(16),
      (bytes / 2 ** 20).toFixed(1).padStart(11),
      (bytes / frames).toFixed(1).padStart(14),
    ];
    console.log(row.join(' '));
  }
}
