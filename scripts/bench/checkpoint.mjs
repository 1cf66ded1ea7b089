// Time to save and to restore a checkpoint of a machine's memory, as a lane's worker does during a run.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import ts from 'typescript';

import { root } from '../lib/paths.mjs';
import { nodeEngine } from './engine.mjs';
import { MACHINES, scenarioOf } from './machines.mjs';

/**
 * Virtual time between two checkpoints, nanoseconds: about as much as a lane computes between two of its checkpoints.
 */
const EVERY_NS = 8e9;
const ROUNDS = 16;
/** Virtual time of the first checkpoint, nanoseconds: by then the copy has filled the page cache once. */
const FIRST_NS = 200e9;

/** Returns the page's own store of checkpoints: `snapshots.ts`, transpiled to JavaScript. */
async function keeper() {
  const source = readFileSync(join(root, 'web/src/engine/snapshots.ts'), 'utf8');
  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(source, { compilerOptions: options });
  /** @type {typeof import('../../web/src/engine/snapshots.ts')} */
  const { Snapshots } = await import(`data:text/javascript,${encodeURIComponent(outputText)}`);
  return new Snapshots(Infinity);
}

/** @param {() => void} work */
function timed(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** @param {import('./rows.mjs').Rows} rows */
export async function benchCheckpoint(rows) {
  rows.group('Keeping a moment of a lane, and going back to it (Node)');
  for (const frames of MACHINES) {
    const { Machine, memory } = await nodeEngine(`checkpoint ${frames}`);
    const snapshots = await keeper();
    const scenario = scenarioOf(frames);
    delete scenario.against;
    const machine = new Machine(JSON.stringify(scenario));
    const run = (/** @type {number} */ ns) => {
      while (machine.run(ns, 1_000_000) === 1);
    };
    run(FIRST_NS);
    snapshots.take(FIRST_NS, 0, memory.buffer);
    const moments = Array.from({ length: ROUNDS }, (_, at) => FIRST_NS + (at + 1) * EVERY_NS);
    const taken = moments.map((ns) => {
      run(ns);
      return timed(() => snapshots.take(ns, 0, memory.buffer));
    });
    const restored = moments
      .toReversed()
      .map((ns) => timed(() => snapshots.restore(ns, memory.buffer)));
    rows.add(`checkpoint, ${frames} frames`, 'ms', taken);
    rows.add(`restore, ${frames} frames`, 'ms', restored);
    machine.free();
  }
}
