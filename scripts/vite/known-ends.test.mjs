import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { root } from '../lib/paths.mjs';
import { knownEnds } from './known-ends.mjs';

const verdicts = /** @type {{ identity: string }} */ (
  JSON.parse(readFileSync(`${root}public/computed/verdicts.json`, 'utf8'))
);

test('the ends of a scenario are those of the row that runs it unchanged', () => {
  const known = knownEnds(verdicts.identity);
  const stick = known['weiner-usb'];
  assert.ok(stick?.ends);
  assert.equal(stick.ends.length, stick.seeds);
  // The slower lane ends last, at a time within its range, and the seeds are not sorted.
  assert.deepEqual(
    [Math.min(...stick.ends), Math.max(...stick.ends)].map((time) => Number(time.toPrecision(6))),
    stick.a,
  );
  assert.ok(stick.b[1] < stick.a[0]);
  // Other rows of this table run it with another number of threads.
  const [least = 0, most = 0] = known['mmap-strm-512m']?.a ?? [];
  assert.ok(least > 300 && most < 420);
});

test('a scenario with one kernel ends at the same time in both lanes', () => {
  const one = knownEnds(verdicts.identity)['real-write-3x-ram'];
  assert.ok(one);
  assert.deepEqual(one.a, one.b);
});

test('times that another version of the model computed are not used', () => {
  assert.deepEqual(knownEnds('another'), {});
});
