import assert from 'node:assert/strict';
import { test } from 'node:test';

import { resultsIdentity } from './identity.mjs';
import { VERDICTS, merge, readVerdicts, textOf } from './verdicts.mjs';

const HANSEN = { posting: 'hansen', table: 'test2 text' };
const ROW = {
  posting: 'hansen-2013',
  table: 'test2 text',
  row: 'all',
  metric: 'disk_throughput_change',
  verdict: 'direction only',
  computed: {
    old: 3,
    new: 1.23456789,
    old_seeds: { least: 2, median: 3, most: 4 },
    new_seeds: null,
    least_ratio: 0.5,
    most_ratio: 0.6,
  },
};
const NONE = { identity: 'of this build', seeds: 1, postings: {} };

test('the file that the Results page opens with is of this build', () => {
  const is = readVerdicts()?.identity;
  const how = `${VERDICTS} was computed by an earlier version of the model. Compute it again: \`npm run results\`.`;
  assert.equal(is, resultsIdentity(), how);
});

test('a part that is computed keeps what was computed of the rest', () => {
  const first = merge([ROW], HANSEN, NONE);
  assert.deepEqual(first.postings['hansen-2013']?.at(-1), ['direction_only', 3, 1.23457]);
  const rest = first.postings['hansen-2013']?.slice(0, -1);
  assert.ok(rest?.every((entry) => entry === null));
  const second = merge([], { posting: 'no such posting' }, first);
  assert.deepEqual(second, first);
});

test('several seeds bring their spread', () => {
  const { postings } = merge([ROW], HANSEN, { ...NONE, seeds: 3 });
  const expected = ['direction_only', 3, 1.23457, [2, 3, 4], null, 0.5, 0.6];
  assert.deepEqual(postings['hansen-2013']?.at(-1), expected);
});

test('what is no longer published leaves nothing behind, and a line that is not there is a failure', () => {
  const more = { ...NONE, postings: { 'hansen-2013': [['missed', 1, 2]] } };
  const { postings } = merge([], { posting: 'no such posting' }, /** @type {any} */ (more));
  assert.ok(postings['hansen-2013']?.every((entry) => entry === null));
  assert.throws(
    () => merge([], HANSEN, NONE),
    /has no line for hansen-2013, all, disk_throughput_change/,
  );
});

test('the text is the file again', () => {
  const verdicts = merge([ROW], HANSEN, NONE);
  assert.deepEqual(JSON.parse(textOf(verdicts)), verdicts);
});
