import { expect, test } from 'vitest';

import type { LaneId } from '../../core/lab/lanes.ts';
import { catalogue } from '../../engine/catalogue.ts';
import { teachingScenario, testEngine } from '../../engine/testing.ts';
import type { Scenario } from '../../engine/types.ts';
import { askOtherKernel, type Answer } from './slow-lane.ts';
import { teachingLane } from './testing.ts';

const engine = testEngine();

/** What each judged page of the first mixed batches came to, and what the other kernel is said to do. */
function asked(lane: LaneId, scenario: Scenario, judgements = 640) {
  const slow = teachingLane(engine, lane, scenario);
  const pairs: { own: string; answer: Answer }[] = [];
  slow.nextMixedBatch();
  while (pairs.length < judgements && slow.forward('reclaim')) {
    const { scene } = slow;
    const [decision] = scene.events;
    if (scene.kind === 'judged' && decision) {
      const answer = askOtherKernel({ engine, catalogue, scenario, lane, scene });
      pairs.push({ own: decision.reason, answer });
    }
  }
  slow.free();
  return pairs;
}

const reasonOf = (answer: Answer) =>
  answer.kind === 'decided' ? answer.decision.reason : answer.kind;

test('without the patches the same page would be written, with them it is passed over', () => {
  const a = asked('a', teachingScenario());
  const dirty = a.filter(({ own }) => ['Written', 'DirtyReferenced'].includes(own));
  expect(dirty.length).toBeGreaterThan(0);
  for (const { answer } of dirty) {
    expect(reasonOf(answer)).toMatch(/^PassedOver/);
  }
  const b = asked('b', teachingScenario());
  const passed = b.filter(({ own }) => own.startsWith('PassedOver'));
  expect(passed.length).toBeGreaterThan(0);
  for (const { answer } of passed) {
    expect(reasonOf(answer)).toMatch(/^(Written|DirtyReferenced)$/);
  }
});

test('a switch that has no part in it changes nothing: the machine was brought to the same moment', () => {
  const scenario = {
    ...teachingScenario(),
    against: { kernel: '3.0', mechanisms: { per_zone_dirty: true } },
  };
  const pairs = asked('a', scenario);
  expect(pairs.length).toBe(640);
  for (const { own, answer } of pairs) {
    expect(answer).toMatchObject({ kind: 'decided', decision: { reason: own }, laterNs: 0 });
  }
});

test('the same kernel, and another version of it, are told', () => {
  const answerFor = (against: Scenario['against']) =>
    asked('a', { ...teachingScenario(), against: against ?? null }, 1)[0]?.answer.kind;
  expect(answerFor({ kernel: '3.0' })).toBe('same_kernel');
  expect(answerFor({ kernel: '3.3' })).toBe('other_rules');
});
