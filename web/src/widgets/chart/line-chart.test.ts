import { expect, test } from 'vitest';

import { SampleHistory, SampleIndex } from '../../core/figures/history.ts';
import {
  metricsFor,
  throughput,
  type LaneSeries,
  type Metric,
} from '../../core/figures/metrics.ts';
import { drawLineChart, type ChartInput } from './line-chart.ts';
import { recordingContext, type Drawn } from './testing.ts';
import { plotLeft, PLOT_RIGHT } from './axis.ts';

const NAMES = ['allocstall', 'pgrotated', 'bytes_done'] as const;
const WIDTH = 300;
const HEIGHT = 100;
/** The foot of the plot; the labels of the times are below it. */
const PLOT_FOOT = HEIGHT - 20;
const COLOURS = {
  a: 'colour of A',
  b: 'colour of B',
  good: 'good',
  bad: 'bad',
  neutral: 'neutral',
  grid: 'grid',
  cursor: 'cursor',
  text: 'text',
  ground: 'ground',
  font: '12px sans-serif',
};

/** Builds a lane with one row per second, whose counters are a function of the second. */
function lane(valueAt: (second: number) => number, seconds = 30): LaneSeries {
  const index = new SampleIndex(
    NAMES.map((name) => ({ name, zone: null, kind: 'counter' as const })),
  );
  const history = new SampleHistory(NAMES.length);
  const rowAt = (second: number) => Float64Array.from(NAMES, () => valueAt(second));
  for (let second = 0; second <= seconds; second += 1) {
    history.add(second * 1e9, rowAt(second));
  }
  return { index, history, now: rowAt(seconds), nowNs: seconds * 1e9, finished: false };
}

function metric(id: string): Metric {
  const found = metricsFor([]).find((entry) => entry.id === id);
  if (!found) {
    throw new Error(`no metric ${id}`);
  }
  return found;
}

const steep = lane((second) => second * 10);
const flat = lane((second) => second * 2);

function draw(more: Partial<ChartInput>): Drawn[] {
  const { context, drawn } = recordingContext();
  const input = {
    metric: metric('allocstall'),
    a: steep,
    b: flat,
    span: { fromNs: 0, toNs: 30e9 },
    cursorNs: null,
    least: 1,
    events: [],
    large: false,
    ...more,
  };
  drawLineChart(context, WIDTH, HEIGHT, input, COLOURS);
  return drawn;
}

/** Returns the height above the foot of the plot at which the line of a colour ends. */
function endOfLine(drawn: Drawn[], colour: string): number {
  const line = drawn.find((it) => it.what === 'line' && it.colour === colour && !it.dashed);
  const end = line?.points.at(-1);
  return end ? PLOT_FOOT - end[1] : Number.NaN;
}

test('each line has the colour and the figures of its lane', () => {
  const drawn = draw({});
  // A's counter has five times B's value.
  expect(endOfLine(drawn, COLOURS.a) / endOfLine(drawn, COLOURS.b)).toBeCloseTo(5);
  const swapped = draw({ a: flat, b: steep });
  expect(endOfLine(swapped, COLOURS.b) / endOfLine(swapped, COLOURS.a)).toBeCloseTo(5);
});

test('the area between the lines says for whom it is better', () => {
  const shadesOf = (more: Partial<ChartInput>) => [
    ...new Set(draw(more).flatMap((it) => (it.what === 'area' && it.alpha < 1 ? it.colour : []))),
  ];
  expect(shadesOf({})).toEqual(['good']);
  expect(shadesOf({ a: flat, b: steep })).toEqual(['bad']);
  // For this measure more is not worse, so neither lane is worse.
  expect(shadesOf({ metric: metric('pgrotated') })).toEqual(['neutral']);
  // At the point where the lines cross, the shade changes from good to bad.
  expect(shadesOf({ b: lane((second) => (second < 10 ? 0 : second * 20 - 200)) })).toEqual([
    'good',
    'bad',
  ]);
  expect(shadesOf({ b: steep })).toEqual([]);
  expect(shadesOf({ b: null })).toEqual([]);
});

test('the area lies between the two lines, and only where both have a value', () => {
  const [area] = draw({ b: lane((second) => second * 2, 15) }).filter(({ alpha }) => alpha < 1);
  const places = area?.points.map(([x]) => x) ?? [];
  const middle = plotLeft + (WIDTH - plotLeft - PLOT_RIGHT) / 2;
  expect(Math.min(...places)).toBeCloseTo(plotLeft);
  expect(Math.max(...places)).toBeCloseTo(middle);
  const atEnd = area?.points.filter(([x]) => Math.abs(x - middle) < 0.01).map(([, y]) => y) ?? [];
  // At 15 s, A is 150 and B is 30.
  const [ofA = 0, ofB = 0] = atEnd.sort((one, other) => one - other).map((y) => PLOT_FOOT - y);
  expect(ofA / ofB).toBeCloseTo(5);
});

test('the name of each lane stands at the end of its line, in its colour', () => {
  const namesOf = (drawn: Drawn[]) =>
    Object.fromEntries(
      drawn
        .filter(({ what, text }) => what === 'text' && /^[AB]$/.test(text))
        .map((it) => [it.text, it]),
    );
  const drawn = draw({});
  const { A, B } = namesOf(drawn);
  expect([A?.colour, B?.colour]).toEqual([COLOURS.a, COLOURS.b]);
  for (const [name, colour] of [
    [A, COLOURS.a],
    [B, COLOURS.b],
  ] as const) {
    const [x = 0, y = 0] = name?.points[0] ?? [];
    expect(x).toBeGreaterThan(WIDTH - PLOT_RIGHT);
    expect(x).toBeLessThan(WIDTH - 6);
    expect(Math.abs(PLOT_FOOT - y - endOfLine(drawn, colour))).toBeLessThan(2);
  }
  // A shorter line has its name at its own end; the names of equal lines do not overlap.
  const shorter = namesOf(draw({ b: lane((second) => second, 15) }));
  expect(shorter['B']?.points[0]?.[0]).toBeLessThan(WIDTH / 2 + 10);
  const equal = namesOf(draw({ b: steep }));
  const apart = (equal['A']?.points[0]?.[1] ?? 0) - (equal['B']?.points[0]?.[1] ?? 0);
  expect(Math.abs(apart)).toBeGreaterThan(11);
});

test('events are marked, with words in a large chart', () => {
  const events = [{ atNs: 10e9, lane: 'a' as const, text: 'kswapd wakes', weight: 0 }];
  const at = plotLeft + (WIDTH - plotLeft - PLOT_RIGHT) / 3;
  const marked = (drawn: Drawn[]) => drawn.filter(({ what, dashed }) => what === 'line' && dashed);
  const small = draw({ events });
  expect(marked(small)).toHaveLength(1);
  // A small chart names the event under the pointer.
  expect(draw({ events, cursorNs: 10.1e9 }).some(({ text }) => text === 'kswapd wakes (A)')).toBe(
    true,
  );
  expect(Math.abs((marked(small)[0]?.points[0]?.[0] ?? 0) - at)).toBeLessThan(1);
  expect(marked(small)[0]?.colour).toBe(COLOURS.a);
  expect(small.some(({ text }) => text.startsWith('kswapd'))).toBe(false);
  expect(draw({ events, large: true }).some(({ text }) => text === 'kswapd wakes (A)')).toBe(true);
});

test('times stand below the plot, at the lines of round seconds', () => {
  const times = draw({}).filter(({ what, text }) => what === 'text' && / s$/.test(text));
  expect(times.map(({ text }) => text)).toEqual(['0 s', '10 s', '20 s', '30 s']);
  const [first, second] = times.map(({ points }) => points[0] ?? [0, 0]);
  expect(second?.[0]).toBeCloseTo(plotLeft + (WIDTH - plotLeft - PLOT_RIGHT) / 3);
  expect(first?.[0]).toBeGreaterThan(plotLeft);
  for (const { points } of times) {
    expect(points[0]?.[1]).toBeGreaterThan(PLOT_FOOT);
  }
});

test('a burst that leaves the scale has an arrow, and its height in a large chart', () => {
  // 1 MB/s, with 500 MB more at one moment.
  const bytes = (second: number) => (second + (second > 15 ? 500 : 0)) * 1e6;
  const burst = { metric: throughput, a: lane(bytes, 200), b: null };
  const span = { fromNs: 0, toNs: 200e9 };
  const arrows = (drawn: Drawn[]) =>
    drawn.filter(
      ({ what, alpha, points }) => what === 'area' && alpha === 1 && points.length === 3,
    );
  expect(arrows(draw({ ...burst, span })).map(({ colour }) => colour)).toEqual([COLOURS.a]);
  expect(draw({ ...burst, span, large: true }).some(({ text }) => text === 'peak 51.0')).toBe(true);
  expect(arrows(draw({ metric: throughput }))).toEqual([]);
});

test('limits have their names at the right end of their lines', () => {
  const limit = (title: string, value: number) => ({
    title,
    over: () => () => value,
    now: () => value,
  });
  const limits = [limit('dirty limit', 300), limit('background limit', 150)];
  const drawn = draw({ metric: { ...metric('allocstall'), limits } });
  const named = (title: string) => drawn.find(({ text }) => text === title)?.points[0] ?? [0, 0];
  // A lane's line ends near each of them, so they leave its end free.
  expect(named('dirty limit')[0]).toBe(WIDTH - PLOT_RIGHT - 6);
  // On a canvas y counts from the top.
  expect(named('dirty limit')[1]).toBeLessThan(named('background limit')[1]);
});
