import { expect, test } from 'vitest';

import { commonNs, compareAt } from './compare.ts';
import { SampleHistory, SampleIndex } from './history.ts';
import { metricsFor, throughput, type LaneSeries, type Metric } from './metrics.ts';

const COMPARED = [
  'bytes_done',
  'allocstall',
  'nr_dirty',
  'nr_writeback',
  'pgrotated',
  'kswapd_steal',
  'pgscan_kswapd',
] as const;

/** A lane whose figures grow by these amounts per second, with one row per second. */
function lane(
  rise: Partial<Record<(typeof COMPARED)[number], number>>,
  seconds: number,
  more = {},
) {
  const index = new SampleIndex(
    COMPARED.map((name) => ({ name, zone: null, kind: 'counter' as const })),
  );
  const history = new SampleHistory(COMPARED.length);
  const rowAt = (at: number) => Float64Array.from(COMPARED, (name) => (rise[name] ?? 0) * at);
  for (let at = 0; at <= seconds; at += 1) {
    history.add(at * 1e9, rowAt(at));
  }
  const now = rowAt(seconds);
  return { index, history, now, nowNs: seconds * 1e9, finished: false, ...more } as LaneSeries;
}

function metric(id: string): Metric {
  const found = metricsFor([]).find((entry) => entry.id === id);
  if (!found) {
    throw new Error(`no metric ${id}`);
  }
  return found;
}

test('a lane that is ahead is compared at the moment that the other has reached', () => {
  const a = lane({ allocstall: 100 }, 20);
  const b = lane({ allocstall: 100 }, 17);
  expect(commonNs(a, b)).toBe(17e9);
  const { a: ofA, b: ofB, text } = compareAt(metric('allocstall'), a, b, null);
  expect([ofA, ofB, text]).toEqual([1700, 1700, '±0 %']);
});

test('nothing against nothing is no difference, also where the figures only round to nothing', () => {
  const none = compareAt(metric('allocstall'), lane({}, 5), lane({}, 5), null);
  expect(none).toMatchObject({ text: '±0 %', tone: 'neutral' });
  // 0.0008 and 0.0012 MB: both are shown as 0.0.
  const slow = compareAt(
    throughput,
    lane({ bytes_done: 40 }, 20),
    lane({ bytes_done: 60 }, 20),
    null,
  );
  expect(slow).toMatchObject({ text: '±0 %', tone: 'neutral' });
});

test('where A shows nothing there is no percentage', () => {
  const a = lane({ bytes_done: 40 }, 20);
  const b = lane({ bytes_done: 3e6 }, 20);
  expect(compareAt(throughput, a, b, null)).toMatchObject({ text: 'none in A', tone: 'good' });
});

test('a rate of the moment is not what B is compared by: all that was done so far is', () => {
  const late = lane({ bytes_done: 10e6 }, 40);
  // B is twice as fast until 20 s, and does nothing after that.
  const early = lane({ bytes_done: 20e6 }, 20);
  for (let at = 21; at <= 40; at += 1) {
    early.history.add(at * 1e9, Float64Array.from(early.now));
  }
  const b = { ...early, nowNs: 40e9 };
  expect(compareAt(throughput, late, b, null)).toMatchObject({
    a: 10,
    b: 0,
    text: '±0 %',
    soFar: true,
  });
});

test('where a lane has no value at a moment there is no difference', () => {
  const known = lane({ allocstall: 5 }, 20);
  const behind = lane({ allocstall: 5 }, 10);
  const { a, b, text } = compareAt(metric('allocstall'), known, behind, 15e9);
  expect([a, b, text]).toEqual([75, Number.NaN, '']);
  expect(compareAt(metric('allocstall'), known, null, null).text).toBe('');
});

test('a total stays after the end of its run; a level and a rate do not', () => {
  const done = { finished: true };
  const a = lane({ allocstall: 2, nr_dirty: 10, bytes_done: 20e6 }, 30, done);
  const b = lane({ allocstall: 1, nr_dirty: 10, bytes_done: 10e6 }, 40);
  expect(compareAt(metric('allocstall'), a, b, null)).toMatchObject({
    a: 60,
    b: 40,
    text: '−33 %',
  });
  expect(compareAt(metric('dirty'), a, b, null).text).toBe('A is done');
  expect(compareAt(throughput, a, b, null).text).toBe('A is done');
  // Before either lane has ended, all measures can be compared.
  expect(compareAt(throughput, a, b, 25e9).text).toBe('−50 %');
  const both = lane({ nr_dirty: 10, bytes_done: 10e6 }, 60, done);
  expect(compareAt(throughput, a, both, null)).toMatchObject({ a: 20, b: 10, text: '−50 %' });
  expect(compareAt(metric('dirty'), a, both, null).text).toBe('each at its end');
});

test('a difference is good or bad only where more is', () => {
  const a = lane({ allocstall: 10, pgrotated: 10, nr_dirty: 100 }, 20);
  const b = lane({ allocstall: 5, pgrotated: 30, nr_dirty: 300 }, 20);
  const toneOf = (id: string) => compareAt(metric(id), a, b, null).tone;
  expect(['allocstall', 'pgrotated', 'dirty'].map(toneOf)).toEqual(['good', 'neutral', 'neutral']);
  expect(compareAt(metric('allocstall'), b, a, null).tone).toBe('bad');
});

test('a rate says over which stretch it is taken, the same for both lanes', () => {
  const open = lane({ bytes_done: 1e6 }, 20);
  const done = lane({ bytes_done: 1e6 }, 20, { finished: true });
  const over = (a: LaneSeries, b: LaneSeries) => compareAt(throughput, a, b, null).over;
  expect(over(open, open)).toBe('last 10 s');
  expect(over(done, done)).toBe('mean of the whole run');
  expect(over(open, done)).toBe('mean of each run so far');
  expect(compareAt(throughput, open, open, 15e9).over).toBe('10 s before');
  expect(compareAt(throughput, open, done, 20e9).over).toBe('mean of each run until then');
  // 20 MB/s until 20 s and nothing after that are 10 MB/s on the whole, though the last 10 s are 0.
  const early = lane({ bytes_done: 20e6 }, 20);
  early.history.add(40e9, Float64Array.from(early.now));
  const { a, b } = compareAt(throughput, { ...early, nowNs: 40e9 }, done, null);
  expect([a, b]).toEqual([10, 1]);
  expect(compareAt(metric('allocstall'), open, open, null).over).toBe('');
});

test('a share of all that happened since the start says so', () => {
  const scanned = lane({ kswapd_steal: 8, pgscan_kswapd: 10 }, 20);
  const over = (a: LaneSeries, ns: number | null = null) =>
    compareAt(metric('efficiency'), a, a, ns).over;
  expect(over(scanned)).toBe('run so far');
  expect(over(scanned, 10e9)).toBe('until then');
  expect(over(lane({}, 20))).toBe('');
});

test('a missing value is explained for the lane in which it is missing', () => {
  const scans = lane({ kswapd_steal: 9, pgscan_kswapd: 9 }, 5);
  const textOf = (a: LaneSeries, b: LaneSeries) => compareAt(metric('efficiency'), a, b, null).text;
  expect(textOf(lane({}, 5), lane({}, 5))).toBe('no scan yet');
  expect(textOf(lane({}, 5), scans)).toBe('no scan yet in A');
  expect(textOf(scans, lane({}, 5))).toBe('no scan yet in B');
});
