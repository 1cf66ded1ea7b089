import { expect, test } from 'vitest';

import { isStale, type ComputedFile } from '../../core/published.ts';
import { agrees, judgedOf } from './stored.ts';
import type { JudgedLine } from './engine.ts';
import { lineOf, outlineOf, rowOf } from './testing.ts';

const outline = outlineOf([rowOf({})], [lineOf({}), lineOf({ metric: 'faults' })]);

function fileOf(entries: ComputedFile['postings'][string]): ComputedFile {
  return { identity: 'other', seeds: 1, postings: { 'weiner-2011': entries } };
}

test('an entry becomes a line with its change; what was not computed has none', () => {
  const judged = judgedOf(outline, fileOf([['reproduced', 20, 5], null]));
  expect([...judged.keys()]).toEqual([0]);
  const computed = { old: 20, new: 5, ratio: 0.25, least_ratio: 0.25, most_ratio: 0.25 };
  expect(judged.get(0)).toMatchObject({ verdict: 'reproduced', computed });
  expect(judged.get(0)?.computed?.old_seeds).toEqual({ least: 20, median: 20, most: 20 });
});

test('several seeds keep their spread', () => {
  const judged = judgedOf(
    outline,
    fileOf([['missed', 20, null, [18, 20, 21], null, 0.5, 0.6], null]),
  );
  const old_seeds = { least: 18, median: 20, most: 21 };
  expect(judged.get(0)?.computed).toMatchObject({ old_seeds, new_seeds: null, least_ratio: 0.5 });
});

test('a posting that has other figures now is not mixed up with its old ones', () => {
  expect(judgedOf(outline, fileOf([['reproduced', 20, 5]])).size).toBe(0);
});

test('a file of another identity is stale', () => {
  expect(isStale(fileOf([]))).toBe(true);
});

test('six digits agree, another verdict or value does not', () => {
  const [line] = judgedOf(outline, fileOf([['missed', 4.97123, 2], null])).values();
  const of = (more: Partial<JudgedLine>, old = 4.971234): JudgedLine => ({
    line: 0,
    verdict: 'missed',
    computed: line?.computed ? { ...line.computed, old } : null,
    ...more,
  });
  expect(line && agrees(line, of({}))).toBe(true);
  expect(line && agrees(line, of({ verdict: 'reproduced' }))).toBe(false);
  expect(line && agrees(line, of({}, 4.98))).toBe(false);
  expect(line && agrees(line, of({ computed: null }))).toBe(false);
});
