import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { SampleHistory, SampleIndex } from '../../core/figures/history.ts';
import { metricsFor, type LaneSeries } from '../../core/figures/metrics.ts';
import { openingScenario } from '../../core/gallery/gallery.ts';
import { lab } from '../../core/lab/lab.ts';
import type { SeedAnswer, SeedRequest } from '../../engine/seed.worker.ts';
import { COUNTERS, GAUGES } from '../../engine/types.ts';
import { SeedsField } from './ReportDialog.tsx';
import { cancelSeeds, runSeeds, seedsFrom, useSeeds, type SeedWorker } from './seeds.ts';
import { spreadOf } from './report.ts';

const NAMES = [...COUNTERS, ...GAUGES];
const index = new SampleIndex(
  NAMES.map((name) => ({ name, zone: null, kind: 'counter' as const })),
);
const stallsAt = NAMES.indexOf('allocstall');

function sampleOf(stalls: number): Float64Array {
  const sample = new Float64Array(NAMES.length);
  sample[stallsAt] = stalls;
  return sample;
}

function series(stalls: number): LaneSeries {
  const history = new SampleHistory(NAMES.length);
  return { index, history, now: sampleOf(stalls), nowNs: 9e9, finished: false };
}

const PAIR = { a: series(200), b: series(50) };

/** Workers that the test controls. */
class FakeWorker implements SeedWorker {
  onmessage: SeedWorker['onmessage'] = null;
  onerror: SeedWorker['onerror'] = null;
  request: SeedRequest | null = null;
  ended = false;

  postMessage(request: SeedRequest): void {
    this.request = request;
  }

  terminate(): void {
    this.ended = true;
  }

  answer(answer: SeedAnswer): void {
    act(() => this.onmessage?.({ data: answer } as MessageEvent<SeedAnswer>));
  }

  done(stalls: number): void {
    const sample = sampleOf(stalls);
    this.answer({ kind: 'done', nowNs: 9e9, finished: false, sample, past: new Float64Array(0) });
  }
}

let workers: FakeWorker[];

function make(): SeedWorker {
  const worker = new FakeWorker();
  workers.push(worker);
  return worker;
}

beforeEach(() => {
  workers = [];
  vi.stubGlobal('Worker', function Fake() {
    return make();
  });
  vi.spyOn(lab, 'module', 'get').mockReturnValue({});
  vi.spyOn(navigator, 'hardwareConcurrency', 'get').mockReturnValue(3);
  useSeeds.setState({ key: '', status: 'none', done: [], share: 0, jobs: 0, message: '' });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the seed of the scenario comes first, and its run is not made again', () => {
  expect(seedsFrom({ seed: 7 }, 3)).toEqual([7, 8, 9]);
  runSeeds({ ...openingScenario, seed: 7 }, 9e9, 3, PAIR, make);
  const seeds = () => workers.map((it) => JSON.parse(it.request?.document ?? '{}') as unknown);
  // One processor stays free.
  expect(seeds()).toMatchObject([{ seed: 8 }, { seed: 8 }]);
  workers[0]?.done(210);
  expect(seeds()).toMatchObject([{ seed: 8 }, { seed: 8 }, { seed: 9 }]);
  expect(useSeeds.getState()).toMatchObject({ share: 0.25, done: [] });
  workers[1]?.done(40);
  expect(useSeeds.getState().done.map(({ seed }) => seed)).toEqual([8]);
  cancelSeeds();
  expect(workers.every(({ ended }) => ended)).toBe(true);
});

test('a figure is the median of the seeds, with the least and the most', () => {
  const metric = metricsFor([]).find(({ id }) => id === 'allocstall');
  const runs = [200, 1180, 230].map((a, at) => ({
    a: series(a),
    b: series([50, 60, 230][at] ?? 0),
  }));
  expect(metric && spreadOf(metric, runs)).toEqual({
    a: '230 [200, 1,180]',
    b: '60 [50, 230]',
    change: 'less in 2 of 3, equal in 1 of 3',
  });
  expect(metric && spreadOf(metric, runs.slice(0, 2)).a).toBe('690 [200, 1,180]');
});

test('a person runs five seeds, sees how far they are, and cancels: what is done stays', async () => {
  render(<SeedsField scenario={openingScenario} nowNs={9e9} pair={PAIR} />);
  await userEvent.click(screen.getByRole('button', { name: 'Run' }));
  const progress = screen.getByRole('progressbar', { name: 'Runs with other seeds' });
  expect(progress.getAttribute('aria-valuetext')).toBe('0 % of 8 runs');
  workers[0]?.answer({ kind: 'running', nowNs: 4.5e9 });
  expect(progress.getAttribute('aria-valuetext')).toBe('6 % of 8 runs');
  workers[0]?.done(1);
  workers[1]?.done(2);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('status').textContent).toBe('Canceled: the values are from 2 seeds.');
  expect(workers.every(({ ended }) => ended)).toBe(true);
});

test('a run that fails ends the others, and says which it was', async () => {
  render(<SeedsField scenario={openingScenario} nowNs={9e9} pair={PAIR} />);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Number of seeds' }), '3');
  await userEvent.click(screen.getByRole('button', { name: 'Run' }));
  workers[1]?.answer({ kind: 'failed', message: 'out of memory' });
  expect(screen.getByRole('alert').textContent).toBe(
    'Lane B with seed 2 could not be run: out of memory',
  );
  expect(workers.every(({ ended }) => ended)).toBe(true);
  expect(screen.getByRole('button', { name: 'Run' })).toBeTruthy();
});
