import { expect, test, vi } from 'vitest';

import {
  formatLeft,
  Progress,
  RunPool,
  poolSize,
  type FromRunner,
  type Job,
  type RunWorker,
  type ToRunner,
} from './pool.ts';

class FakeWorker implements RunWorker {
  onmessage: RunWorker['onmessage'] = null;
  onerror: RunWorker['onerror'] = null;
  ended = false;
  readonly runs: number[] = [];

  postMessage(message: ToRunner): void {
    if (message.kind === 'run') this.runs.push(...message.jobs.map(({ run }) => run));
  }

  terminate(): void {
    this.ended = true;
  }

  tell(data: FromRunner): void {
    this.onmessage?.({ data } as MessageEvent<FromRunner>);
  }
}

function setUp(size: number) {
  const workers: FakeWorker[] = [];
  const told: string[] = [];
  const make = () => {
    const worker = new FakeWorker();
    workers.push(worker);
    return worker;
  };
  const pool = new RunPool(size, make, {
    started: (batch) => told.push(`started ${batch.map(({ run }) => run).join(' and ')}`),
    now: ([job], nowNs) => told.push(`${job?.run} at ${nowNs}`),
    done: ({ run }, result) => told.push(`done ${run} ${result}`),
    failed: ({ run }, message) => told.push(`failed ${run} ${message}`),
    idle: () => told.push('idle'),
  });
  const jobs = (count: number): Job[][] =>
    Array.from({ length: count }, (_, run) => [{ run, name: '', document: '', measures: [] }]);
  return { workers, told, pool, jobs };
}

test('a processor stays free, and there are at most eight workers', () => {
  expect([1, 2, 4, 9, 64].map(poolSize)).toEqual([1, 2, 3, 8, 8]);
});

test('each run is carried out once, and then the workers end', () => {
  const { workers, told, pool, jobs } = setUp(2);
  pool.start(jobs(3));
  workers[0]?.tell({ kind: 'now', nowNs: 7 });
  workers[0]?.tell({ kind: 'done', at: 0, result: 'a' });
  workers[1]?.tell({ kind: 'done', at: 0, result: 'b' });
  workers[0]?.tell({ kind: 'done', at: 0, result: 'c' });
  expect(told).toEqual([
    'started 0',
    'started 1',
    '0 at 7',
    'done 0 a',
    'started 2',
    'done 1 b',
    'done 2 c',
    'idle',
  ]);
  expect(workers.map(({ runs, ended }) => [runs, ended])).toEqual([
    [[0, 2], true],
    [[1], true],
  ]);
});

test('a failed run does not stop the others, and a broken worker is replaced', () => {
  const { workers, told, pool, jobs } = setUp(1);
  pool.start(jobs(3));
  workers[0]?.tell({ kind: 'failed', message: 'refused', broken: false });
  workers[0]?.tell({ kind: 'failed', message: 'trap', broken: true });
  workers[1]?.tell({ kind: 'done', at: 0, result: 'c' });
  expect(told.filter((line) => !line.startsWith('started'))).toEqual([
    'failed 0 refused',
    'failed 1 trap',
    'done 2 c',
    'idle',
  ]);
  expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
});

test('a batch has ended once each of its runs has, in any order', () => {
  const { workers, told, pool, jobs } = setUp(1);
  pool.start([jobs(3).flat(), [{ run: 9, name: '', document: '', measures: [] }]]);
  workers[0]?.tell({ kind: 'done', at: 2, result: 'c' });
  workers[0]?.tell({ kind: 'now', nowNs: 5 });
  workers[0]?.tell({ kind: 'done', at: 0, result: 'a' });
  expect(workers[0]?.runs).toEqual([0, 1, 2]);
  workers[0]?.tell({ kind: 'done', at: 1, result: 'b' });
  workers[0]?.tell({ kind: 'done', at: 0, result: 'd' });
  expect(told).toEqual([
    'started 0 and 1 and 2',
    'done 2 c',
    '0 at 5',
    'done 0 a',
    'done 1 b',
    'started 9',
    'done 9 d',
    'idle',
  ]);
});

test('of a batch that breaks the rest is carried out one by one, and only what breaks again has failed', () => {
  const { workers, told, pool, jobs } = setUp(1);
  pool.start([jobs(3).flat()]);
  workers[0]?.tell({ kind: 'done', at: 1, result: 'b' });
  workers[0]?.tell({ kind: 'failed', message: 'trap', broken: true });
  workers[1]?.tell({ kind: 'done', at: 0, result: 'a' });
  workers[1]?.tell({ kind: 'failed', message: 'trap', broken: true });
  expect(told).toEqual([
    'started 0 and 1 and 2',
    'done 1 b',
    'started 0',
    'done 0 a',
    'started 2',
    'failed 2 trap',
    'idle',
  ]);
});

test('a worker that was killed is missed, and another one carries out what is left', () => {
  vi.useFakeTimers();
  const { workers, told, pool, jobs } = setUp(1);
  pool.start(jobs(2));
  vi.advanceTimersByTime(5_000);
  workers[0]?.tell({ kind: 'now', nowNs: 7 });
  vi.advanceTimersByTime(9_000);
  expect(told).not.toContainEqual(expect.stringContaining('failed'));
  vi.advanceTimersByTime(2_000);
  expect(told).toContain('failed 0 The worker does not respond');
  workers[1]?.tell({ kind: 'done', at: 0, result: 'b' });
  expect(told).toContain('done 1 b');
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});

test('cancelling ends every worker, and what they still say is not heard', () => {
  const { workers, told, pool, jobs } = setUp(2);
  pool.start(jobs(4));
  pool.cancel();
  workers[0]?.tell({ kind: 'done', at: 0, result: 'late' });
  expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
  expect(pool.working).toBe(0);
  expect(told).toEqual(['started 0', 'started 1']);
});

test('without runs there is nothing to wait for', () => {
  const { told, pool } = setUp(2);
  pool.start([]);
  expect(told).toEqual(['idle']);
});

test('the time left follows from the runs that are done', () => {
  const progress = new Progress(6, 2);
  expect(progress.leftMs(0)).toBeNull();
  progress.begin(0, 0);
  progress.begin(1, 0);
  progress.end(0, 1000);
  progress.begin(2, 1000);
  // A run takes 1 s. Three runs wait; of the two that run, one should end now, and one has just started.
  expect(progress.leftMs(1000)).toBe((3 * 1000 + 0 + 1000) / 2);
  expect([2e3, 42e3, 240e3, 2e7].map(formatLeft)).toEqual([
    'a few seconds left',
    'about 40 s left',
    'about 4 min left',
    'about 6 h left',
  ]);
});
