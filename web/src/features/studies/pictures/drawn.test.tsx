import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { drawLine } from './Line.tsx';
import type { Drawing } from './drawing.tsx';
import { LIGHT } from './values.ts';
import { StillDrawing } from './Report.tsx';
import { drawSeeds } from './SeedStrip.tsx';
import { FACTORS, lanePair, resultOf } from '../testing.ts';
import { drawTornado } from './TornadoBars.tsx';

afterEach(cleanup);

function drawn(drawing: Drawing) {
  const { container } = render(<StillDrawing drawing={drawing} />);
  return (selector: string) => [...container.querySelectorAll(selector)];
}

function seeds(a: number[], b: number[]) {
  const result = resultOf({
    measures: ['ratio:elapsed_seconds'],
    points: [{ a: { elapsed_seconds: a }, b: { elapsed_seconds: b } }],
  });
  return drawn(drawSeeds(result, 'ratio:elapsed_seconds', 700, LIGHT));
}

test('the lines between the dots of one seed have the colour of whether B is lower', () => {
  const [a, b] = [[10, 11, 12], [8, 9, 14]]; // prettier-ignore
  const find = seeds(a, b);
  expect(find('[data-pair=lower]')).toHaveLength(2);
  expect(find('[data-pair=lower]')[0]?.getAttribute('stroke')).toBe(LIGHT.low);
  expect(find('[data-pair=higher]')[0]?.getAttribute('stroke')).toBe(LIGHT.high);
  cleanup();
  expect(seeds(b, a)('[data-pair=lower]')).toHaveLength(1);
  cleanup();
  expect(seeds(a, a)('[data-pair=equal]')).toHaveLength(3);
});

/** Returns the points of a path of straight lines. */
function corners(path: Element | undefined): [number, number][] {
  const numbers = (path?.getAttribute('d') ?? '').match(/-?[\d.]+/g) ?? [];
  return numbers.flatMap((x, at) =>
    at % 2 === 0 ? [[Number(x), Number(numbers[at + 1])] as [number, number]] : [],
  );
}

test('each lane has its line in its colour, and less is lower on the page', () => {
  const result = resultOf({
    factors: [FACTORS.ratio(5, 40)],
    measures: ['elapsed_seconds', 'b:elapsed_seconds'],
    points: [10, 30].map((a, at) => ({ levels: [at], ...lanePair(a, a - 5) })),
  });
  const find = drawn(drawLine(result, 'elapsed_seconds', 700, LIGHT));
  const [a, b] = [find('[data-line=a]')[0], find('[data-line=b]')[0]];
  expect([a?.getAttribute('stroke'), b?.getAttribute('stroke')]).toEqual([LIGHT.a, LIGHT.b]);
  const [[, first = 0] = [], [, last = 0] = []] = corners(a);
  expect(last).toBeLessThan(first);
  expect(corners(b)[0]?.[1]).toBeGreaterThan(first);
});

test('the band reaches from the least seed to the most', () => {
  const result = resultOf({
    factors: [FACTORS.ratio(5, 40)],
    points: [[10, 20, 12], [30, 31, 32]].map((list, at) => ({ levels: [at], a: { elapsed_seconds: list } })), // prettier-ignore
  });
  const find = drawn(drawLine(result, 'elapsed_seconds', 700, LIGHT));
  const heights = corners(find('[data-band=a]')[0]).map(([, y]) => y);
  const medians = corners(find('[data-line=a]')[0]).map(([, y]) => y);
  // The path follows the greatest values forwards, and the least values back.
  const [most0 = 0, , , least0 = 0] = heights;
  expect(most0).toBeLessThan(medians[0] ?? 0);
  expect(least0).toBeGreaterThan(medians[0] ?? 0);
  expect((medians[0] ?? 0) - most0).toBeCloseTo(4 * (least0 - (medians[0] ?? 0)));
});

test('a range bar has the colour of less before the first values and that of more behind', () => {
  const result = resultOf({
    factors: [FACTORS.ratio(20, 5, 40), FACTORS.ram(1024, 512)],
    design: { kind: 'one_at_a_time' },
    points: [[0, 0], [1, 0], [2, 0], [0, 1]].map((levels, at) => ({ levels, a: { elapsed_seconds: [[10, 8, 11, 30][at] ?? 0] } })), // prettier-ignore
  });
  const find = drawn(drawTornado(result, 'elapsed_seconds', 700, LIGHT));
  const bars = find('[data-bar]').map(
    (bar) =>
      [
        bar.getAttribute('data-bar'),
        bar.getAttribute('fill'),
        Number(bar.getAttribute('width')),
      ] as const,
  );
  expect(bars.map(([side, fill]) => [side, fill])).toEqual([
    ['more', LIGHT.high],
    ['less', LIGHT.low],
    ['more', LIGHT.high],
  ]);
  const [ram = 0, less = 0, more = 0] = bars.map(([, , width]) => width);
  expect([ram / more, less / more].map(Math.round)).toEqual([20, 2]);
});
