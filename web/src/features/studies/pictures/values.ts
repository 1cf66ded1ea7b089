/**
 * Values of a study for people: as text, and as colours, which are written into the marks so that a saved picture has
 * them too.
 */
import { median } from 'd3-array';
import { scaleLinear, scaleLog, scaleSymlog } from 'd3-scale';

import { formatNumber, formatTick } from '../../../base/format.ts';
import type { Measure, Unit } from '../measures.ts';

/** Text for a missing value. */
export const DASH = '–';

/** Text for the range of equal values. */
export const SAME = 'the same in all';

/** Formats a value without a unit: four significant digits, integers in full, with thousands separators. */
export function formatBare(value: number): string {
  if (Math.abs(value) >= 1000 || Number.isInteger(value)) {
    return formatNumber(value);
  }
  const text = formatTick(Number(value.toPrecision(4)));
  // Three decimals are enough for all but the smallest values.
  return text.replace('−', '') === '0' ? String(value.toPrecision(1)).replace('-', '−') : text;
}

/** Formats a value with its unit. */
function formatValue(value: number, unit: Unit): string {
  const text = formatBare(value);
  return unit === '' ? text : `${text} ${unit}`;
}

/** Formats a value of a measure with its unit; a ratio as the change from A to B, as on the axes. */
export function formatMeasured(value: number, { lane, unit }: Measure): string {
  return lane === 'ratio' ? formatShift(value - 1) : formatValue(value, unit);
}

/** Formats two values as a range with one unit. */
export function formatRange(least: number, most: number, measure: Measure): string {
  const changes = [formatShift(least - 1), formatShift(most - 1)];
  return measure.lane === 'ratio'
    ? [...new Set(changes)].join(' to ')
    : `${formatBare(least)} to ${formatValue(most, measure.unit)}`;
}

/** Returns the unit of a measure's values in a plot. */
export function unitOf({ lane, unit }: Measure): Unit {
  return lane === 'ratio' ? '' : unit;
}

/** Formats a difference with its sign; zero is ±0. */
export function formatDifference(value: number, unit: Unit): string {
  if (value === 0) {
    return unit === '' ? '±0' : `±0 ${unit}`;
  }
  const text = formatValue(value, unit);
  return value > 0 ? `+${text}` : text;
}

/** Formats a relative change, 0.05 for five percent more: as a percentage, or as a factor if it is large. */
export function formatShift(change: number): string {
  if (change === 0) {
    return '±0 %';
  }
  if (change >= 9) {
    return `×${formatTick(Number((change + 1).toPrecision(3)))}`;
  }
  const percent = change * 100;
  const digits = Math.abs(percent) < 9.95 ? 1 : 0;
  const text = formatNumber(percent, digits);
  if (/^0(?:\.0)?$/.test(text)) {
    return '≈0 %';
  }
  return `${percent > 0 ? '+' : ''}${text} %`;
}

/** Formats a share of a whole in percent, with its sign if it is negative. */
export function formatShare(share: number): string {
  const percent = share * 100;
  const text = formatNumber(percent, Math.abs(percent) < 9.95 ? 1 : 0);
  return `${text.replace(/\.0$/, '')} %`;
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']; // prettier-ignore

/** Formats a small number for a sentence. */
export function inWords(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** Capitalizes the start of a sentence. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats a list for a sentence: a, b and c. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}

/** Colours for a background. */
export interface Palette {
  ground: string;
  ink: string;
  quiet: string;
  line: string;
  strong: string;
  accent: string;
  a: string;
  b: string;
  /**
   * Colours for less and more than `middle`, which is no change; distinguishable with the common colour-vision
   * deficiencies.
   */
  low: string;
  middle: string;
  high: string;
  /** Colours for the smallest and the largest value. */
  sequence: readonly [string, string];
  /** Colours for text on a filled cell; the one with enough contrast is used. */
  onFill: readonly [dark: string, light: string];
}

/** Palette of the light theme, also for print. */
export const LIGHT: Palette = {
  ground: '#ffffff',
  ink: '#1d2329',
  quiet: '#5b6670',
  line: '#e3e5e3',
  strong: '#a9b1b6',
  accent: '#0b6bcb',
  a: '#5f6a74',
  b: '#0b6bcb',
  low: '#1f6fb5',
  middle: '#f1f1ee',
  high: '#c05a0e',
  sequence: ['#eaf0f5', '#174f80'],
  onFill: ['#1d2329', '#ffffff'],
};

/** Palette of the dark theme. */
export const DARK: Palette = {
  ground: '#161b1f',
  ink: '#e7ecef',
  quiet: '#9aa6af',
  line: '#252c31',
  strong: '#56616a',
  accent: '#5aa9f2',
  a: '#98a2ab',
  b: '#5aa9f2',
  low: '#64aeee',
  middle: '#262d32',
  high: '#ee9243',
  sequence: ['#222b33', '#7fc0f7'],
  onFill: ['#0f1316', '#ffffff'],
};

/** Minimum for the relative change that gets the full colour: a smaller one would make chance look like an effect. */
const SHIFT_LEAST = 0.05;
/** Maximum for the relative change that gets the full colour: one extreme cell must not make all others pale. */
const SHIFT_MOST = 9;

/**
 * Returns colours for relative changes: −0.5 is half, 1 is twice as much. Half and twice get equally strong colours.
 */
export function shiftColours(
  changes: readonly number[],
  palette: Palette,
): (change: number) => string {
  const strength = (change: number) => Math.log(Math.max(change, -1 + 1 / (1 + SHIFT_MOST)) + 1);
  const sizes = changes.map((change) => Math.abs(strength(change)));
  const end = Math.min(strength(SHIFT_MOST), Math.max(strength(SHIFT_LEAST), ...sizes));
  const scale = diverging(end, palette);
  return (change) => scale(strength(change));
}

/**
 * Returns colours for differences with a unit. The largest difference gets the full colour, or `least` if that is
 * larger.
 */
export function differenceColours(
  differences: readonly number[],
  least: number,
  palette: Palette,
): (difference: number) => string {
  return diverging(Math.max(least, ...differences.map(Math.abs)) || 1, palette);
}

function diverging(end: number, { low, middle, high }: Palette): (value: number) => string {
  return scaleLinear([-end, 0, end], [low, middle, high]).clamp(true);
}

/** Maximum ratio of the largest to the smallest value for a linear scale. */
const LINEAR_MOST = 100;
/**
 * Maximum ratio of the largest value to the median for a linear scale: with more, all other values would have one
 * colour.
 */
const OUTLIER = 10;

/** Returns colours from the smallest to the largest value; on a logarithmic scale if they span orders of magnitude. */
export function valueColours(
  values: readonly number[],
  palette: Palette,
): { colour: (value: number) => string; logarithmic: boolean } {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (!(most > least)) {
    return { colour: () => palette.sequence[0], logarithmic: false };
  }
  const positive = values.filter((value) => value > 0);
  const smallest = Math.min(...positive);
  const logarithmic =
    least >= 0 &&
    (most / smallest > LINEAR_MOST || most > OUTLIER * (median(positive) ?? most)) &&
    (least > 0 || positive.length > 1);
  if (!logarithmic) {
    return { colour: scaleLinear([least, most], palette.sequence), logarithmic };
  }
  // Zero has no logarithm, so values that include it get a symmetric logarithmic scale.
  const colour =
    least > 0
      ? scaleLog([least, most], palette.sequence)
      : scaleSymlog([0, most], palette.sequence).constant(smallest);
  return { colour, logarithmic };
}

/** Minimum contrast of text according to WCAG 2. */
const READABLE = 4.5;

/** Returns a readable text colour for a fill: one of the theme if its contrast is enough, otherwise black or white. */
export function textOn(fill: string, { onFill }: Palette): string {
  const candidates = [...onFill, '#000000', '#ffffff'];
  return (
    candidates.find((colour) => contrast(fill, colour) >= READABLE) ?? candidates[0] ?? '#000000'
  );
}

/** Returns the contrast of two colours as WCAG 2 defines it, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((channel) => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Parses `#rrggbb` or `rgb(r, g, b)`, the forms in which scales return colours. */
function channels(colour: string): number[] {
  const hex = /^#(..)(..)(..)$/.exec(colour);
  return hex
    ? hex.slice(1).map((pair) => Number.parseInt(pair, 16))
    : (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
}
