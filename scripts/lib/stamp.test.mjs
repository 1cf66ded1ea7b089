import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { cache, root } from './paths.mjs';
import { digest, filesBelow, makeIfChanged } from './stamp.mjs';

/** @param {(folder: string) => void | Promise<void>} work */
async function inFolder(work) {
  mkdirSync(path.join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'test-results/stamp-'));
  try {
    await work(path.relative(root, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('lists files in one order and leaves build output out', () =>
  inFolder((folder) => {
    mkdirSync(path.join(root, folder, 'target'));
    for (const name of ['b', 'a', 'target/c']) writeFileSync(path.join(root, folder, name), name);
    assert.deepEqual(filesBelow([folder]), [`${folder}/a`, `${folder}/b`]);
  }));

test('a digest changes with content and with names, and a missing path has none', () =>
  inFolder((folder) => {
    const file = path.join(root, folder, 'file');
    const empty = digest([folder, `${folder}/missing`]);
    writeFileSync(file, 'one');
    const one = digest([folder]);
    writeFileSync(file, 'two');
    const two = digest([folder]);
    assert.equal(new Set([empty, one, two]).size, 3);
    rmSync(file);
    writeFileSync(`${file}s`, 'two');
    assert.notEqual(digest([folder]), two);
  }));

test('what two ask for at once is made once, and both have it then', () =>
  inFolder(async (folder) => {
    const file = `${folder}/made`;
    let times = 0;
    const job = {
      name: path.basename(folder),
      inputs: ['package.json'],
      outputs: [file],
      make: async () => {
        times += 1;
        await Promise.resolve();
        writeFileSync(path.join(root, file), 'made');
      },
    };
    await Promise.all([makeIfChanged(job), makeIfChanged(job)]);
    assert.equal(times, 1);
    assert.equal(existsSync(path.join(root, file)), true);
    rmSync(path.join(cache, `${job.name}.stamp`));
  }));
