import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { root } from '../lib/paths.mjs';
import { studyIdentity } from './identity.mjs';
import { COMPUTED, galleryStudies, textOf } from './results.mjs';

const ID = 'per-zone-limits-by-zone-size';

/**
 * Returns the identity that a study has if `what` is replaced by `by` in one file.
 * @param {string} file @param {string | RegExp} what @param {string} by
 */
function identityWith(file, what, by) {
  let replaced = false;
  const identity = studyIdentity(ID, (name) => {
    const text = readFileSync(join(root, name), 'utf8');
    if (name !== file) return text;
    replaced = text.replace(what, by) !== text;
    return text.replace(what, by);
  });
  assert.ok(replaced, `${file} has no ${what}`);
  return identity;
}

const STUDY = `public/studies/${ID}.json`;
const SCENARIO = 'public/gallery/weiner-usb.json';
const GOLDEN = 'engine-wasm/engine/tests/digests-all.json';
const MEASURE = 'engine-wasm/results/src/measure.rs';

test('what decides a result changes the identity', () => {
  const now = studyIdentity(ID);
  assert.notEqual(identityWith(GOLDEN, /("3.0": ")./, '$1x'), now);
  assert.notEqual(identityWith(SCENARIO, /("seed": )/, '$1 1'), now);
  assert.notEqual(identityWith(STUDY, /("seeds": )/, '$1 1'), now);
  assert.notEqual(identityWith(MEASURE, '1e9', '1e8'), now);
});

test('text for people, comments and kernels that the study does not run, do not', () => {
  const now = studyIdentity(ID);
  assert.equal(identityWith(STUDY, /("title": ")/, '$1Another '), now);
  assert.equal(identityWith(SCENARIO, /("description": ")/, '$1Another '), now);
  assert.equal(identityWith(MEASURE, /^\/\/! /, '//! Comment. '), now);
  assert.equal(identityWith(GOLDEN, /("3.7": ")./, '$1x'), now);
});

test('every study of the gallery has a result of this build', () => {
  for (const id of galleryStudies()) {
    const text = readFileSync(join(root, COMPUTED, `${id}.json`), 'utf8');
    const { identity } = /** @type {{ identity: string }} */ (JSON.parse(text));
    const how = `${COMPUTED}/${id}.json is of an earlier version. Compute it again: \`npm run studies -- ${id}\`.`;
    assert.equal(identity, studyIdentity(id), how);
  }
});

test('the text is the file again', () => {
  const result = { version: 1, engine: '0.1.0', study: { title: 'A' }, runs: [{ digest: 'f' }] };
  assert.deepEqual(JSON.parse(textOf('of this build', result)), {
    ...result,
    identity: 'of this build',
  });
});
