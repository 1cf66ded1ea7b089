import { expect, test } from 'vitest';

import type { JudgedLine } from './engine.ts';
import { CHART_WIDTH, layMarks } from './marks.ts';
import { sectionsOf, tablesOf, type Section } from './tables.ts';
import { lineOf, outlineOf, rowOf } from './testing.ts';

function sectionOf(figures: readonly (readonly [number | null, number | null])[]): Section {
  const rows = figures.map((_, at) => rowOf({ row: String(at) }));
  const lines = figures.map(([old, now], row) => lineOf({ row, old, new: now, runs: [0] }));
  const [table] = tablesOf(outlineOf(rows, lines));
  const [section] = table ? sectionsOf(table) : [];
  if (!section) throw new Error('no section');
  return section;
}

const ratio = {
  old_seeds: null,
  new_seeds: null,
  least_ratio: 0.5,
  most_ratio: 0.5,
  ratio: 0.5,
};

test('equal factors are equal distances', () => {
  const laid = layMarks(sectionOf([[10, 20], [20, 40]]), new Map()); // prettier-ignore
  const [one, two] =
    laid?.marks.map(({ published }) => (published.now ?? 0) - (published.old ?? 0)) ?? [];
  expect(one).toBeGreaterThan(20);
  expect(two).toBeCloseTo(one ?? 0);
});

test('nothing stands left of everything else', () => {
  const laid = layMarks(sectionOf([[5, 0], [7, 1]]), new Map()); // prettier-ignore
  expect(laid?.hasZero).toBe(true);
  const xs = laid?.marks.flatMap(({ published }) => [published.old, published.now]) ?? [];
  expect(Math.min(...xs.map((x) => x ?? Infinity))).toBe(laid?.marks[0]?.published.now);
});

test('marks and ticks keep inside the drawing, and ticks apart', () => {
  for (const most of [1.01, 2, 30, 1e9]) {
    const laid = layMarks(sectionOf([[3, 3 * most], [3, 3]]), new Map()); // prettier-ignore
    const xs =
      laid?.marks.flatMap(({ published }) => [published.old ?? 0, published.now ?? 0]) ?? [];
    const ticks = laid?.ticks.map(({ x }) => x) ?? [];
    for (const x of [...xs, ...ticks]) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(CHART_WIDTH);
    }
    expect(ticks.length).toBeGreaterThan(0);
    ticks.slice(1).forEach((x, at) => expect(x - (ticks[at] ?? 0)).toBeGreaterThan(30));
  }
});

test('the seeds spread round the new figure', () => {
  const computed = { old: 8, new: 4, ...ratio, least_ratio: 0.4, most_ratio: 0.6 };
  const judged = new Map<number, JudgedLine>([[0, { line: 0, computed, verdict: 'reproduced' }]]);
  const pair = layMarks(sectionOf([[20, 10], [20, 10]]), judged)?.marks[0]?.computed; // prettier-ignore
  const [least = 0, most = 0] = pair?.spread ?? [];
  expect(pair?.now).toBeGreaterThan(least);
  expect(pair?.now).toBeLessThan(most);
});

test('there is no drawing where there is nothing to draw', () => {
  expect(layMarks(sectionOf([[null, -3], [null, null]]), new Map())).toBeNull(); // prettier-ignore
});
