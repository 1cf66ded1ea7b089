import { expect, test } from 'vitest';

import { contrast, DARK, LIGHT, shiftColours, textOn, valueColours } from './palette.ts';

test.each([
  ['light', LIGHT],
  ['dark', DARK],
] as const)('%s: marks stand out, and text on fills can be read', (_, palette) => {
  for (const colour of [palette.low, palette.high, palette.a, palette.b, palette.ink]) {
    expect(contrast(colour, palette.ground)).toBeGreaterThan(3);
  }
  expect(contrast(palette.quiet, palette.ground)).toBeGreaterThan(4.5);
  const colour = shiftColours([-0.5, 1], palette);
  const { colour: sequential } = valueColours([0, 100], palette);
  for (let step = 0; step <= 20; step += 1) {
    const fills = [colour(-0.5 + step * 0.075), sequential(step * 5)];
    for (const fill of fills) {
      expect(contrast(fill, textOn(fill, palette))).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test('half and twice are equally far from no change, which is the middle', () => {
  const colour = shiftColours([-0.5, 1], LIGHT);
  expect(colour(-0.5)).toBe('rgb(31, 111, 181)');
  expect(colour(1)).toBe('rgb(192, 90, 14)');
  expect(colour(0)).toBe('rgb(241, 241, 238)');
});

test('small changes are pale even where there are no larger ones', () => {
  const pale = shiftColours([-0.002], LIGHT)(-0.002);
  const strong = shiftColours([-0.2], LIGHT)(-0.2);
  expect(contrast(pale, LIGHT.middle)).toBeLessThan(1.2);
  expect(contrast(strong, LIGHT.middle)).toBeGreaterThan(3);
});

test('values over orders of magnitude have logarithmic colours, zero among them the palest', () => {
  expect(valueColours([1, 1000], LIGHT).logarithmic).toBe(true);
  const { colour, logarithmic } = valueColours([0, 1, 1000], LIGHT);
  expect(logarithmic).toBe(true);
  expect(colour(0)).toBe(valueColours([0, 1], LIGHT).colour(0));
  expect(colour(1)).not.toBe(colour(0));
});

test('one outlier does not leave the others one colour', () => {
  const values = [1, 1.5, 2, 60];
  const { colour, logarithmic } = valueColours(values, LIGHT);
  expect(logarithmic).toBe(true);
  expect(contrast(colour(1), colour(2))).toBeGreaterThan(1.2);
  expect(valueColours([1, 1.5, 2, 6], LIGHT).logarithmic).toBe(false);
});

test('a single value beside zeros has plain colours', () => {
  expect(valueColours([0, 0, 1000], LIGHT).logarithmic).toBe(false);
});
