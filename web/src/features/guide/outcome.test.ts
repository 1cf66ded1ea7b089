// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { outcomeOf, type LaneOutcome } from './OutcomeCard.tsx';

const lane = (more: Partial<LaneOutcome> = {}): LaneOutcome => ({
  nowNs: 200e9,
  finished: false,
  bytes: 1000 * 2 ** 20,
  reclaimWrites: 0,
  stalls: 0,
  ...more,
});

test('there is nothing to say while both do the same, or differ by little', () => {
  expect(outcomeOf(lane(), lane())).toBeNull();
  expect(outcomeOf(lane({ reclaimWrites: 9 }), lane({ bytes: 1020 * 2 ** 20 }))).toBeNull();
});

test('lanes are compared at one moment only', () => {
  const ahead = lane({ bytes: 1500 * 2 ** 20, nowNs: 201e9 });
  expect(outcomeOf(lane({ reclaimWrites: 9 }), ahead)).toBeNull();
});

test('what reclaim did is told before any lane is ahead, once nobody would call it alike', () => {
  const outcome = (a: number, b: number) =>
    outcomeOf(lane({ reclaimWrites: a }), lane({ reclaimWrites: b }))?.sentence;
  expect(outcome(200, 0)).toBeUndefined();
  expect(outcome(3000, 2000)).toBeUndefined();
  expect(outcome(1200, 0)).toBe('Reclaim wrote 1,200 pages in A and 0 in B. Neither is ahead yet.');
  expect(outcomeOf(lane({ stalls: 40 }), lane({ stalls: 4 }))?.sentence).toContain(
    'Programs reclaimed memory themselves 40 times in A and 4 in B.',
  );
});

test('while the lanes go on, counts are told by what they have passed', () => {
  const a = lane({ reclaimWrites: 8581 });
  const sentence = (more: Partial<LaneOutcome>) => outcomeOf(a, lane(more), true)?.sentence;
  expect(sentence({ bytes: 1098 * 2 ** 20 })).toBe(
    'B is over 90 MiB ahead. Reclaim wrote over 8,000 pages in A and 0 in B.',
  );
  expect(sentence({ reclaimWrites: 10 })).toContain('over 8,000 pages in A and over 9 in B');
  expect(sentence({ reclaimWrites: 7 })).toContain('and 7 in B. Neither is ahead yet.');
});

test('a lead is told with what reclaim did', () => {
  const outcome = outcomeOf(lane({ reclaimWrites: 3352 }), lane({ bytes: 1098 * 2 ** 20 }));
  expect(outcome).toEqual({
    over: false,
    sentence: 'B is 98 MiB ahead. Reclaim wrote 3,352 pages in A and 0 in B.',
  });
});

test('a lead of A is told of A', () => {
  const outcome = outcomeOf(lane({ bytes: 1098 * 2 ** 20 }), lane({ stalls: 12 }));
  expect(outcome?.sentence).toBe(
    'A is 98 MiB ahead. Programs reclaimed memory themselves 0 times in A and 12 in B.',
  );
});

test('at the end the times are compared, and equal ones are called equal', () => {
  const a = lane({ finished: true, nowNs: 635.63e9, reclaimWrites: 34_952 });
  const b = lane({ finished: true, nowNs: 561.76e9 });
  expect(outcomeOf(a, b)?.sentence).toBe(
    'B takes 561.8 s, A 635.6 s: 12 % less in B. Reclaim wrote 34,952 pages in A and 0 in B.',
  );
  const same = outcomeOf(lane({ finished: true }), lane({ finished: true, nowNs: 200.01e9 }));
  expect(same?.sentence).toBe('A and B take the same time, 200.0 s. Reclaim did the same in both.');
  const close = outcomeOf(lane({ finished: true }), lane({ finished: true, nowNs: 200.4e9 }));
  expect(close?.sentence).toContain('A and B take the same time within 1 %: 200.0 s and 200.4 s.');
});

test('a run that ends by the clock is told by what was done until then', () => {
  const end = { finished: true, nowNs: 2e9 };
  const outcome = outcomeOf(
    lane({ ...end, bytes: 125 * 2 ** 20 }),
    lane({ ...end, bytes: 118 * 2 ** 20 }),
  );
  expect(outcome?.sentence).toContain('In 2.0 s A did 125 MiB, B 118 MiB: 6 % less in B.');
});

test('one lane that is done waits for the other', () => {
  expect(outcomeOf(lane({ finished: true }), lane())).toBeNull();
  const ended = lane({ finished: true, bytes: 8192 * 2 ** 20 });
  expect(outcomeOf(lane({ nowNs: 220e9 }), ended)).toEqual({
    over: false,
    sentence: 'B is done: 8,192 MiB in 200.0 s. A has done 1,000 MiB after 220.0 s.',
  });
});

test('when one lane has ended, the sentence says how much less the other has done at that time', () => {
  const ended = lane({ finished: true, nowNs: 561.76e9, bytes: 8192 * 2 ** 20 });
  expect(outcomeOf(lane({ nowNs: 561.8e9, bytes: 7337 * 2 ** 20 }), ended)?.sentence).toBe(
    'B is done: 8,192 MiB in 561.8 s. A has done 7,337 MiB after 561.8 s.',
  );
  // Nearly done at the same time: nobody would call that a difference.
  expect(outcomeOf(lane({ nowNs: 561.8e9, bytes: 8150 * 2 ** 20 }), ended)).toBeNull();
  // On the way to a moment the other may be long before it.
  expect(outcomeOf(lane({ nowNs: 300e9, bytes: 4000 * 2 ** 20 }), ended)).toBeNull();
});
