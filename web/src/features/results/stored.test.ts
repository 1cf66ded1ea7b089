import { expect, test } from 'vitest';

import { isStale, type ComputedFile } from '../../core/published.ts';
import type { JudgedLine } from './engine.ts';
import {
  agrees,
  judgedOf,
  KeptRuns,
  nameOf,
  POSTING_FILES,
  withinOf,
  type KeptStorage,
} from './stored.ts';
import { lineOf, outlineOf, rowOf } from './testing.ts';

test('every file of published figures is shown', () => {
  const files = Object.keys(import.meta.glob('../../../../public/published/*.json'));
  const names = files.map((file) => file.replace(/^.*\/|\.json$/g, ''));
  expect([...POSTING_FILES].sort()).toEqual(names.sort());
});

// Tests of the verdicts computed in advance.

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

// Tests of the runs that this browser has stored.

function storage(): KeptStorage & { items: Map<string, string> } {
  return {
    items: new Map<string, string>(),
    getItem(key) {
      return this.items.get(key) ?? null;
    },
    setItem(key, value) {
      this.items.set(key, value);
    },
    removeItem(key) {
      this.items.delete(key);
    },
  };
}

test('what is computed outlives the page, but not the engine that computed it', () => {
  const browser = storage();
  new KeptRuns('one', browser).set('document', '{"a":1}');
  const kept = new KeptRuns('one', browser);
  expect(kept.get('document')).toBe('{"a":1}');
  expect(kept.get('another')).toBeNull();
  expect(new KeptRuns('two', browser).get('document')).toBeNull();
  kept.clear();
  expect(new KeptRuns('one', browser).get('document')).toBeNull();
});

test('two tabs keep what either has computed, and the newest of a row', () => {
  const browser = storage();
  const [one, other] = [new KeptRuns('one', browser), new KeptRuns('one', browser)];
  one.set('first', 'of one');
  other.set('second', 'of other');
  one.set('third', 'old');
  other.set('third', 'new');
  const later = new KeptRuns('one', browser);
  expect(['first', 'second', 'third'].map((document) => later.get(document))).toEqual([
    'of one',
    'of other',
    'new',
  ]);
});

test('a tab whose rows were overwritten by a write at the same time puts them back', () => {
  const browser = storage();
  const one = new KeptRuns('one', browser);
  one.set('first', 'of one');
  // The other tab had read the storage before the first run was stored.
  const elsewhere = storage();
  new KeptRuns('one', elsewhere).set('second', 'of other');
  browser.items = elsewhere.items;
  one.changedElsewhere();
  expect(one.get('second')).toBe('of other');
  const later = new KeptRuns('one', browser);
  expect([later.get('first'), later.get('second')]).toEqual(['of one', 'of other']);
});

test('what another tab forgot does not come back, and a newer build is left alone', () => {
  const browser = storage();
  const one = new KeptRuns('one', browser);
  one.set('first', 'of one');
  new KeptRuns('one', browser).clear();
  one.changedElsewhere();
  one.set('second', 'later');
  expect(new KeptRuns('one', browser).get('first')).toBeNull();
  new KeptRuns('two', browser).set('first', 'of two');
  one.set('third', 'of one');
  expect(one.get('third')).toBe('of one');
  expect(new KeptRuns('two', browser).get('first')).toBe('of two');
});

test('a browser that keeps nothing, or has something else there, does no harm', () => {
  const full: KeptStorage = {
    getItem: () => 'not JSON',
    setItem: () => {
      throw new Error('full');
    },
    removeItem: () => undefined,
  };
  const kept = new KeptRuns('one', full);
  kept.set('document', 'values');
  expect(kept.get('document')).toBe('values');
  expect(new KeptRuns('one', null).get('document')).toBeNull();
});

test('scenarios that differ in a letter have names of their own', () => {
  const names = Array.from({ length: 2000 }, (_, seed) => nameOf(`{"title":"x","seed":${seed}}`));
  expect(new Set(names).size).toBe(names.length);
});

test('a line has the allowed deviation of its figure in the files, if they have as many figures', () => {
  const posting = (figures: object[]) => JSON.stringify({ rows: [{ figures }] });
  const outline = outlineOf([rowOf({})], [lineOf({}), lineOf({}), lineOf({})]);
  const within = { factor: 3 };
  const files = [posting([{}]), posting([{}, { within }])];
  expect([...withinOf(outline, files)]).toEqual([[2, within]]);
  expect(withinOf(outline, files.slice(1)).size).toBe(0);
});
