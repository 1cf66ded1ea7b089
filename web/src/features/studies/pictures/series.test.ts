import { expect, test } from 'vitest';

import { drawDots } from './Dots.tsx';
import { drawScatters } from './Scatters.tsx';
import { extremes, sentenceOf, versusSentence } from './draw.ts';
import { domainOf } from './drawing.tsx';
import { defaultChoice } from './heat.ts';
import { drawLine, numberScale, numberTicks } from './Line.tsx';
import { measureOf } from '../measures.ts';
import { LIGHT } from './values.ts';
import { stepFrom } from './Plot.tsx';
import { drawSeeds, seedSentence, stacked, stripsOf } from './SeedStrip.tsx';
import { FACTORS, lanePair, resultOf } from '../testing.ts';
import { tornadoOf, tornadoSentence } from './TornadoBars.tsx';

const elapsed = measureOf('elapsed_seconds');

function seeds(a: number[], b: number[], measures = ['ratio:elapsed_seconds']) {
  return resultOf({ measures, points: [{ a: { elapsed_seconds: a }, b: { elapsed_seconds: b } }] });
}

function seedsSay(result: ReturnType<typeof seeds>, name = 'ratio:elapsed_seconds') {
  const [point] = result.points;
  return point && seedSentence(stripsOf(result, point, name));
}

test('seeds: B is faster in so many of them; with the lanes swapped it is slower', () => {
  const [a, b] = [[10, 11, 12, 13], [8, 9, 10, 14]]; // prettier-ignore
  expect(seedsSay(seeds(a, b))).toBe(
    'B is faster in 3 of 4 seeds, slower in 1. Medians: A 11.5 s, B 9.5 s; B vs. A −17 %.',
  );
  expect(seedsSay(seeds(b, a))).toContain(
    'B is faster in 1 of 4 seeds, slower in 3. Medians: A 9.5 s, B 11.5 s',
  );
  expect(seedsSay(seeds(a, a))).toContain('A and B are equal in all 4 seeds.');
  expect(seedsSay(seeds(a, a.map((it) => it + 1)))).toContain('B is slower in 4 of 4 seeds.'); // prettier-ignore
});

test('seeds: other measures are lower or higher, and equal pairs are counted', () => {
  const result = resultOf({
    measures: ['counter:allocstall', 'b:counter:allocstall'],
    points: [{ a: { 'counter:allocstall': [5, 5, 5] }, b: { 'counter:allocstall': [1, 5, 2] } }],
  });
  expect(seedsSay(result, 'counter:allocstall')).toContain(
    'B is lower in 2 of 3 seeds, equal in 1.',
  );
});

test('seeds: one lane has a median and a range', () => {
  const result = resultOf({ points: [{ a: { elapsed_seconds: [4, 1, 2] } }] });
  expect(seedsSay(result, 'elapsed_seconds')).toBe('Median 2 s over 3 seeds, from 1 to 4 s.');
});

test('seeds: a dot for every seed of both lanes and of the ratio', () => {
  const { marks } = drawSeeds(seeds([10, 20], [9, 22]), 'ratio:elapsed_seconds', 700, LIGHT);
  expect(marks.map(({ title, facts }) => `${title}: ${facts[0]?.[1]}`)).toEqual([
    'A, seed 1 of 2: 10 s',
    'A, seed 2 of 2: 20 s',
    'B, seed 1 of 2: 9 s',
    'B, seed 2 of 2: 22 s',
    'B vs. A, seed 1 of 2: −10 %',
    'B vs. A, seed 2 of 2: +10 %',
  ]);
  expect(stacked([5, 6, 30, null], 9)).toEqual([[5, 0], [6, 1], [30, 0], null]); // prettier-ignore
});

test('seeds: a result without its runs has the ratios alone, and counts the same', () => {
  const [a, b] = [[10, 11, 12, 13], [8, 9, 10, 14]]; // prettier-ignore
  const bare = { ...seeds(a, b), runs: [] };
  expect(seedsSay(bare)).toBe('B is faster in 3 of 4 seeds, slower in 1. B vs. A −17 %.');
  expect(drawSeeds(bare, 'ratio:elapsed_seconds', 700, LIGHT).marks).toHaveLength(4);
});

test('seeds: those without a value are counted', () => {
  expect(seedsSay(seeds([0, 10], [1, 9]))).toContain('B is faster in 1 of 2 seeds');
  const result = resultOf({
    measures: ['elapsed_seconds', 'b:elapsed_seconds'],
    points: [{ a: { elapsed_seconds: [4, 5, null] }, b: { elapsed_seconds: [3, 4, 5] } }],
  });
  expect(seedsSay(result, 'elapsed_seconds')).toContain('B is faster in 2 of 2 seeds. Medians: A 4.5 s, B 4 s. 1 of 3 seeds have no value in A or B.'); // prettier-ignore
});

/** One factor at a time; the first values are 20 % and 1 GiB. */
function tornado(base = [10]) {
  return resultOf({
    factors: [FACTORS.ratio(20, 5, 40), FACTORS.ram(1024, 512), FACTORS.switch('gfp_write')],
    design: { kind: 'one_at_a_time' },
    points: [
      { levels: [0, 0, 0], a: { elapsed_seconds: base } },
      { levels: [1, 0, 0], a: { elapsed_seconds: [8] } },
      { levels: [2, 0, 0], a: { elapsed_seconds: [11] } },
      { levels: [0, 1, 0], a: { elapsed_seconds: [30] } },
    ],
    leftOut: [{ levels: [0, 0, 1], labels: ['20', '1024 MiB', 'on'], problems: [] }],
  });
}

test('tornado: the factor that moves most is first, with the base among its values', () => {
  const { rows, alone } = tornadoOf(tornado(), elapsed);
  expect(rows.map(({ name, least, most }) => [name, least, most])).toEqual([
    ['RAM', 10, 30],
    ['vm.dirty_ratio', 8, 11],
  ]);
  expect(rows[1]?.swings.map(({ level }) => level.label)).toEqual(['5', '20', '40']);
  expect(alone).toEqual(['gfp_write']);
});

test('tornado: the sentence compares with what the seeds do', () => {
  expect(tornadoSentence(tornadoOf(tornado(), elapsed))).toBe(
    'RAM has the largest effect: 10 to 30 s; with the first values of all factors it is 10 s. gfp_write has results for the first value only.',
  );
  const noisy = tornadoSentence(tornadoOf(tornado([7, 10, 12]), elapsed));
  expect(noisy).toContain('vm.dirty_ratio changes it no more than the seeds do.');
});

test('line: a mark for every value in both lanes, in the order of the values', () => {
  const result = resultOf({
    factors: [FACTORS.ratio(40, 5)],
    measures: ['elapsed_seconds', 'b:elapsed_seconds'],
    points: [
      { levels: [0], ...lanePair(9, 7) },
      { levels: [1], ...lanePair(8, 8) },
    ],
  });
  const { marks } = drawLine(result, 'b:elapsed_seconds', 700, LIGHT);
  expect(marks.map(({ title, facts }) => `${title}: ${facts[0]?.[1]}`)).toEqual([
    'A, vm.dirty_ratio 5 %: 8 s',
    'B, vm.dirty_ratio 5 %: 8 s',
    'A, vm.dirty_ratio 40 %: 9 s',
    'B, vm.dirty_ratio 40 %: 7 s',
  ]);
  const height = (at: number) => (marks[at]?.box.y ?? 0) + 9;
  expect(height(2)).toBeLessThan(height(3));
  const shown = { kind: 'line' as const, measure: 'elapsed_seconds', heat: defaultChoice(result) };
  expect(sentenceOf(result, shown)).toBe(
    'Elapsed time in A: lowest with vm.dirty_ratio 5 % (8 s), highest with vm.dirty_ratio 40 % (9 s). Elapsed time in B: lowest with vm.dirty_ratio 40 % (7 s), highest with vm.dirty_ratio 5 % (8 s). B takes less time with vm.dirty_ratio 40 %; A and B are equal with vm.dirty_ratio 5 %.',
  );
});

test('line: a ratio says what B saves and loses, and at which value of the factor', () => {
  const said = (...timesOfB: number[]) => {
    const result = resultOf({
      factors: [FACTORS.ratio(5, 20, 40)],
      measures: ['ratio:elapsed_seconds'],
      points: timesOfB.map((b, level) => ({ levels: [level], ...lanePair(10, b) })),
    });
    return extremes(result, [measureOf('ratio:elapsed_seconds')]);
  };
  expect(said(10, 8, 4.7)).toBe(
    'With vm.dirty_ratio 40 %, B takes 53 % less time, the largest saving.',
  );
  expect(said(8, 9, 10)).toBe(
    'With vm.dirty_ratio 5 %, B takes 20 % less time, the largest saving.',
  );
  expect(said(9, 8, 7)).toBe(
    'With vm.dirty_ratio 40 %, B takes 30 % less time, the largest saving; with vm.dirty_ratio 5 %, B takes 10 % less time, the smallest saving.',
  );
  expect(said(12, 10, 7)).toBe(
    'With vm.dirty_ratio 40 %, B takes 30 % less time, the largest saving; with vm.dirty_ratio 5 %, B takes 20 % more time, the largest increase.',
  );
});

test('line: several values of one factor follow a single name', () => {
  const result = resultOf({
    factors: [FACTORS.ratio(5, 10, 40)],
    measures: ['ratio:elapsed_seconds'],
    points: [10, 10, 7].map((b, level) => ({ levels: [level], ...lanePair(10, b) })),
  });
  expect(versusSentence(result, measureOf('ratio:elapsed_seconds'))).toBe(
    'B takes less time with vm.dirty_ratio 40 %; A and B are equal with vm.dirty_ratio 5 % and 10 %.',
  );
});

test('line: axes that grow by factors are logarithmic, even steps are not', () => {
  const half = (values: number[]) => numberScale(values, [0, 100])(100);
  expect(half([10, 30, 100, 300, 1000])).toBeCloseTo(50);
  expect(half([10, 340, 670, 1000])).toBeCloseTo(9.1, 1);
  const many = Array.from({ length: 50 }, (_, at) => at);
  expect(numberTicks(many, numberScale(many, [0, 100])).length).toBeLessThan(13);
});

test('dots: a row for every combination, also for one without a value', () => {
  const result = resultOf({
    factors: [FACTORS.kernel('2.6.32', '3.0')],
    points: [
      { levels: [0], a: { elapsed_seconds: [4, 5, 6, 7, 8] } },
      { levels: [1], a: { elapsed_seconds: [null] } },
    ],
  });
  const { marks } = drawDots(result, 'elapsed_seconds', 700, LIGHT);
  expect(marks[0]?.facts).toEqual([
    ['median', '6 s'],
    ['range', '4 to 8 s'],
    ['seeds', '5'],
  ]);
  expect(marks[1]).toMatchObject({ title: '3.0', facts: [['', '– nothing to measure']], point: 1 });
});

test('Latin hypercube: every combination is in the panel of every factor', () => {
  const result = resultOf({
    factors: [FACTORS.ratio(5, 20, 40), FACTORS.kernel('3.0', '3.3', '3.16')],
    design: { kind: 'latin_hypercube', points: 3, seed: 0 },
    points: [[0, 1], [1, 2], [2, 0]].map((levels, at) => ({ levels, a: { elapsed_seconds: [at + 1] } })), // prettier-ignore
  });
  const { marks } = drawScatters(result, 'elapsed_seconds', 700, LIGHT);
  expect(marks.map(({ point }) => point)).toEqual([0, 1, 2, 2, 0, 1]);
});

test('axes begin at zero unless that would hide the difference', () => {
  expect(domainOf([10, 100])).toEqual([0, 100]);
  expect(domainOf([90, 100])).toEqual([90, 100]);
  expect(domainOf([0.9, 0.95], [1])).toEqual([0.9, 1]);
  // A ratio has no zero, which would be a change of −100 %.
  expect(domainOf([0.47, 0.9], [1])).toEqual([0.47, 1]);
  expect(domainOf([2.5, 2.5])).toEqual([2.375, 2.625]);
});

test('arrow keys lead to the nearest mark in their direction, and through marks at one place', () => {
  const at = (x: number, y: number) => ({ box: { x, y, width: 10, height: 10 } });
  const grid = [at(0, 0), at(10, 0), at(0, 10), at(10, 10)];
  expect([stepFrom(grid, 0, 'right'), stepFrom(grid, 0, 'down'), stepFrom(grid, 3, 'up')]).toEqual([
    1, 2, 1,
  ]);
  expect(stepFrom(grid, 0, 'left')).toBe(0);
  expect(stepFrom([at(0, 0), at(0, 0), at(40, 0)], 0, 'right')).toBe(1);
  expect(stepFrom([at(0, 0), at(0, 0), at(40, 0)], 1, 'right')).toBe(2);
});
