import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../lib/paths.mjs';
import { resultsIdentity } from './identity.mjs';

/**
 * Returns the identity that results if `what` is replaced by `by` in one file.
 * @param {string} file @param {string | RegExp} what @param {string} by
 */
function identityWith(file, what, by) {
  let replaced = false;
  const identity = resultsIdentity((name) => {
    const text = readFileSync(join(root, name), 'utf8');
    if (name !== file) return text;
    replaced = text.replace(what, by) !== text;
    return text.replace(what, by);
  });
  assert.ok(replaced, `${file} has no ${what}`);
  return identity;
}

const SCENARIO = 'public/gallery/weiner-usb.json';
const GOLDEN = 'engine-wasm/engine/tests/digests-all.json';
/** A kernel that is a published kernel plus a mechanism. */
const IOZONE = /("iozone-mel001"[^]*?"2.6.31-ttyfix": ")./;

test('what decides a verdict changes the identity', () => {
  const now = resultsIdentity();
  assert.notEqual(identityWith(GOLDEN, /("3.0": ")./, '$1x'), now);
  assert.notEqual(identityWith(GOLDEN, IOZONE, '$1x'), now);
  assert.notEqual(identityWith(SCENARIO, /("seed": )/, '$1 1'), now);
  assert.notEqual(identityWith('public/published/weiner-2011.json', '667839', '667840'), now);
  assert.notEqual(identityWith('engine-wasm/results/src/verdict.rs', '1.03', '1.04'), now);
});

test('text for people, comments, and kernels that no published figure needs, do not', () => {
  const now = resultsIdentity();
  assert.equal(identityWith('public/published/kim-2014.json', '"remark": "', '"remark": "x'), now);
  assert.equal(identityWith(SCENARIO, /("title": ")/, '$1Another '), now);
  assert.equal(identityWith('engine-wasm/results/src/verdict.rs', /^\/\/! /, '//! Comment. '), now);
  assert.equal(identityWith(GOLDEN, /("3.7": ")./, '$1x'), now);
});
