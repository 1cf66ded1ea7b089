import { expect, test } from 'vitest';

import { meaningOf } from './direction.ts';

test('what is said of writes from reclaim holds for a stick too, which has no head to move', () => {
  const { more, reason } = meaningOf('nr_vmscan_write');
  expect(more).toBe('worse');
  expect(reason).not.toMatch(/seek|head/);
});
