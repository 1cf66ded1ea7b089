import { expect, test } from 'vitest';

import { testEngine } from '../../engine/testing.ts';
import { sentenceOf, toldOf, whereOf } from './sentences.ts';
import { teachingLane } from './testing.ts';

const engine = testEngine();

test.each(['a', 'b'] as const)('every scene is told in a sentence: lane %s', (id) => {
  const lane = teachingLane(engine, id, { until_ms: 120 });
  const forms = new Set<string>();
  do {
    const sentence = sentenceOf(lane.scene);
    expect(sentence).not.toMatch(/undefined|NaN|\b1 pages|^$/);
    forms.add(sentence.replace(/\d+/g, 'n'));
    expect(whereOf(lane.scene, lane.frames)).toMatch(/^Normal zone · .*t = \d\.\d{6} s$/);
  } while (lane.forward('everything'));
  expect(forms).toContain('kswapdn takes n pages off the tail: isolated, on no list until judged');
  expect(forms).toContain('Page n of n: kswapdn freed this page: clean and unused');
  expect(forms).toContain('dd writes to n page: dirty now');
  lane.free();
});

test('the engine’s words stand without who took the decision', () => {
  const decision = {
    context: 'direct reclaim by cat',
    text: 'Direct reclaim by cat kept this page: someone holds its lock (priority 12).',
  };
  expect(toldOf(decision)).toBe('kept this page: someone holds its lock');
});
