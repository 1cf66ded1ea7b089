import { expect, test } from 'vitest';

import type { Scenario } from '../../engine/types.ts';
import { columnsOf, comparisonText, rowsOf, type Origin } from './rows.ts';
import { samplesCsv, samplesJson } from './samples.ts';
import { CATALOGUE, lane } from './testing.ts';

const pair = {
  a: lane([3, 5, 0, 0, 0], [4, 6, 20, 0, 1200]),
  b: lane([3, 5, 0, 0, 0], [4, 7, 10, 4, 60], [5, 8, 11, 5, 61]),
};
const origin: Origin = {
  scenario: { version: 1, title: 'Copying' } as Scenario,
  link: 'https://lab.example/#v1.x',
  engineVersion: '0.1.0',
  kernels: { a: 'Linux 3.0', b: 'Linux 3.0 − evict once' },
};

test('a line for each lane, time and name, now included', () => {
  const lines = samplesCsv(pair).trimEnd().split('\r\n');
  expect(lines[0]).toBe('lane,seconds,name,value');
  expect(lines).toHaveLength(1 + 2 * 5 + 3 * 5);
  expect(lines).toContain('a,1,pgscan_kswapd,1200');
  expect(lines).toContain('b,2,nr_dirty_dma32,5');
});

test('a sample that history holds already is not written twice', () => {
  const still = lane([1, 1, 1, 1, 1], [2, 2, 2, 2, 2]);
  still.history.add(1e9, still.now);
  expect(samplesCsv({ a: still, b: still }).split('b,1,allocstall')).toHaveLength(2);
});

test('the document has all that it takes to run it again and to tell that it is the same', () => {
  const digests = { a: 'aaaa', b: 'bbbb' };
  const read = JSON.parse(samplesJson(origin, pair, digests)) as {
    link: string;
    engine: string;
    scenario: Scenario;
    lanes: Record<'a' | 'b', { kernel: string; digest: string; samples: object[] }>;
  };
  expect(read.engine).toBe('Reclaim Lab 0.1.0');
  expect(read.link).toBe(origin.link);
  expect(read.scenario).toEqual(origin.scenario);
  expect(read.lanes.b.digest).toBe('bbbb');
  expect(read.lanes.a.samples.at(-1)).toEqual({ at_ns: 1e9, values: [4, 6, 20, 0, 1200] });
});

test('the text says what was compared, and its columns stand under each other', () => {
  const columns = columnsOf(CATALOGUE, pair.a.description);
  const rows = rowsOf(columns, pair, { filter: '', movedOnly: true, zones: false });
  expect(comparisonText(origin, pair, rows)).toBe(
    [
      'Copying',
      'A  Linux 3.0, at 1.0 s',
      'B  Linux 3.0 - evict once, at 2.0 s',
      'Simulated by Reclaim Lab 0.1.0: counters since the start, gauges as they stand.',
      'https://lab.example/#v1.x',
      '',
      'NAME              A   B   DIFF   (RATIO)',
      'nr_dirty          6   8      2  (133.33)',
      'allocstall        0   5      5         -',
      'pgscan_kswapd  1200  61  -1139    (5.08)',
      '',
    ].join('\n'),
  );
});
