import { expect, test } from 'vitest';

import type { JudgedLine } from './engine.ts';
import { FRAME, allowedRatios, allowedText, axesOf, firstShown, layScatter } from './scatter.ts';
import { tablesOf } from './tables.ts';
import { lineOf, outlineOf, rowOf } from './testing.ts';

type Pair = readonly [number | null, number | null];

function plotOf(pairs: readonly (readonly [published: Pair, computed: Pair])[]) {
  const lines = pairs.map(([[old, now]]) => lineOf({ old, new: now, runs: [0] }));
  const placed = tablesOf(outlineOf([rowOf({})], lines)).flatMap((table) => table.lines);
  const judged = new Map<number, JudgedLine>(
    pairs.map(([, [old, now]], line) => {
      const seeds = { old_seeds: null, new_seeds: null, least_ratio: null, most_ratio: null };
      return [
        line,
        { line, verdict: 'missed', computed: { old, new: now, ratio: null, ...seeds } },
      ];
    }),
  );
  return { placed, lay: (axes: 'change' | 'value') => layScatter(placed, axes, judged, new Map()) };
}

/** Returns how far a point is above the line of equality. */
function above({ x, y }: { x: number; y: number }): number {
  return FRAME.bottom - y - (x - FRAME.left);
}

test('equal figures are on the line, larger computed ones above it', () => {
  const points = plotOf([[[5, null], [5, null]], [[10, null], [30, null]]]).lay('value')?.points; // prettier-ignore
  expect(points?.map((point) => Math.round(above(point)) > 0)).toEqual([false, true]);
  expect(above(points?.[0] ?? { x: 0, y: 0 })).toBeCloseTo(0, 0);
});

test('a change is new by old; a fall to nothing is told as that, and drawn at a hundredth', () => {
  const plot = plotOf([[[100, 50], [8, 2]], [[667_839, 0], [57_824, 0]], [[1000, 10], [1000, 10]]]).lay('change'); // prettier-ignore
  const points = plot?.points ?? [];
  expect(points.map(({ published, computed }) => [published, computed])).toEqual([
    [0, 0],
    [0.01, 0.01],
    [0.5, 0.25],
  ]);
  expect([points[0]?.x, points[0]?.y]).toEqual([points[1]?.x, points[1]?.y]);
  expect(plot?.hasBounded).toBe(true);
  expect(plot?.zero).toBeNull();
});

test('the shaded area ends where a verdict no longer says reproduced', () => {
  const plot = plotOf([[[1, 100], [1, 60]], [[100, 1], [100, 3]], [[1, 2], [1, 3.9]], [[1, 3], [1, 1.7]]]).lay('change'); // prettier-ignore
  const corners = (plot?.near ?? '').split(' ').map((corner) => corner.split(',').map(Number));
  const inside = ({ x, y }: { x: number; y: number }) =>
    corners.reduce((is, [ax = 0, ay = 0], at) => {
      const [bx = 0, by = 0] = corners[(at + 1) % corners.length] ?? [];
      return ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax ? !is : is;
    }, false);
  const shaded = plot?.points.map((point) => [point.computed, inside(point)]);
  expect(shaded).toEqual([
    [0.03, false],
    [3.9, true],
    [1.7, false],
    [60, true],
  ]);
});

test('zeros have a place of their own, and negative figures none', () => {
  const plot = plotOf([[[0, null], [7, null]], [[-3, null], [2, null]], [[4, null], [4, null]]]).lay('value'); // prettier-ignore
  expect(plot?.zero).toBeGreaterThan(0);
  expect(plot?.points.map(({ published }) => published)).toEqual([0, 4]);
  expect(plot?.points[0]?.x).toBeLessThan(plot?.points[1]?.x ?? 0);
  expect(plot?.left).toBe(1);
});

test('the values of two kernels are two points', () => {
  const { lay, placed } = plotOf([[[100, 50], [8, 2]]]); // prettier-ignore
  expect(lay('value')?.points.map(({ kernel }) => kernel)).toEqual(['new', 'old']);
  expect(axesOf(placed)).toEqual(['change', 'value']);
});

test('marks and ticks are inside the frame for any span', () => {
  for (const most of [1.01, 40, 1e12]) {
    const plot = plotOf([[[3, null], [3 * most, null]]]).lay('value'); // prettier-ignore
    const [point] = plot?.points ?? [];
    expect(point?.y).toBeGreaterThanOrEqual(FRAME.top);
    expect(plot?.ticks.length).toBeGreaterThan(0);
    expect(plot?.ticks.length).toBeLessThanOrEqual(7);
    expect(plot?.ticks.every(({ at }) => at >= 0 && at <= FRAME.right - FRAME.left)).toBe(true);
  }
});

test('nothing is drawn where nothing is computed', () => {
  expect(plotOf([[[3, null], [null, null]]]).lay('value')).toBeNull(); // prettier-ignore
});

test('the point that is selected at first is a reproduced one in the middle, not a zero', () => {
  const plot = plotOf([
    [
      [0, null],
      [0, null],
    ],
    [
      [1, null],
      [1, null],
    ],
    [
      [50, null],
      [40, null],
    ],
    [
      [60, null],
      [20, null],
    ],
    [
      [4000, null],
      [4000, null],
    ],
  ]).lay('value');
  const points = plot?.points ?? [];
  const first = (judged: readonly number[]) => {
    const marked = points.map((point) => ({
      ...point,
      verdictState: judged.includes(point.published) ? ('reproduced' as const) : point.verdictState,
    }));
    return plot && marked[firstShown({ ...plot, points: marked }, 'value')]?.published;
  };
  expect(first([0, 1, 50, 4000])).toBe(50);
  expect(first([0, 4000])).toBe(4000);
  // No point is reproduced, or only one with 0: a missed one shows more.
  expect(first([0])).toBe(50);
  // A change that is none teaches as little.
  const changes = plotOf([[[7, 7], [7, 7]], [[9, 3], [9, 3]], [[1, 90], [1, 80]], [[90, 1], [80, 1]]]).lay('change'); // prettier-ignore
  const at = changes ? firstShown(changes, 'change') : -1;
  expect(changes?.points[at]?.published).toBeCloseTo(1 / 3);
});

test('the allowed ratios are those of the rule for verdicts', () => {
  const rounded = (published: number) => allowedRatios(published).map((it) => it.toFixed(3));
  expect(rounded(0.664)).toEqual(['0.441', '0.815']);
  expect(rounded(8)).toEqual(['4.000', '16.000']);
  // A change below 3 % agrees with any other such change.
  expect(rounded(1)).toEqual(['0.971', '1.030']);
  expect(allowedText({ old: 100, new: 66.4 }, 'reproduced')).toMatch(
    /×0\.44\d? to ×0\.81\d? is allowed$/,
  );
  expect(allowedText({ old: 900, new: 0 }, 'direction_only')).toContain(
    'up to ×0.020 is allowed, with',
  );
  expect(allowedText({ old: 5, new: null }, 'reproduced')).toBe('');
  expect(allowedText({ old: 5, new: 4 }, 'noise')).toBe('');
});
