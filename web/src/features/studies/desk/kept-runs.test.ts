import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, expect, test, vi } from 'vitest';

import { KeptRuns, type KeptRun } from './kept-runs.ts';

const RUN: KeptRun = { measures: ['elapsed_seconds'], result: '{}', ms: 7 };

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

test('a run is there again after the page was closed', async () => {
  await new KeptRuns('build-1', () => undefined).put('a', RUN);
  const again = new KeptRuns('build-1', () => undefined);
  expect(await again.get(['a', 'b'])).toEqual([RUN, undefined]);
});

test('another build of the engine deletes what it did not compute', async () => {
  await new KeptRuns('build-2', () => undefined).put('a', RUN);
  for (const other of ['build-1', 'build-3']) {
    expect(await new KeptRuns(other, () => undefined).get(['a'])).toEqual([undefined]);
  }
  expect(await new KeptRuns('build-2', () => undefined).get(['a'])).toEqual([undefined]);
});

test('without a database runs last as long as the page, which is told once', async () => {
  vi.stubGlobal('indexedDB', undefined);
  const told: string[] = [];
  const kept = new KeptRuns('build', (sentence) => told.push(sentence));
  await kept.put('a', RUN);
  await kept.put('b', RUN);
  expect(await kept.get(['a', 'b', 'c'])).toEqual([RUN, RUN, undefined]);
  expect(told).toEqual([expect.stringContaining('forbids the page its database')]);
});

test('a full disk is told once, and nothing computed is lost', async () => {
  const told: string[] = [];
  const kept = new KeptRuns('build', (sentence) => told.push(sentence));
  await kept.put('a', RUN);
  vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('No room', 'QuotaExceededError');
  });
  await kept.put('b', RUN);
  await kept.put('c', RUN);
  expect(await kept.get(['a', 'b', 'c'])).toEqual([RUN, RUN, RUN]);
  expect(told).toEqual([expect.stringContaining('no room for more results')]);
});

test('a record of another shape is no run', async () => {
  await new KeptRuns('build', () => undefined).put('a', { ...RUN, ms: 'long' as never });
  expect(await new KeptRuns('build', () => undefined).get(['a'])).toEqual([undefined]);
});
