import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../lib/paths.mjs';

/** Where ARCHITECTURE.md's paths begin. */
const ROOTS = [
  '',
  'web/src',
  'web/src/features',
  'web/src/features/lessons',
  'web/src/features/studies',
  'engine-wasm',
  'engine-wasm/engine',
  'engine-wasm/engine/src',
  'engine-wasm/engine/src/mm',
  'engine-wasm/scenario/src/link',
];

/**
 * Files that the text names by their path. Names with a part in capitals stand for a file that somebody adds; a name
 * without a folder may be anywhere.
 */
function paths() {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  return quoted.filter((name) => /^[\w./-]+\/[\w./-]*$/.test(name) && !/[A-Z]{3,}/.test(name));
}

test('every path in ARCHITECTURE.md leads to a file or a folder', () => {
  const gone = paths()
    // `…/mm/` continues the row above; slashes in prose are no paths.
    .filter((name) => !name.startsWith('/') && !/^(web\/src\/engine\/generated|\.\.?)/.test(name))
    .filter((name) => !ROOTS.some((from) => existsSync(join(root, from, name))));
  assert.deepEqual(gone, []);
});
