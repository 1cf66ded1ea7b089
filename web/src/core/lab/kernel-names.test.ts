import { expect, test } from 'vitest';

import { meaningOf } from './kernel-names.ts';

test('flags and functions are explained, other names are not', () => {
  expect(meaningOf('PG_private')).toMatch(/^The filesystem has its own data/);
  expect(meaningOf('isolate_lru_pages')).toMatch(/^Takes pages from the tail/);
  expect(meaningOf('no_such_name')).toBeUndefined();
});
