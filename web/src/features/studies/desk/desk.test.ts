import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { problemsOf } from '../../../engine/problems.ts';
import { carryOut, commandLine, deskWithRuns, MemoryRuns, SMALL, startEngine } from '../testing.ts';
import { Desk, KeptRuns, type KeptRun } from './desk.ts';

beforeAll(startEngine);

const document = JSON.stringify(SMALL);

test('a finished study is the same file as that of the command line', async () => {
  const desk = await deskWithRuns();
  const json = await desk.answer('text', { format: 'json' });
  const { runs, points, engine } = JSON.parse(json) as StudyResult;
  expect(runs.every((run) => /^[0-9a-f]{16}$/.test(run?.digest ?? ''))).toBe(true);
  expect(points.map(({ labels }) => labels)).toEqual([['30'], ['50']]);
  expect(engine).toMatch(/^\d+\.\d+\.\d+$/);
  expect(json).toBe(commandLine('json') ?? json);
  const csv = await desk.answer('text', { format: 'csv' });
  expect(csv.split('\n')[0]).toContain('vm.dirty_ratio,elapsed_seconds,elapsed_seconds_least');
  expect(csv).toBe(commandLine('csv') ?? csv);
});

test('a run that another study has done is not carried out again', async () => {
  const kept = new MemoryRuns();
  await deskWithRuns(kept);
  const wider = { ...SMALL, title: 'Wider', factors: [{ ...SMALL.factors[0], values: [50, 60] }] };
  const desk = new Desk(kept);
  const opened = await desk.answer('open', { document: JSON.stringify(wider) });
  expect([opened.runs, opened.done, opened.runTime]).toEqual([
    8,
    4,
    { ms: 10, runs: 4, more: false },
  ]);
  const jobs = await desk.answer('jobs', { after: -1, most: 100 });
  expect(jobs.length).toBe(4);
  expect(jobs.filter(({ name }) => !/^[AB]: vm\.dirty_ratio 60, seed/.test(name))).toEqual([]);
});

test('every combination runs with the first seed before any runs with the next', async () => {
  const desk = new Desk(new MemoryRuns());
  await desk.answer('open', { document });
  const jobs = await desk.answer('jobs', { after: -1, most: 100 });
  expect(jobs.map(({ name }) => name.replace(/^.*, /, ''))).toEqual([
    ...Array<string>(4).fill('seed 1'),
    ...Array<string>(4).fill('seed 2'),
  ]);
  // The runs of both lanes have the same combination and seed: the name says whose they are.
  expect(new Set(jobs.map(({ name }) => name)).size).toBe(jobs.length);
  // A request returns only the jobs that follow the run `after`.
  const after = jobs[2]?.run ?? -1;
  expect(await desk.answer('jobs', { after, most: 100 })).toEqual(jobs.slice(3));
});

test('of one numeric factor the ends run first, then the middles between', async () => {
  const valuesOf = async (factor: object) => {
    const desk = new Desk(new MemoryRuns());
    await desk.answer('open', { document: JSON.stringify({ ...SMALL, factors: [factor] }) });
    const jobs = await desk.answer('jobs', { after: -1, most: 100 });
    const names = jobs.map(({ name }) => /(\S+), seed 1$/.exec(name)?.[1]);
    return [...new Set(names.filter((name) => name !== undefined))];
  };
  const ratio = { vary: 'field', path: 'vm.dirty_ratio', values: [20, 5, 10, 15, 40, 12, 30] };
  expect(await valuesOf(ratio)).toEqual(['5', '40', '15', '10', '20', '12', '30']);
  // Values that are no numbers have no ends.
  const kernels = { vary: 'field', path: 'kernel', values: ['3.0', '3.2', '3.3'] };
  expect(await valuesOf(kernels)).toEqual(['3.0', '3.2', '3.3']);
});

test('a run without a measure that is wanted now is carried out again', async () => {
  const kept = new MemoryRuns();
  await deskWithRuns(kept);
  const more = { ...SMALL, measures: [...SMALL.measures, 'b:counter:pgsteal'] };
  const opened = await new Desk(kept).answer('open', { document: JSON.stringify(more) });
  expect([opened.runs, opened.done]).toEqual([8, 4]);
});

test('a damaged record is not taken for a result', async () => {
  const kept = new MemoryRuns();
  await deskWithRuns(kept);
  for (const [key, run] of [...kept.runs].slice(0, 3)) {
    kept.runs.set(key, { ...run, result: '{"digest": 1' });
  }
  const opened = await new Desk(kept).answer('open', { document });
  expect(opened.done).toBe(5);
});

test('the results so far are known while runs go on', async () => {
  const desk = new Desk(new MemoryRuns());
  await desk.answer('open', { document });
  const [job] = await desk.answer('jobs', { after: -1, most: 1 });
  expect(job).toBeDefined();
  if (job) {
    await desk.answer('keep', { job, result: carryOut(job), ms: 1 });
  }
  const { points } = await desk.answer('outcome', {});
  expect(points.map(({ spread }) => spread['elapsed_seconds']?.count)).toEqual([1, undefined]);
});

test('a stored result agrees with the runs here, and an altered one does not', async () => {
  const text = await (await deskWithRuns()).answer('text', { format: 'json' });
  const result = JSON.parse(text) as StudyResult;
  const [first] = result.runs;
  if (first) {
    first.values['elapsed_seconds'] = 1;
  }
  const desk = new Desk(new MemoryRuns());
  const opened = await desk.answer('openResult', { text: JSON.stringify(result) });
  expect([opened.stored, opened.done]).toEqual([true, 8]);
  const jobs = await desk.answer('sample', { skip: 0, most: 100 });
  const compared = [];
  for (const job of jobs) {
    compared.push(await desk.answer('compare', { run: job.run, result: carryOut(job) }));
  }
  expect(compared.filter(({ same }) => !same).map(({ run }) => run)).toEqual([0]);
  expect(compared.every(({ digest, here }) => digest === here)).toBe(true);
  const again = await desk.answer('sample', { skip: 5, most: 5 });
  expect(again.map(({ run }) => run)).toEqual(jobs.slice(5).map(({ run }) => run));
});

test('a link brings the study back, and a damaged one is refused with a sentence', async () => {
  const desk = new Desk(new MemoryRuns());
  const { link, study } = await desk.answer('check', { document });
  const read = await desk.answer('readLink', { link: link ?? '' });
  expect(JSON.parse(read)).toEqual(study);
  for (const bad of ['', 'nonsense', (link ?? '').slice(0, -3), `${link ?? ''}A`]) {
    const refusal = () => desk.answer('readLink', { link: bad });
    expect(refusal).toThrow(/incomplete or was altered/);
  }
});

test('a study that cannot be planned says which field is wrong', async () => {
  const desk = new Desk(new MemoryRuns());
  const wrong = { ...SMALL, measures: ['elapsed'] };
  const error: unknown = await Promise.resolve()
    .then(() => desk.answer('check', { document: JSON.stringify(wrong) }))
    .catch((thrown: unknown) => thrown);
  expect(problemsOf(error)[0]).toMatchObject({ field: 'measures[0]' });
});

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
  expect(told).toEqual([expect.stringContaining('blocks the database')]);
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
  expect(told).toEqual([expect.stringContaining('is full')]);
});

test('a record of another shape is no run', async () => {
  await new KeptRuns('build', () => undefined).put('a', { ...RUN, ms: 'long' as never });
  expect(await new KeptRuns('build', () => undefined).get(['a'])).toEqual([undefined]);
});
