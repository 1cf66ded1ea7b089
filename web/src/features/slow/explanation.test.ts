import { expect, test } from 'vitest';

import { testEngine } from '../../engine/testing.ts';
import { FLAG, type Decision, type ReasonName } from '../../engine/types.ts';
import {
  sentenceOf,
  toldOf,
  whereOf,
  questionOf,
  rowsOf,
  tallyOf,
  type Asked,
} from './explanation.ts';
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
  expect(forms).toContain(
    'kswapdn takes n pages off the tail: isolated, on no list until the decision',
  );
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

const answers = (reason: ReasonName, found: number) =>
  rowsOf({ reason }, found).map(({ answer }) => answer);

test('questions before the one that decided are answered, those after it were not asked', () => {
  const rows = rowsOf({ reason: 'UnderWriteback' }, FLAG.writeback);
  expect(rows.map(({ decides }) => decides).indexOf(true)).toBe(1);
  expect(rows[0]?.answer).toBe('no');
  expect(rows[1]?.answer).toBe('yes');
  expect(new Set(rows.slice(2).map(({ answer }) => answer))).toEqual(new Set(['—']));
});

test('a clean page is asked nothing about writing', () => {
  const dirtyRows = answers('Freed', 0).slice(4, 8);
  expect(new Set(dirtyRows)).toEqual(new Set(['not dirty']));
  expect(answers('Freed', 0).at(-1)).toBe('yes');
  expect(answers('NotFreeable', 0).at(-1)).toBe('no');
});

test('a batch is counted by the question that decided', () => {
  const decision = (reason: string) => ({ reason }) as Decision;
  const tally = tallyOf(['Freed', 'Freed', 'NotFreeable', 'Written'].map(decision));
  expect(tally.filter(({ pages }) => pages > 0).map(({ pages }) => pages)).toEqual([1, 3]);
  expect(tally.at(-1)?.decisions.map(({ reason }) => reason)).toEqual(['Freed', 'NotFreeable']);
});

test('a page that was used once and is not mapped goes on to the next question', () => {
  expect(answers('Freed', FLAG.referenced)[2]).toBe('once, not mapped');
  expect(answers('Referenced', FLAG.referenced)[2]).toBe('yes');
});

/** Reasons for events outside shrink_page_list. A new reason needs a question in the table or a line here. */
const OUTSIDE: Record<Exclude<ReasonName, Asked>, true> = {
  Rotated: true,
  FreedAtCompletion: true,
  EntersCache: true,
  EntersAnon: true,
  SwappedIn: true,
  OnList: true,
  MarkedReferenced: true,
  ActivatedByUse: true,
  Dirtied: true,
  WriteStarted: true,
  WriteEnded: true,
  Isolated: true,
  PutBack: true,
  Deactivated: true,
  GetsSlot: true,
  GivenBack: true,
};

test('only what shrink_page_list decides has a question', () => {
  for (const reason of Object.keys(OUTSIDE) as ReasonName[]) {
    expect(questionOf({ reason }), reason).toBe(-1);
  }
  expect(questionOf({ reason: 'Locked' })).toBe(0);
});
