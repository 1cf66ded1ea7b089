// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { openingScenario } from '../gallery/gallery.ts';
import { withLane } from './lanes.ts';
import { catalogue } from '../../engine/catalogue.ts';
import type { Decision } from '../../engine/types.ts';
import { mechanismWords } from './decision-words.ts';

const id = 'no_direct_fs_writeback';
const title = '“No file writeback in direct reclaim”';
const at = (ns: number) => ({ mechanism: id, at_ns: ns, text: '' }) as unknown as Decision;

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
  const decision = { mechanism: null, at_ns: 0, text: '' };
  expect(mechanismWords({ catalogue, scenario: openingScenario }, 'a', decision)).toBe('');
});

test('a patch that still writes at a low priority is not said to change such a write', () => {
  const words = (priority: number) =>
    mechanismWords({ catalogue, scenario: openingScenario }, 'a', {
      mechanism: 'kswapd_fs_write_high_prio_only',
      at_ns: 0,
      text: `kswapd0 wrote this dirty page alone (priority ${priority}).`,
    });
  expect(words(10)).toContain('is off here; it would change this decision.');
  expect(words(9)).toContain('is off here; with it, too, kswapd writes at this priority.');
});
