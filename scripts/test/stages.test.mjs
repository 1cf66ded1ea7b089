import assert from 'node:assert/strict';
import { test } from 'node:test';

import { checks } from './checks.mjs';
import { stages } from './stages.mjs';

/** @typedef {{ name: string, track?: string }} Check */

/** @returns {Check} */
const check = (/** @type {string} */ name, /** @type {string} */ track) => ({ name, track });
/** @type {Check[]} */
const all = [
  { name: 'format' },
  check('clippy', 'rust'),
  check('eslint', 'spare'),
  check('cargo test', 'rust'),
  check('vitest', 'web'),
  check('playwright', 'browser'),
];
const names = (/** @type {Check[][][]} */ found) =>
  found.map((stage) => stage.map((list) => list.map(({ name }) => name)));

test('Rust goes beside the web, and browsers beside what takes a spare core, each in its order', () => {
  assert.deepEqual(names(stages(all, true)), [
    [['format']],
    [['clippy', 'cargo test'], ['vitest']],
    [['playwright'], ['eslint']],
  ]);
});

test('on a terminal all go one by one', () => {
  const order = ['format', 'clippy', 'eslint', 'cargo test', 'vitest', 'playwright'];
  assert.deepEqual(names(stages(all, false)), [[order]]);
});

test('a suite alone is one list', () => {
  assert.deepEqual(names(stages([check('playwright', 'browser')], true)), [[['playwright']]]);
});

test('no check is lost between the tracks', () => {
  const found = stages(checks, true).flat(2);
  assert.deepEqual(new Set(found), new Set(checks));
  assert.equal(found.length, checks.length);
});
