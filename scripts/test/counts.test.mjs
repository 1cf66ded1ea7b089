import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  cargoCounts,
  digestCounts,
  playwrightCounts,
  pytestCounts,
  settle,
  tapCounts,
  vitestCounts,
} from './counts.mjs';

test('adds up every binary of cargo test', () => {
  const output = [
    'running 2 tests',
    'test result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s',
    'test result: FAILED. 3 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0s',
  ].join('\n');
  assert.deepEqual(cargoCounts(output), { passed: 5, failed: 1 });
});

test('does not take what a test prints for a result', () => {
  assert.deepEqual(cargoCounts('the engine said: test result: ok. 9 passed; 0 failed;'), {
    passed: 0,
    failed: 0,
  });
});

test('reads the summary of node --test', () => {
  assert.deepEqual(tapCounts('ok 1 - a\n# tests 7\n# pass 6\n# fail 1\n'), {
    passed: 6,
    failed: 1,
  });
});

test('reads the reports of vitest and Playwright', () => {
  const vitest = JSON.stringify({ numPassedTests: 4, numFailedTests: 2, numPendingTests: 1 });
  assert.deepEqual(vitestCounts(vitest), { passed: 4, failed: 2 });
  const stats = { expected: 3, unexpected: 1, flaky: 1, skipped: 5 };
  assert.deepEqual(playwrightCounts(JSON.stringify({ stats })), { passed: 3, failed: 2 });
});

test('reads the last line of pytest', () => {
  const output = '9 failed in a test\n=== 1 failed, 6 passed, 2 errors in 12.31s ===\n';
  assert.deepEqual(pytestCounts(output), { passed: 6, failed: 3 });
  assert.deepEqual(pytestCounts('=== 8 passed in 72.10s (0:01:12) ==='), { passed: 8, failed: 0 });
});

test('adds up the places of the digests', () => {
  const output = [
    'Digests in node: done (4.8 s)',
    'node: 72 of 72 runs pass through the same states.',
    'firefox: 70 of 72 runs pass through the same states.',
    '  kim-build on 3.16: 1 instead of 2',
  ].join('\n');
  assert.deepEqual(digestCounts(output), { passed: 142, failed: 2 });
});

test('a command that fails without a failed test is one failure', () => {
  assert.deepEqual(settle({ passed: 5, failed: 0 }, 101), { passed: 5, failed: 1 });
  assert.deepEqual(settle({ passed: 5, failed: 2 }, 101), { passed: 5, failed: 2 });
});

test('a suite without tests has failed', () => {
  assert.deepEqual(settle({ passed: 0, failed: 0 }, 0), { passed: 0, failed: 1 });
  assert.deepEqual(settle({ passed: 1, failed: 0 }, 0), { passed: 1, failed: 0 });
});
