import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { root } from './paths.mjs';
import { digest, filesBelow } from './stamp.mjs';

/** @param {(folder: string) => void} work */
function inFolder(work) {
  mkdirSync(path.join(root, 'test-results'), { recursive: true });
  const folder = mkdtempSync(path.join(root, 'test-results/stamp-'));
  try {
    work(path.relative(root, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('lists files in one order and leaves build output out', () => {
  inFolder((folder) => {
    mkdirSync(path.join(root, folder, 'target'));
    for (const name of ['b', 'a', 'target/c']) writeFileSync(path.join(root, folder, name), name);
    assert.deepEqual(filesBelow([folder]), [`${folder}/a`, `${folder}/b`]);
  });
});

test('a digest changes with content and with names, and a missing path has none', () => {
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
  });
});
