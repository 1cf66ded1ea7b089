import assert from 'node:assert/strict';
import { test } from 'node:test';

import { recorded, STATES } from './ledger.mjs';

const row = (/** @type {string} */ name, /** @type {number} */ median) => ({
  name,
  unit: 'ns',
  median,
});

test('a commit is a column, a row is a line', () => {
  const one = recorded('', 'aaa', [row('seek, far', 12.34567), row('load', 3)]);
  assert.equal(one, 'row,unit,aaa\n"seek, far",ns,12.346\n"load",ns,3\n');
  const two = recorded(one, 'bbb', [row('load', 4), row('frame', 5)]);
  assert.equal(two, 'row,unit,aaa,bbb\n"seek, far",ns,12.346,\n"load",ns,3,4\n"frame",ns,,5\n');
});

test('a commit that is measured again keeps what was not measured this time', () => {
  const one = recorded('', 'aaa', [row('seek', 1), row('load', 2)]);
  assert.equal(recorded(one, 'aaa', [row('load', 3)]), 'row,unit,aaa\n"seek",ns,1\n"load",ns,3\n');
});

test('only the last commits stay, and no row without a figure', () => {
  let text = recorded('', 'gone', [row('old', 1)]);
  for (let n = 0; n < STATES; n++) text = recorded(text, `c${n}`, [row('load', n)]);
  const [head = '', ...lines] = text.trim().split('\n');
  assert.equal(head.split(',').length, 2 + STATES);
  assert.ok(!head.includes('gone'));
  assert.equal(lines.length, 1);
});
