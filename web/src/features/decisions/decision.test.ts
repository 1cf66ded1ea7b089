// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import type { Decision } from '../../engine/types.ts';
import { mostTelling } from './Decisions.tsx';

const decision = (pfn: number, reason: string) => ({ pfn, reason }) as Decision;

test('a write from reclaim tells more than a page freed', () => {
  const list = [decision(1, 'Freed'), decision(2, 'Rotated'), decision(3, 'Written')];
  expect(mostTelling(list)?.pfn).toBe(3);
});

test('of equals the newest, which comes first', () => {
  expect(mostTelling([decision(1, 'Freed'), decision(2, 'Locked')])?.pfn).toBe(1);
  expect(mostTelling([])).toBeNull();
});
