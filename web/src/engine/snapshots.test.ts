import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, test } from 'vitest';

import { CHUNK, seekStart, Snapshots } from './snapshots.ts';
import { Runner, type ActivityRecord } from './runner.ts';
import { instantiate } from './wasm.ts';
import * as bindings from './pkg/reclaim.js';

/** Returns a memory of this many chunks, and a function that writes to one of them. */
function memoryOf(chunks: number) {
  const memory = new ArrayBuffer(chunks * CHUNK);
  const bytes = new Uint8Array(memory);
  return { memory, write: (chunk: number, value: number) => bytes.fill(value, chunk * CHUNK) };
}

test('a moment comes back as it was', () => {
  const { memory, write } = memoryOf(3);
  const snapshots = new Snapshots();
  write(1, 7);
  snapshots.take(10, 10, memory);
  const then = memory.slice(0);
  write(0, 9);
  snapshots.take(20, 20, memory);
  expect(snapshots.restore(19, memory)?.ns).toBe(10);
  expect(new Uint8Array(memory)).toEqual(new Uint8Array(then));
  expect(snapshots.restore(9, memory)).toBeUndefined();
});

test('what did not change is kept once', () => {
  const { memory, write } = memoryOf(4);
  const snapshots = new Snapshots();
  snapshots.take(0, 0, memory);
  expect(snapshots.bytes).toBe(4 * (CHUNK + 4));
  write(3, 1);
  snapshots.take(1, 1, memory);
  expect(snapshots.bytes).toBe(5 * CHUNK + 8 * 4);
});

test('a checkpoint has its record, whose memory counts until the checkpoint is dropped', () => {
  const { memory } = memoryOf(1);
  const snapshots = new Snapshots<{ name: string; bytes: number }>(2 * CHUNK);
  snapshots.take(0, 0, memory, { name: 'start', bytes: 10 });
  const alone = snapshots.bytes;
  expect(alone).toBe(CHUNK + 4 + 10);
  snapshots.take(5, 5, memory, { name: 'large', bytes: 2 * CHUNK });
  expect(snapshots.at(7)?.record?.name).toBe('large');
  snapshots.take(9, 9, memory);
  expect(snapshots.at(7)?.record?.name).toBe('start');
  expect(snapshots.at(9)?.record).toBeNull();
  expect(snapshots.bytes).toBe(alone + 4);
});

test('above the cap the copies thin out, and the start and the newest stay', () => {
  const { memory, write } = memoryOf(2);
  const snapshots = new Snapshots(9 * CHUNK);
  for (let ns = 0; ns <= 100; ns += 1) {
    write(0, ns + 1);
    snapshots.take(ns, ns, memory);
    expect(snapshots.bytes).toBeLessThanOrEqual(9 * CHUNK);
  }
  const { moments } = snapshots;
  expect(moments[0]).toBe(0);
  expect(moments.at(-1)).toBe(100);
  expect(moments.length).toBeGreaterThanOrEqual(4);
  for (const ns of moments) {
    expect(snapshots.restore(ns, memory)?.ns).toBe(ns);
    expect(new Uint8Array(memory)[0]).toBe(ns + 1);
  }
});

test('a seek begins early enough to compute what is shown of the time before', () => {
  const moments = [0, 10, 20, 30];
  // Backwards and forwards: from the last checkpoint before the range that will be shown.
  expect(seekStart(moments, 40, 21, 25)).toBe(20);
  expect(seekStart(moments, 40, 19, 25)).toBe(10);
  expect(seekStart(moments, 5, 28, 32)).toBe(20);
  // Continuing from the current time is shorter, or there is no checkpoint.
  expect(seekStart(moments, 24, 19, 25)).toBe('here');
  expect(seekStart(moments, 30, 50, 60)).toBe('here');
  expect(seekStart([], 5, 6, 10)).toBe('here');
  // A switch deletes the earlier checkpoints: a start after the beginning of the range is better than none.
  expect(seekStart([22, 30], 40, 21, 25)).toBe(22);
  expect(seekStart([30], 40, 21, 25)).toBeNull();
});

const root = fileURLToPath(new URL('../../..', import.meta.url));
const smallCopy = readFileSync(join(root, 'public/gallery/weiner-usb-small.json'), 'utf8');

/** Returns a separate engine instance, because the test restores its whole memory. */
function newEngine() {
  const file = readFileSync(join(root, 'web/src/engine/pkg/reclaim_bg.wasm'));
  return instantiate(bindings, new WebAssembly.Module(file));
}

test('the strips after a seek are those of the run without one', () => {
  const engine = newEngine();
  const host = { memory: engine.memory, wallMs: () => 0, alive: () => undefined };
  const runner = new Runner(engine.newMachine(smallCopy), host);
  const shown = () => {
    const { strip, requests, devices } = runner.frame(true, true, 0);
    return { strip, requests, devices };
  };
  const snapshots = new Snapshots<ActivityRecord>();
  runner.runSlice(9e9, 1e9);
  snapshots.take(9e9, 0, engine.memory(), runner.record());
  runner.runSlice(10e9, 1e9);
  const uninterrupted = shown();
  runner.runSlice(30e9, 1e9);
  expect(shown().strip).not.toEqual(uninterrupted.strip);

  const record = snapshots.restore(9e9, engine.memory())?.record ?? null;
  expect(runner.canResume(record)).toBe(true);
  runner.sought(record);
  runner.runSlice(10e9, 1e9);
  const after = shown();
  expect(after.strip?.states).toEqual(uninterrupted.strip?.states);
  expect(after.requests).toEqual(uninterrupted.requests);
  expect(after.devices?.spent.length).toBe(uninterrupted.devices?.spent.length);
  for (const [at, ns] of after.devices?.spent.entries() ?? []) {
    expect(ns).toBeCloseTo(uninterrupted.devices?.spent[at] ?? NaN, -1);
  }

  // In slow motion the strips show a shorter range than the record, so they cannot continue from it.
  runner.aim({ stripNs: 4e8 });
  expect(runner.canResume(record)).toBe(false);
});

test('a machine that was put back goes on as it did', () => {
  const engine = newEngine();
  const machine = engine.newMachine(smallCopy);
  const snapshots = new Snapshots();
  const digests: string[] = [];
  for (const seconds of [2, 8, 20]) {
    machine.run(seconds * 1e9, Number.MAX_SAFE_INTEGER);
    snapshots.take(machine.now_ns(), machine.count(0), engine.memory());
    digests.push(machine.digest());
  }
  // Runs to 8 s from the checkpoint at 2 s, and on to 20 s, where memory is larger than it was at 2 s.
  expect(snapshots.restore(5e9, engine.memory())?.ns).toBe(2e9);
  expect(machine.digest()).toBe(digests[0]);
  for (const [at, seconds] of [8, 20].entries()) {
    machine.run(seconds * 1e9, Number.MAX_SAFE_INTEGER);
    expect(machine.digest()).toBe(digests[at + 1]);
  }
});
