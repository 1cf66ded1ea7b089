// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { lab } from '../../core/lab/lab.ts';
import { useLab } from '../../core/lab/store.ts';
import type { DivergenceAnswer } from '../../engine/divergence.worker.ts';
import type { Scenario } from '../../engine/types.ts';
import { DivergenceFinder } from './DivergenceNote.tsx';

/** Workers that were started, and whether they were terminated. */
let workers: FakeWorker[] = [];

class FakeWorker {
  onmessage: ((event: MessageEvent<DivergenceAnswer>) => void) | null = null;
  onerror: unknown = null;
  ended = false;

  constructor() {
    workers.push(this);
  }

  postMessage(): void {
    // Does nothing: the tests send the answers themselves.
  }

  terminate(): void {
    this.ended = true;
  }

  answer(data: DivergenceAnswer): void {
    this.onmessage?.({ data } as MessageEvent<DivergenceAnswer>);
  }
}

const scenario = (kernel: string) =>
  ({ title: 'x', kernel: '3.0', against: { kernel } }) as unknown as Scenario;

const finder = new DivergenceFinder();
finder.start();

beforeEach(() => {
  workers = [];
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.spyOn(lab, 'module', 'get').mockReturnValue({});
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a search is stopped where it is, and begins anew when it is asked for', () => {
  useLab.setState({ scenario: scenario('3.1') });
  vi.runAllTimers();
  workers[0]?.answer({ status: 'searching', now_ns: 5e9 });
  finder.stop();
  expect(workers[0]?.ended).toBe(true);
  expect(useLab.getState().divergence).toEqual({ status: 'stopped', nowNs: 5e9 });
  finder.again();
  expect(workers).toHaveLength(2);
  expect(useLab.getState().divergence).toEqual({ status: 'searching', nowNs: 0 });
  workers[1]?.answer({ status: 'none' });
  expect(useLab.getState().divergence).toEqual({ status: 'none' });
});

test('what is found is neither stopped nor searched again', () => {
  useLab.setState({ scenario: scenario('3.2') });
  vi.runAllTimers();
  workers[0]?.answer({ status: 'none' });
  finder.stop();
  finder.again();
  expect(workers).toHaveLength(1);
  expect(useLab.getState().divergence).toEqual({ status: 'none' });
});

test('what was found is known again when its scenario comes back', () => {
  useLab.setState({ scenario: scenario('3.1') });
  vi.runAllTimers();
  expect(workers).toHaveLength(0);
  expect(useLab.getState().divergence).toEqual({ status: 'none' });
});

test('another scenario ends a search that was stopped', () => {
  useLab.setState({ scenario: scenario('3.4') });
  vi.runAllTimers();
  finder.stop();
  useLab.setState({ scenario: scenario('3.5') });
  vi.runOnlyPendingTimers();
  expect(useLab.getState().divergence).toEqual({ status: 'searching', nowNs: 0 });
});

test('a search whose worker was killed is told, and begins anew when it is asked for', () => {
  useLab.setState({ scenario: scenario('3.3') });
  vi.advanceTimersByTime(30_000);
  expect(workers[0]?.ended).toBe(true);
  expect(useLab.getState().divergence).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('does not respond') as string,
  });
  finder.again();
  workers[1]?.answer({ status: 'none' });
  vi.advanceTimersByTime(30_000);
  expect(useLab.getState().divergence).toEqual({ status: 'none' });
});
