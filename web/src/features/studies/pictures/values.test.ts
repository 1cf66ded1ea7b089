import { expect, test } from 'vitest';

import { fullTitle, inSentence, measureOf } from '../measures.ts';
import {
  contrast,
  DARK,
  formatBare,
  formatDifference,
  formatMeasured,
  formatRange,
  formatShare,
  formatShift,
  LIGHT,
  listOf,
  shiftColours,
  textOn,
  valueColours,
} from './values.ts';

test('values have the digits that mean something, their unit and a true minus', () => {
  const time = measureOf('elapsed_seconds');
  expect(formatMeasured(622.120994826, time)).toBe('622.1 s');
  expect(formatMeasured(1.439176, time)).toBe('1.439 s');
  expect(formatMeasured(30993, measureOf('counter:nr_vmscan_write'))).toBe('30,993 pages');
  expect(formatMeasured(46.5, measureOf('b:counter:nr_vmscan_write'))).toBe('46.5 pages');
  expect(formatMeasured(12, measureOf('task:dd:longest_stall_ms'))).toBe('12 ms');
  expect(formatMeasured(0.8873871952, measureOf('ratio:elapsed_seconds'))).toBe('−11 %');
  expect(formatBare(-0.0019)).toBe('−0.002');
  expect(formatBare(0.00004)).not.toBe('0');
});

test('a range has its unit once', () => {
  expect(formatRange(8, 28, measureOf('counter:nr_vmscan_write'))).toBe('8 to 28 pages');
  expect(formatRange(0.9, 1.1, measureOf('ratio:elapsed_seconds'))).toBe('−10 % to +10 %');
});

test('changes have a sign, and say so where they are nothing or next to nothing', () => {
  expect(['−27 %', '+4.6 %', '±0 %', '≈0 %', '×12']).toEqual(
    [-0.2664, 0.0458, 0, 0.0001, 11].map(formatShift),
  );
  expect(formatDifference(-33.85, 's')).toBe('−33.85 s');
  expect(formatDifference(3.4, 'pages')).toBe('+3.4 pages');
  expect(formatDifference(0, 's')).toBe('±0 s');
  expect([0.573, -0.063, 1.15].map(formatShare)).toEqual(['57 %', '−6.3 %', '115 %']);
});

test('measures have plain titles, and say of which lane they are', () => {
  expect(fullTitle(measureOf('counter:nr_vmscan_write'))).toBe('Pages written by reclaim');
  expect(fullTitle(measureOf('b:counter:allocstall'))).toBe(
    'Allocations that entered direct reclaim, lane B',
  );
  expect(fullTitle(measureOf('ratio:elapsed_seconds'))).toBe('Elapsed time, B vs. A');
  expect(measureOf('a:elapsed_seconds')).toMatchObject({ lane: 'a', inner: 'elapsed_seconds' });
  expect(measureOf('zone:Normal:pgsteal_kswapd').title).toBe('Pages freed by kswapd, zone Normal');
  expect(measureOf('device:sdb:average_wait_ms')).toMatchObject({
    title: 'Average wait of a request to sdb',
    unit: 'ms',
  });
  expect(measureOf('something:new').title).toBe('something:new');
});

test('in a sentence a title begins small, unless it is a name', () => {
  expect(inSentence('Elapsed time')).toBe('elapsed time');
  expect(inSentence('CPU time of dd')).toBe('CPU time of dd');
});

test('sentences list names, and keep numbers with their units', () => {
  expect(listOf(['a'])).toBe('a');
  expect(listOf(['a', 'b', 'c'])).toBe('a, b and c');
});

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
