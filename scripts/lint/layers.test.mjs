import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';

import { root } from '../lib/paths.mjs';
import { arrows, LAYERS } from './layers.mjs';

const foldersOf = (/** @type {string} */ folder) => readdirSync(`${root}web/src/${folder}`).sort();

test('all that the page is made of stands in a layer', () => {
  assert.deepEqual(foldersOf(''), LAYERS.toSorted());
});

test('no layer knows one above it, and no feature another', () => {
  const barred = (/** @type {string} */ target) =>
    arrows().find((arrow) => arrow.target.endsWith(`/src/${target}`));
  const from = barred('core')?.from;
  assert.ok(Array.isArray(from));
  const above = from.map((path) => path.slice(path.lastIndexOf('/') + 1));
  assert.deepEqual(above, ['widgets', 'features', 'app']);
  for (const name of foldersOf('features')) {
    assert.deepEqual(barred(`features/${name}`)?.except, [`./${name}`]);
  }
});
