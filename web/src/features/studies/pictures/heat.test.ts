import { expect, test } from 'vitest';

import type { StudyResult } from '../../../engine/generated/scenario.ts';
import {
  cellText,
  defaultChoice,
  heatOf,
  heatSentence,
  kindOf,
  ratioWords,
  stepLine,
  type HeatChoice,
} from './heat.ts';
import { drawHeat } from './HeatMap.tsx';
import { measureOf } from '../measures.ts';
import { DARK, LIGHT } from './values.ts';
import { FACTORS, lanePair, resultOf } from '../testing.ts';
import { swapped } from './Controls.tsx';

const ratio = measureOf('ratio:elapsed_seconds');

/** RAM to the right, dirty_ratio upwards: B gains only on the large machine with the high limit. */
function grid(
  lanes: (a: number, b: number) => ReturnType<typeof lanePair> = lanePair,
): StudyResult {
  const gains = [[100, 100], [100, 99], [100, 101], [100, 70]]; // prettier-ignore
  return resultOf({
    factors: [FACTORS.ram(1024, 4096), FACTORS.ratio(5, 40)],
    measures: ['ratio:elapsed_seconds', 'elapsed_seconds', 'b:elapsed_seconds'],
    points: gains.map(([a = 0, b = 0], at) => ({ levels: [at >> 1, at & 1], ...lanes(a, b) })),
  });
}

const choice: HeatChoice = { x: 0, y: 1, panel: null, fixed: {}, mode: 'value', threshold: 0.02 };

function cells(result: StudyResult, name: string, chosen: HeatChoice = choice) {
  const heat = heatOf(result, name, chosen);
  return heat?.panels.map(({ measure, cells: list }) =>
    list.map((cell) => cellText(cell, measure, chosen.mode)),
  );
}

test('numbers ascend to the right and upwards, and a ratio shows the change', () => {
  expect(cells(grid(), 'ratio:elapsed_seconds')).toEqual([['−1.0 %', '−30 %', '±0 %', '+1.0 %']]);
});

test('values of A and B are side by side, A first', () => {
  expect(cells(grid(), 'elapsed_seconds')).toEqual([['100', '100', '100', '100'], ['99', '70', '100', '101']]); // prettier-ignore
  expect(heatOf(grid(), 'b:elapsed_seconds', choice)?.panels.map(({ measure }) => measure.lane)).toEqual(['a', 'b']); // prettier-ignore
});

test('a change is from the combination of first values', () => {
  expect(cells(grid(), 'elapsed_seconds', { ...choice, mode: 'change' })?.[1]).toEqual(['−1.0 %', '−30 %', '±0 %', '+1.0 %']); // prettier-ignore
});

test('the line separates what matters by the threshold', () => {
  const kinds = (threshold: number) =>
    heatOf(grid(), 'ratio:elapsed_seconds', { ...choice, threshold })?.panels[0]?.kinds;
  expect(kinds(0.02)).toEqual([[0, -1], [0, 0]]); // prettier-ignore
  expect(kinds(0.005)).toEqual([[-1, -1], [0, 1]]); // prettier-ignore
});

function said(result: StudyResult, threshold = 0.02) {
  const chosen = { ...choice, threshold };
  const heat = heatOf(result, 'ratio:elapsed_seconds', chosen);
  return heat && heatSentence(heat, ratio, chosen);
}

test('the sentence counts where B takes less and more time; swapping the lanes swaps the words', () => {
  expect(said(grid())).toBe(
    'B takes at least 2 % less time in 1 of 4 combinations, and at least 2 % more in none. The largest change is −30 %, at RAM 4096 MiB, vm.dirty_ratio 40 %.',
  );
  expect(said(grid((a, b) => lanePair(b, a)))).toBe(
    'B takes at least 2 % less time in none of 4 combinations, and at least 2 % more in 1. The largest change is +43 %, at RAM 4096 MiB, vm.dirty_ratio 40 %.',
  );
  expect(said(grid(), 0.5)).toContain('A and B differ by less than 50 % in every combination.');
});

/** One row of combinations, each with the ratios of its seeds. */
function ratios(...points: number[][]): StudyResult {
  return resultOf({
    factors: [FACTORS.ram(1, 2, 3, 4), FACTORS.ratio(5)],
    measures: ['ratio:elapsed_seconds'],
    points: points.map((list, at) => ({
      levels: [at, 0],
      a: { elapsed_seconds: list.map(() => 100) },
      b: { elapsed_seconds: list.map((ratio) => ratio * 100) },
    })),
  });
}

test('a gain that not every seed has is counted apart, and stands on the other side of the line', () => {
  const result = ratios([0.9, 0.8, 0.95], [0.9, 0.8, 1.01], [1, 1, 1]);
  expect(said(result)).toContain(
    'B takes at least 2 % less time in 2 of 3 combinations (in every seed in 1 of them), and at least 2 % more in none.',
  );
  const heat = heatOf(result, 'ratio:elapsed_seconds', choice);
  expect(heat?.panels[0]?.kinds).toEqual([[-1, 0, 0]]);
  const drawing = drawHeat(result, 'ratio:elapsed_seconds', choice, 800, LIGHT);
  expect(drawing?.marks.map(({ facts }) => facts[1])).toEqual([
    ['range', '−20 % to −5.0 %'],
    ['range', '−20 % to +1.0 %'],
    ['range', 'the same in all'],
  ]);
});

test('a ratio in words', () => {
  expect(ratioWords(0.734, ratio)).toBe('B takes 27 % less time');
  expect(ratioWords(1.1, measureOf('ratio:counter:allocstall'))).toBe('B is 10 % higher');
  expect(ratioWords(1, ratio)).toBe('A and B are equal');
  expect(ratioWords(1.0001, ratio)).toBe('A and B are nearly equal');
  expect(ratioWords(0, measureOf('ratio:counter:nr_vmscan_write'))).toBe('B has none');
  expect(ratioWords(12, ratio)).toBe('B is 12 times A');
});

/** Returns the fill of each cell's rectangle, by its title. */
function fills(result: StudyResult, palette = LIGHT) {
  const drawing = drawHeat(result, 'ratio:elapsed_seconds', choice, 800, palette);
  return new Map(
    drawing?.marks.map(({ title, shape }) => {
      const [rect] = (shape.props as { children: [{ props: { fill: string } }] }).children;
      return [title, rect.props.fill];
    }),
  );
}

test.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('%s: less is one colour, more the other, no change the middle', (_, palette) => {
  const rgb = (hex: string) =>
    `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(', ')})`;
  expect(fills(grid(), palette).get('RAM 4096 MiB, vm.dirty_ratio 40 %')).toBe(rgb(palette.low));
  expect(fills(grid(), palette).get('RAM 1024 MiB, vm.dirty_ratio 5 %')).toBe(rgb(palette.middle));
  expect(
    fills(
      grid((a, b) => lanePair(b, a)),
      palette,
    ).get('RAM 4096 MiB, vm.dirty_ratio 40 %'),
  ).toBe(rgb(palette.high));
});

test('missing, pending and impossible cells say what they are', () => {
  const result = resultOf({
    factors: [FACTORS.ram(1024, 4096), FACTORS.ratio(5, 40)],
    measures: ['ratio:elapsed_seconds'],
    points: [
      { levels: [0, 0], ...lanePair(100, 50) },
      { levels: [0, 1], ...lanePair(0, 50) },
      { levels: [1, 0], a: { elapsed_seconds: [undefined] }, b: { elapsed_seconds: [50] } },
    ],
    leftOut: [
      {
        levels: [1, 1],
        labels: ['4096 MiB', '40'],
        problems: [{ field: 'x', problem: 'Too large.', fix: '' }],
      },
    ],
  });
  const drawing = drawHeat(result, 'ratio:elapsed_seconds', choice, 800, LIGHT);
  const facts = drawing?.marks.map(({ title, facts: list, point }) => [title, list[0]?.[1], point]);
  expect(facts).toEqual([
    ['RAM 1024 MiB, vm.dirty_ratio 40 %', '– nothing to measure', 1],
    ['RAM 4096 MiB, vm.dirty_ratio 40 %', 'impossible: Too large.', null],
    ['RAM 1024 MiB, vm.dirty_ratio 5 %', 'B takes 50 % less time', 0],
    ['RAM 4096 MiB, vm.dirty_ratio 5 %', '– not computed yet', 2],
  ]);
});

test('a third factor has a panel for each value, a fourth one value at a time', () => {
  const levels = Array.from({ length: 16 }, (_, at) => [
    at >> 3,
    (at >> 2) & 1,
    (at >> 1) & 1,
    at & 1,
  ]);
  const result = resultOf({
    factors: [
      FACTORS.kernel('3.0', '3.3'),
      FACTORS.ram(1024, 4096),
      FACTORS.ratio(5, 40),
      FACTORS.switch('gfp_write'),
    ],
    points: levels.map((list, at) => ({ levels: list, a: { elapsed_seconds: [at] } })),
  });
  const chosen = defaultChoice(result);
  expect(chosen).toMatchObject({ x: 1, y: 2, panel: 0 });
  expect(cells(result, 'elapsed_seconds', chosen)).toEqual([['2', '6', '0', '4'], ['10', '14', '8', '12']]); // prettier-ignore
  expect(cells(result, 'elapsed_seconds', { ...chosen, fixed: { 3: 1 } })?.[0]).toEqual([
    '3',
    '7',
    '1',
    '5',
  ]);
});

test('a factor that is put where another is changes places with it', () => {
  expect(swapped({ ...choice, panel: 2 }, 'x', 1)).toMatchObject({ x: 1, y: 0, panel: 2 });
  expect(swapped({ ...choice, panel: 2 }, 'y', 2)).toMatchObject({ x: 0, y: 2, panel: 1 });
});

test('the line runs along the edges between cells of different kinds', () => {
  const kinds = [
    [0, -1, -1],
    [0, 0, -1],
  ];
  expect(stepLine(kinds)).toEqual([
    { x1: 1, y1: 0, x2: 1, y2: 1 },
    { x1: 2, y1: 1, x2: 2, y2: 2 },
    { x1: 1, y1: 1, x2: 2, y2: 1 },
  ]);
});

test('parts in one direction are one stretch, and equal cells have no line', () => {
  expect(stepLine([[0, 1], [0, 1], [0, 1]])).toEqual([{ x1: 1, y1: 0, x2: 1, y2: 3 }]); // prettier-ignore
  expect(stepLine([[1, 1], [1, 1]])).toEqual([]); // prettier-ignore
});

test('lower beside higher has a line too; a missing cell has none', () => {
  expect(stepLine([[-1, 1]])).toHaveLength(1);
  expect(stepLine([[-1, null, 1]])).toEqual([]);
});

test('a change matters from the threshold on, in either direction', () => {
  expect([-0.03, -0.02, -0.019, 0, 0.019, 0.02].map((change) => kindOf(change, 0.02))).toEqual([
    -1, -1, 0, 0, 0, 1,
  ]);
});
