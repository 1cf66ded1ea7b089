// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import type { Description, Scenario, WholeCatalogue } from '../../engine/types.ts';
import { SampleHistory } from '../figures/history.ts';
import {
  atOneTime,
  columnsOf,
  comparisonText,
  countersCsv,
  ratioPercent,
  rowsOf,
  samplesCsv,
  samplesJson,
  type LaneSamples,
  type Origin,
} from './counters.ts';

const SAMPLE: Description['sample'] = [
  { name: 'nr_dirty', zone: 'DMA32', kind: 'gauge' },
  { name: 'nr_dirty', zone: null, kind: 'gauge' },
  { name: 'pgscan_kswapd', zone: 'DMA32', kind: 'counter' },
  { name: 'allocstall', zone: null, kind: 'counter' },
  { name: 'pgscan_kswapd', zone: null, kind: 'counter' },
];

/** Explanations of the counters' names. */
export const CATALOGUE: WholeCatalogue = {
  presets: [],
  mechanisms: [],
  counters: [
    { name: 'allocstall', explanation: 'Direct reclaims.' },
    { name: 'pgscan_kswapd', explanation: 'Pages that kswapd looked at.' },
  ],
  gauges: [{ name: 'nr_dirty', explanation: 'Dirty file pages.' }],
};

/** A lane with one sample per second. The last sample is the current one, which is not in the history yet. */
export function lane(...samples: number[][]): LaneSamples {
  const history = new SampleHistory(SAMPLE.length);
  samples.slice(0, -1).forEach((sample, second) => {
    history.add(second * 1e9, Float64Array.from(sample));
  });
  return {
    description: { sample: SAMPLE },
    history,
    now: Float64Array.from(samples.at(-1) ?? []),
    nowNs: (samples.length - 1) * 1e9,
  };
}

const pair = {
  a: lane([3, 5, 0, 0, 0], [4, 6, 10, 0, 30], [3, 5, 20, 0, 60]),
  b: lane([3, 5, 0, 0, 0], [3, 5, 10, 2, 10], [3, 5, 10, 4, 15]),
};
const columns = columnsOf(CATALOGUE, pair.a.description);
const named = (selection: object) =>
  rowsOf(columns, pair, { filter: '', movedOnly: false, zones: false, ...selection }).map(
    ({ name }) => name,
  );

test('every value of a sample has a name of /proc/vmstat, zones below the whole', () => {
  expect(columns.map(({ name }) => name)).toEqual([
    'nr_dirty',
    'nr_dirty_dma32',
    'allocstall',
    'pgscan_kswapd',
    'pgscan_kswapd_dma32',
  ]);
});

test('every name says what it means', () => {
  expect(columns.map(({ explanation }) => explanation).slice(0, 2)).toEqual([
    'Dirty file pages.',
    'Dirty file pages. Only zone DMA32.',
  ]);
});

test('values of both lanes stand beside their name', () => {
  const rows = rowsOf(columns, pair, { filter: '', movedOnly: false, zones: true });
  expect(rows.map(({ name, a, b }) => [name, a, b])).toEqual([
    ['nr_dirty', 5, 5],
    ['nr_dirty_dma32', 3, 3],
    ['allocstall', 0, 4],
    ['pgscan_kswapd', 60, 15],
    ['pgscan_kswapd_dma32', 20, 10],
  ]);
});

test('the filter takes parts of names in any case and order', () => {
  expect(named({ filter: 'STALL' })).toEqual(['allocstall']);
  expect(named({ filter: 'dma32  pgscan', zones: true })).toEqual(['pgscan_kswapd_dma32']);
  expect(named({ filter: 'dma32' })).toEqual([]);
});

test('a gauge that came back to where it was has moved all the same', () => {
  expect(named({ movedOnly: true })).toEqual(['nr_dirty', 'allocstall', 'pgscan_kswapd']);
  const still = { a: lane([3, 5, 0, 0, 0], [3, 5, 0, 0, 1]), b: lane([3, 5, 0, 0, 0]) };
  const moved = rowsOf(columns, still, { filter: '', movedOnly: true, zones: true });
  expect(moved.map(({ name }) => name)).toEqual(['pgscan_kswapd']);
});

test('there is no ratio to nothing', () => {
  expect(ratioPercent(0, 4)).toBeNull();
  expect(ratioPercent(0, 0)).toBe(100);
  expect(ratioPercent(60, 15)).toBe(25);
});

test('the file of counters has every name, whatever the table shows', () => {
  expect(countersCsv(columns, pair).split('\r\n')).toEqual([
    'name,zone,kind,a,b,difference,ratio_percent',
    'nr_dirty,,gauge,5,5,0,100',
    'nr_dirty_dma32,DMA32,gauge,3,3,0,100',
    'allocstall,,counter,0,4,4,',
    'pgscan_kswapd,,counter,60,15,-45,25',
    'pgscan_kswapd_dma32,DMA32,counter,20,10,-10,50',
    '',
  ]);
});

test('what no /proc/vmstat has is marked, and what it has is not', () => {
  const sample = (['ksd_stall', 'allocstall'] as const).map((name) => ({
    name,
    zone: null,
    kind: 'counter' as const,
  }));
  const marked = columnsOf(CATALOGUE, { sample }).map(({ name, beside }) => [name, beside]);
  expect(marked).toEqual([
    ['ksd_stall', true],
    ['allocstall', false],
  ]);
});

test('a lane that is ahead is shown as it was when the other came', () => {
  const a = { ...lane([0, 0, 0, 0, 0], [10, 10, 0, 0, 8], [30, 30, 0, 0, 9]), finished: false };
  const b = { ...lane([0, 0, 0, 0, 0], [5, 5, 0, 0, 7]), finished: false, nowNs: 1.5e9 };
  const pair = atOneTime({ a, b });
  expect([pair.a.nowNs, [...pair.a.now]]).toEqual([1.5e9, [20, 20, 0, 0, 9]]);
  expect(pair.b.now).toBe(b.now);
});

test('a lane that is done stays at its end', () => {
  const a = { ...lane([0, 0, 0, 0, 0], [10, 10, 0, 0, 8]), finished: true };
  const b = { ...lane([0, 0, 0, 0, 0], [1, 1, 0, 0, 0], [5, 5, 0, 0, 7]), finished: false };
  const pair = atOneTime({ a, b });
  expect([pair.a.nowNs, pair.b.nowNs]).toEqual([1e9, 2e9]);
  expect(atOneTime({ a, b: { ...b, finished: true } }).b.now).toBe(b.now);
});

const short = {
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
  const lines = samplesCsv(short).trimEnd().split('\r\n');
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
  const read = JSON.parse(samplesJson(origin, short, digests)) as {
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
  const columns = columnsOf(CATALOGUE, short.a.description);
  const rows = rowsOf(columns, short, { filter: '', movedOnly: true, zones: false });
  expect(comparisonText(origin, short, rows)).toBe(
    [
      'Copying',
      'A  Linux 3.0, at 1.0 s',
      'B  Linux 3.0 - evict once, at 2.0 s',
      'Simulated by Reclaim Lab 0.1.0: counters since the start, gauges at the time of each lane.',
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
