import assert from 'node:assert/strict';
import { test } from 'node:test';

import { grown } from './judge.mjs';

const MIB = 2 ** 20;
/** @param {readonly number[]} heaps mebibytes */
const heaps = (heaps) =>
  heaps.map((heap) => ({ heap: heap * MIB, buffers: 50 * MIB, process: 300 * MIB }));

test('what grows while it warms up, or swings, has not grown', () => {
  assert.deepEqual(grown(heaps([5, 9, 12, 12, 13, 12, 12, 13, 12])), []);
});

test('what goes on growing after the warm-up is told with its figures', () => {
  assert.deepEqual(grown(heaps([5, 9, 12, 14, 16, 18, 20, 22, 24])), [
    'JavaScript objects grew from 16.0 MiB to 22.0 MiB after the warm-up.',
  ]);
});

test('of a few measurements nothing is said', () => {
  assert.deepEqual(grown(heaps([5, 50, 500])), []);
});
