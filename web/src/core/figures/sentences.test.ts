import { expect, test } from 'vitest';

import { testSamples } from './sample-testing.ts';
import { headlineOf, type HeadlineInput } from './sentences.ts';

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
