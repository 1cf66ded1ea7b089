import { expect, test } from 'vitest';

import { metricsFor } from '../../core/figures/metrics.ts';
import { explained } from './explained.ts';

test('what is said of writes from reclaim holds for a stick too, which has no head to move', () => {
  const writes = metricsFor([]).find(({ id }) => id === 'nr_vmscan_write');
  const words = writes ? explained(writes) : '';
  expect(words).toContain('More is worse. Reclaim writes pages alone');
  expect(words).not.toMatch(/seek|head/);
});
