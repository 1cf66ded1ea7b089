import { expect, test } from 'vitest';

import type { Decision } from '../../engine/types.ts';
import { ageOf, ageText } from './page-age.ts';

const event = (at_ns: number, reason: string) => ({ at_ns, reason, fate: 'event' }) as Decision;
const decision = (at_ns: number, reason: string) => ({ at_ns, reason, fate: 'kept' }) as Decision;

test('the age is that of the page that is there now, not of those before it', () => {
  const life = [
    event(1e9, 'EntersCache'),
    decision(2e9, 'UnderWriteback'),
    decision(3e9, 'Freed'),
    event(3e9, 'GivenBack'),
    event(17.2e9, 'EntersCache'),
    event(17.3e9, 'OnList'),
    decision(20.402e9, 'Referenced'),
    event(20.41e9, 'MarkedReferenced'),
  ];
  const age = ageOf(life, 0);
  expect(age).toEqual({ sinceNs: 17.2e9, decidedNs: 20.402e9 });
  expect(age && ageText(age, 20.414e9)).toBe(
    'In memory for 3.214 s (since 17.2 s) · last decision 12 ms ago',
  );
});

test('a page about which nothing was decided has no decision of the page before it', () => {
  const life = [decision(2e9, 'UnderWriteback'), event(4e9, 'SwappedIn')];
  const age = ageOf(life, 0);
  expect(age).toEqual({ sinceNs: 4e9, decidedNs: null });
  expect(age && ageText(age, 4.5e9)).toBe(
    'In memory for 500 ms (since 4.0 s) · nothing was decided about it',
  );
});

test('what was there before time began says so', () => {
  const age = ageOf([decision(2e9, 'Activated')], 0);
  expect(age && ageText(age, 3e9)).toBe(
    'In memory since the start of the run · last decision 1.000 s ago',
  );
});

test('of a life whose end is missing nothing is told', () => {
  expect(ageOf([event(1e9, 'EntersCache')], 3)).toBeNull();
});
