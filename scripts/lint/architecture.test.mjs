import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../lib/paths.mjs';

/** Folders to which paths in ARCHITECTURE.md may be relative. */
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
 * Returns the files that the text names by their path. Skips names with a part in capitals, which are placeholders, and
 * names without a folder, which may be anywhere.
 */
function paths() {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const quoted = [...text.matchAll(/`([^`\s]+)`/g)].map(([, name = '']) => name);
  return quoted.filter((name) => /^[\w./-]+\/[\w./-]*$/.test(name) && !/[A-Z]{3,}/.test(name));
}

test('every path in ARCHITECTURE.md leads to a file or a folder', () => {
  const gone = paths()
    // Skip `…/mm/`, which continues the row above, and slashes in prose.
    .filter((name) => !name.startsWith('/') && !/^(web\/src\/engine\/generated|\.\.?)/.test(name))
    .filter((name) => !ROOTS.some((from) => existsSync(join(root, from, name))));
  assert.deepEqual(gone, []);
});
