// @vitest-environment happy-dom
import { expect, test } from 'vitest';

import { SampleHistory, SampleIndex } from '../../core/figures/history.ts';
import { metricsFor, type LaneSeries } from '../../core/figures/metrics.ts';
import { placeNames } from './line-names.ts';
import { svgChart, svgText, type SvgChartInput } from './svg-chart.ts';

const NAMES = [
  'allocstall',
  'nr_dirty',
  'nr_writeback',
  'nr_dirty_threshold',
  'nr_dirty_background_threshold',
  'bytes_done',
] as const;

/** Builds a lane in which each counter grows by `factor` per second. */
function lane(factor: number): LaneSeries {
  const index = new SampleIndex(
    NAMES.map((name) => ({ name, zone: null, kind: 'counter' as const })),
  );
  const history = new SampleHistory(NAMES.length);
  const rowAt = (second: number) => Float64Array.from(NAMES, () => second * factor);
  for (let second = 0; second <= 30; second += 1) {
    history.add(second * 1e9, rowAt(second));
  }
  return { index, history, now: rowAt(30), nowNs: 30e9, finished: false };
}

function inputOf(id: string, more: Partial<SvgChartInput> = {}): SvgChartInput {
  const metric = metricsFor([]).find((found) => found.id === id);
  if (!metric) {
    throw new Error(`no metric ${id}`);
  }
  return {
    metric,
    lanes: { a: lane(10), b: lane(2) },
    kernels: { a: 'Linux 3.0', b: 'Linux 3.3' },
    span: { fromNs: 0, toNs: 30e9 },
    least: 1,
    scenario: 'Copy & paste <8 GiB>',
    engineVersion: '1.2.3',
    link: 'https://example.org/#v1.x',
    width: 640,
    height: 320,
    ...more,
  };
}

test('a chart says what it is, of what, by which engine, and where it can be run again', () => {
  const text = svgText(svgChart(inputOf('allocstall')));
  for (const part of ['allocstall, times', 'A: Linux 3.0', 'B: Linux 3.3', 'virtual time, s']) {
    expect(text).toContain(part);
  }
  expect(text).toContain('Copy &amp; paste &lt;8 GiB&gt;');
  expect(text).toContain('Reclaim Lab 1.2.3');
  expect(text).toContain('https://example.org/#v1.x');
});

test('a chart of a rate says over which time each value is taken', () => {
  const text = svgText(svgChart(inputOf('throughput')));
  expect(text).toContain('Throughput, MB/s (mean of the last 10 s)');
});

test('the axis reaches the highest value of the stretch, and no further than round', () => {
  const labels = (span: SvgChartInput['span']) =>
    [...svgChart(inputOf('allocstall', { span })).querySelectorAll('text')].map(
      ({ textContent }) => textContent,
    );
  expect(labels({ fromNs: 0, toNs: 30e9 })).toContain('300');
  expect(labels({ fromNs: 0, toNs: 3e9 })).toContain('40');
  expect(labels({ fromNs: 0, toNs: 3e9 })).not.toContain('300');
});

test('a burst leaves the scale, as on the screen, with its height', () => {
  const index = new SampleIndex([{ name: 'bytes_done', zone: null, kind: 'counter' }]);
  /** 1 MB/s, with `more` MB at one moment. */
  const writer = (more: number): LaneSeries => {
    const bytes = (second: number) => Float64Array.of((second + (second > 15 ? more : 0)) * 1e6);
    const history = new SampleHistory(1);
    for (let second = 0; second <= 200; second += 1) {
      history.add(second * 1e9, bytes(second));
    }
    return { index, history, now: bytes(200), nowNs: 200e9, finished: false };
  };
  const lanes = { a: writer(500), b: writer(0) };
  const chart = svgChart(inputOf('throughput', { lanes, span: { fromNs: 0, toNs: 200e9 } }));
  const labels = [...chart.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(labels).toContain('peak 51.0');
  expect(labels).not.toContain('50');
  expect(chart.querySelectorAll('.peak').length).toBe(1);
  expect(svgChart(inputOf('allocstall')).querySelectorAll('.peak').length).toBe(0);
});

test('the axis of a count without events has whole numbers only', () => {
  const chart = svgChart(inputOf('allocstall', { lanes: { a: lane(0), b: lane(0) } }));
  const labels = [...chart.querySelectorAll('text')].map(({ textContent }) => textContent);
  expect(labels).toContain('1');
  expect(labels.filter((text) => /^0\.\d/.test(text))).toEqual([]);
});

test('limits are drawn as lines of their own', () => {
  const dashed = svgChart(inputOf('dirty')).querySelectorAll('path[stroke-dasharray]');
  expect(dashed.length).toBe(4);
});

test('each line has the colour and the figures of its lane, its name and the area beside it', () => {
  const svg = svgChart(inputOf('allocstall'));
  const colours = { a: '#5f6a74', b: '#0b6bcb' };
  // A's counter has five times B's value, so its line ends higher and its y is smaller.
  const endOf = (colour: string) => {
    const path = svg.querySelector(`path[stroke="${colour}"]`)?.getAttribute('d') ?? '';
    return Number(path.split(',').at(-1));
  };
  const foot = 320 - 64;
  expect((foot - endOf(colours.a)) / (foot - endOf(colours.b))).toBeCloseTo(5, 1);
  const names = [...svg.querySelectorAll('text')].filter((it) => /^[AB]$/.test(it.textContent));
  expect(names.map((it) => [it.textContent, it.getAttribute('fill')]).sort()).toEqual([
    ['A', colours.a],
    ['B', colours.b],
  ]);
  for (const name of names) {
    const end = endOf(name.getAttribute('fill') ?? '');
    expect(Math.abs(Number(name.getAttribute('y')) - 4 - end)).toBeLessThan(1);
  }
  expect(svg.querySelectorAll('polygon').length).toBe(1);
});

test('the name of a line that ends sooner does not lie on the other line, and shades have a key', () => {
  const sooner = { ...lane(10), nowNs: 15e9, finished: true };
  const half = new SampleHistory(NAMES.length);
  for (let second = 0; second <= 15; second += 1) {
    half.add(
      second * 1e9,
      Float64Array.from(NAMES, () => second * 10),
    );
  }
  const now = Float64Array.from(NAMES, () => 150);
  const b = { ...sooner, history: half, now };
  const texts = (input: SvgChartInput) => [...svgChart(input).querySelectorAll('text')];
  const input = inputOf('allocstall', { lanes: { a: lane(10), b } });
  const name = texts(input).find(({ textContent }) => textContent === 'B');
  // A's line passes through the end of B's line, at half of the height of the plot.
  const end = 64 + (320 - 64 - 64) / 2;
  expect(Math.abs(Number(name?.getAttribute('y')) - 4 - end)).toBeGreaterThan(8);
  const words = (more: Partial<SvgChartInput>) =>
    texts(inputOf('allocstall', more)).map(({ textContent }) => textContent);
  expect(words({})).toContain('B is better');
  expect(words({})).not.toContain('B is worse');
  expect(words({ lanes: { a: lane(2), b: lane(10) } })).toContain('B is worse');
  // An area of a few pixels has no key: nobody would find it.
  expect(words({ lanes: { a: lane(10), b: lane(9.99) } })).not.toContain('B is better');
});

test('the picture has the address at which the run can be opened', () => {
  const shown = (link: string) =>
    [...svgChart(inputOf('allocstall', { link })).querySelectorAll('text')].map(
      ({ textContent }) => textContent,
    );
  expect(shown('https://example.org/#v1.x')).toContain('https://example.org/#v1.x');
  const fromRow = `https://example.org/?row=${'x'.repeat(500)}#v1.x`;
  expect(shown(fromRow)).toContain('https://example.org/#v1.x');
  // A link that does not fit could not be opened if it were cut off.
  expect(shown(`https://example.org/#${'x'.repeat(500)}`)).toContain('https://example.org/');
});

test('a name is on no line that is steep beside it', () => {
  const straight = (from: [number, number], to: [number, number]) => {
    const at = Array.from({ length: 101 }, (_, step) => step / 100);
    return {
      x: at.map((share) => from[0] + (to[0] - from[0]) * share),
      y: at.map((share) => from[1] + (to[1] - from[1]) * share),
    };
  };
  const b = straight([0, 50], [100, 50]);
  // A's line falls through the place of B's name.
  const a = straight([95, 0], [115, 100]);
  const y = (value: number) => value;
  const lines = [
    { lane: 'a', points: a, limits: [] },
    { lane: 'b', points: b, limits: [] },
  ] as const;
  const places = placeNames(
    lines.map((line) => ({ ...line, limits: [] })),
    200,
    y,
  );
  const name = places.find(({ lane: of }) => of === 'b');
  const beside = a.y.filter((_, at) => (a.x[at] ?? 0) > 105 && (a.x[at] ?? 0) < 113);
  expect(Math.min(...beside.map((height) => Math.abs(height - (name?.y ?? 0))))).toBeGreaterThan(6);
});
