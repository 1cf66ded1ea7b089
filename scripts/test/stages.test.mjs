import assert from 'node:assert/strict';
import { test } from 'node:test';

import { stages } from './stages.mjs';

/** @typedef {{ name: string, track?: string }} Check */

/** @returns {Check} */
const check = (/** @type {string} */ name, /** @type {string} */ track) => ({ name, track });
/** @type {Check[]} */
const all = [
  { name: 'format' },
  check('clippy', 'rust'),
  check('lint', 'web'),
  check('cargo test', 'rust'),
  check('vitest', 'web'),
  { name: 'browser' },
];
const names = (/** @type {Check[][][]} */ found) =>
  found.map((stage) => stage.map((list) => list.map(({ name }) => name)));

test('what is Rust goes beside what is of the web, each in its order', () => {
  assert.deepEqual(names(stages(all, true)), [
    [['format']],
    [
      ['clippy', 'cargo test'],
      ['lint', 'vitest'],
    ],
    [['browser']],
  ]);
});

test('on a terminal all go one by one', () => {
  const order = ['format', 'clippy', 'lint', 'cargo test', 'vitest', 'browser'];
  assert.deepEqual(names(stages(all, false)), [[order]]);
});

test('a suite alone is one list', () => {
  assert.deepEqual(names(stages(/** @type {Check[]} */ ([{ name: 'browser' }]), true)), [
    [['browser']],
  ]);
});
