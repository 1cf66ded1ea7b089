import assert from 'node:assert/strict';
import { test } from 'node:test';

import { nodeIsNewEnough } from './prerequisites.mjs';

test('accepts the versions of Node.js that the build tools run on', () => {
  for (const version of ['20.19.0', '20.20.2', '22.12.0', '23.0.0', '24.1.0']) {
    assert.ok(nodeIsNewEnough(version), version);
  }
  for (const version of ['18.20.0', '20.18.3', '21.7.0', '22.11.0']) {
    assert.ok(!nodeIsNewEnough(version), version);
  }
});
