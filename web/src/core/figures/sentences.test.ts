import { expect, test } from 'vitest';

import { SampleHistory, SampleIndex } from './history.ts';
import { metricsFor, throughput, type LaneSeries, type Metric } from './metrics.ts';
import { testSamples } from './sample-testing.ts';
import { commonNs, compareAt, headlineOf, type HeadlineInput } from './sentences.ts';

const ZONES = ['DMA32', 'Normal'];
const NAMES = [
  'bytes_done',
  'allocstall',
  'pgscan_kswapd',
  'pgscan_direct',
  'pgsteal',
  'nr_vmscan_write',
  'nr_dirty',
  'nr_writeback',
  'nr_dirty_threshold',
  'nr_free_pages',
  'nr_inactive_file',
  'nr_active_file',
  'nr_inactive_anon',
  'nr_active_anon',
  'nr_unevictable',
  'nr_isolated',
] as const;
const { index, sample } = testSamples(ZONES, NAMES);

function headline(
  now: Record<string, number>,
  before: Record<string, number> = {},
  more: Partial<HeadlineInput> = {},
) {
  return headlineOf({
    index,
    now: sample(now),
    before: sample(before),
    nowNs: 100e9,
    zones: ZONES,
    writer: 'dd',
    finished: false,
    ...more,
  });
}

test('a fresh machine fills', () => {
  expect(headline({})).toEqual({ text: 'Memory is filling, no reclaim yet', tone: 'neutral' });
});

test('writes from reclaim name the zone that has most of them', () => {
  const now = {
    nr_vmscan_write: 30,
    'DMA32/nr_vmscan_write': 10,
    'Normal/nr_vmscan_write': 20,
    pgscan_kswapd: 40,
  };
  expect(headline(now)).toEqual({
    text: 'kswapd is writing single pages from the Normal zone',
    tone: 'bad',
  });
});

test('writes are direct reclaim’s when it scans more than kswapd', () => {
  const now = { nr_vmscan_write: 1, 'DMA32/nr_vmscan_write': 1, pgscan_direct: 32 };
  expect(headline(now).text).toBe('Direct reclaim is writing single pages from the DMA32 zone');
});

test('a few writes among many scanned pages are told in words that stay the same', () => {
  const now = { nr_vmscan_write: 10, 'Normal/nr_vmscan_write': 10, pgscan_kswapd: 6213 };
  const text = 'kswapd writes a few pages from the Normal zone';
  expect(headline(now)).toEqual({ text, tone: 'warn' });
  expect(headline({ ...now, pgscan_kswapd: 400_000 }).text).toBe(text);
});

test('what happened before the stretch does not count', () => {
  const counts = { nr_vmscan_write: 30, allocstall: 3, pgscan_kswapd: 900, pgsteal: 700 };
  expect(headline(counts, counts).text).toBe('Free memory is above the high watermark');
});

test('a zone that is mostly dirty is told when reclaim is at work', () => {
  const now = { 'Normal/nr_dirty': 60, 'Normal/nr_inactive_file': 100, pgsteal: 90 };
  expect(headline({ ...now, pgscan_kswapd: 100 })).toEqual({
    text: 'More than half of the Normal zone is dirty',
    tone: 'warn',
  });
  expect(headline(now).tone).toBe('neutral');
});

test('direct reclaim without writes', () => {
  expect(headline({ allocstall: 2, pgscan_direct: 64, pgsteal: 64 })).toEqual({
    text: 'Writers are in direct reclaim',
    tone: 'warn',
  });
});

test('reclaim that frees most of what it scans is good, else a warning', () => {
  expect(headline({ pgscan_kswapd: 100, pgsteal: 90 }).tone).toBe('good');
  expect(headline({ pgscan_kswapd: 100, pgsteal: 40 }).tone).toBe('warn');
});

test('a writer at the dirty limit, by its name', () => {
  const now = { nr_dirty: 900, nr_writeback: 95, nr_dirty_threshold: 1000 };
  expect(headline(now).text).toBe('dd is throttled at the dirty limit');
  expect(headline({ ...now, nr_dirty: 500 }).text).toBe('Memory is filling, no reclaim yet');
});

test('a run that is done tells what it did and how long it took', () => {
  const now = { bytes_done: 8192 * 1024 * 1024, nr_vmscan_write: 5 };
  expect(headline(now, {}, { finished: true }).text).toBe('Done: 8,192 MiB in 100.0 s');
  expect(headline({}, {}, { finished: true }).text).toBe('Done: after 100.0 s');
});

const COMPARED = ['bytes_done', 'allocstall', 'nr_dirty', 'nr_writeback', 'pgrotated'] as const;

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
  expect(none).toMatchObject({ text: 'none', tone: 'neutral' });
  // 0.0008 and 0.0012 MB: both are shown as 0.0.
  const slow = compareAt(
    throughput,
    lane({ bytes_done: 40 }, 20),
    lane({ bytes_done: 60 }, 20),
    null,
  );
  expect(slow).toMatchObject({ text: 'none', tone: 'neutral' });
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
  expect(compareAt(metric('dirty'), a, both, null).text).toBe('ended at different times');
});

test('a difference is good or bad only where more is', () => {
  const a = lane({ allocstall: 10, pgrotated: 10, nr_dirty: 100 }, 20);
  const b = lane({ allocstall: 5, pgrotated: 30, nr_dirty: 300 }, 20);
  const toneOf = (id: string) => compareAt(metric(id), a, b, null).tone;
  expect(['allocstall', 'pgrotated', 'dirty'].map(toneOf)).toEqual(['good', 'neutral', 'neutral']);
  expect(compareAt(metric('allocstall'), b, a, null).tone).toBe('bad');
});

test('a rate says over which stretch it is taken, of each lane where these differ', () => {
  const open = lane({ bytes_done: 1e6 }, 20);
  const done = lane({ bytes_done: 1e6 }, 20, { finished: true });
  const over = (a: LaneSeries, b: LaneSeries) => compareAt(throughput, a, b, null).over;
  expect(over(open, open)).toBe('last 10 s');
  expect(over(done, done)).toBe('mean of the whole run');
  expect(over(open, done)).toBe('A: last 10 s; B: mean of the whole run');
  expect(compareAt(metric('allocstall'), open, open, null).over).toBe('');
});
