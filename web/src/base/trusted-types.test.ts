import { expect, test } from 'vitest';

import { ownScriptAddress } from './trusted-types';

const page = 'https://example.org/lab/index.html';

test('lets the scripts of the app through', () => {
  const worker = 'https://example.org/lab/assets/worker.js';
  expect(ownScriptAddress(worker, page)).toBe(worker);
  expect(ownScriptAddress('assets/worker.js', page)).toBe(worker);
});

test.each([
  'https://example.com/lab/worker.js',
  'https://example.org/other/worker.js',
  '../worker.js',
  'data:text/javascript,0',
  'blob:https://example.org/0',
])('refuses %s', (address) => {
  expect(() => ownScriptAddress(address, page)).toThrow(TypeError);
});
