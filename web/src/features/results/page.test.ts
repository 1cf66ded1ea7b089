import { expect, test } from 'vitest';

import { hashOf, routeOf, type Route } from '../../core/link/results-route.ts';
import { formatLeft, Progress } from '../../core/runs/pool.ts';
import { KeptRuns, nameOf, POSTING_FILES, type KeptStorage } from './stored.ts';

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

test('every file of published figures is shown', () => {
  const files = Object.keys(import.meta.glob('../../../../public/published/*.json'));
  const names = files.map((file) => file.replace(/^.*\/|\.json$/g, ''));
  expect([...POSTING_FILES].sort()).toEqual(names.sort());
});

test('every part of the page has an address', () => {
  const routes: Route[] = [
    { view: 'overview' },
    { view: 'constants' },
    { view: 'posting', posting: 'gorman-2011', table: null },
    { view: 'posting', posting: 'weiner-2011', table: 'fs_mark xfs 2G (preliminary) / 100 %' },
  ];
  for (const route of routes) {
    expect(routeOf(hashOf(route))).toEqual(route);
  }
  expect(routeOf('')).toEqual({ view: 'overview' });
  expect(routeOf('#a/%')).toEqual({ view: 'posting', posting: 'a', table: '%' });
});

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
  // The other tab had read before the first row was there.
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

test('the time left follows from the runs that are done', () => {
  const progress = new Progress(6, 2);
  expect(progress.leftMs(0)).toBeNull();
  progress.begin(0, 0);
  progress.begin(1, 0);
  progress.end(0, 1000);
  progress.begin(2, 1000);
  // Three wait at a second each; the two under way have none and all of it to go.
  expect(progress.leftMs(1000)).toBe((3 * 1000 + 0 + 1000) / 2);
  expect([2e3, 42e3, 240e3, 2e7].map(formatLeft)).toEqual([
    'a few seconds left',
    'about 40 s left',
    'about 4 min left',
    'about 6 h left',
  ]);
});
