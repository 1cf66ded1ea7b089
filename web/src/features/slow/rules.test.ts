import { expect, test } from 'vitest';

import { FLAG } from '../../engine/page-flags.ts';
import type { Decision, ReasonName } from '../../engine/types.ts';
import { rowsOf, tallyOf } from './rules.ts';

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
