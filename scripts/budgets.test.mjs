import assert from 'node:assert/strict';
import { test } from 'node:test';

import { overBudget } from './budgets.mjs';

const budgets = [
  { what: 'Scripts', files: /\.js$/, bytes: 100 },
  { what: 'Styles', files: /\.css$/, bytes: 100 },
];

test('what keeps to its budget is not spoken of', () => {
  const files = [
    { name: 'a.js', bytes: 100 },
    { name: 'a.css', bytes: 100 },
  ];
  assert.deepEqual(overBudget(files, budgets), []);
});

test('what does not is told with its heaviest files', () => {
  const files = [
    { name: 'a.js', bytes: 40 },
    { name: 'b.js', bytes: 61 },
    { name: 'a.css', bytes: 1 },
  ];
  assert.deepEqual(overBudget(files, budgets), [
    'Scripts: 101 bytes of 100; the heaviest are b.js 61, a.js 40.',
  ]);
});
