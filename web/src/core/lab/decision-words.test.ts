// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { openingScenario } from '../gallery/gallery.ts';
import { withLane } from './lanes.ts';
import { catalogue } from '../../engine/catalogue.ts';
import type { Decision } from '../../engine/types.ts';
import { mechanismWords } from './decision-words.ts';

const id = 'no_direct_fs_writeback';
const title = '“No file writeback in direct reclaim”';
const at = (ns: number) => ({ mechanism: id, at_ns: ns }) as unknown as Decision;

test('a mechanism decides only while it is on', () => {
  const interventions = [{ at_ns: 5e9, mechanism: id, on: true }];
  const scenario = withLane(openingScenario, 'b', { kernel: '3.0', mechanisms: {}, interventions });
  const words = (lane: 'a' | 'b', ns: number) =>
    mechanismWords({ catalogue, scenario }, lane, at(ns));
  expect(words('a', 9e9)).toBe(` The patch ${title} is off here; it would change this decision.`);
  expect(words('b', 4e9)).toBe(
    ` The patch ${title}, under “Other patches”, is off here; it would change this decision.`,
  );
  expect(words('b', 9e9)).toBe(` Decided by ${title}.`);
});

test('a decision without a mechanism has no such sentence', () => {
  const decision = { mechanism: null, at_ns: 0 };
  expect(mechanismWords({ catalogue, scenario: openingScenario }, 'a', decision)).toBe('');
});
