/** The colours of the pictures: written into the marks, so that a saved picture has them too. */
import { median } from 'd3-array';
import { scaleLinear, scaleLog, scaleSymlog } from 'd3-scale';

/** Colours for one ground. */
export interface Palette {
  ground: string;
  ink: string;
  quiet: string;
  line: string;
  strong: string;
  accent: string;
  a: string;
  b: string;
  /** Less and more than no change, which is `middle`: told apart with the common colour-vision deficiencies. */
  low: string;
  middle: string;
  high: string;
  /** From the least to the most. */
  sequence: readonly [string, string];
  /** Text on a filled cell, whichever can be read. */
  onFill: readonly [dark: string, light: string];
}

/** The light theme, and paper. */
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

/** The dark theme. */
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

/** Smallest relative change that has the full colour: less would make chance look like an effect. */
const SHIFT_LEAST = 0.05;
/** The largest: one extreme cell must not pale all others. */
const SHIFT_MOST = 9;

/** Colours of relative changes: −0.5 is half, 1 is twice as much. Half and twice are equally strong. */
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

/** Colours of differences in a unit, by the largest of them and by `least`. */
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

/** Largest ratio of values that a linear scale still shows. */
const LINEAR_MOST = 100;
/** Largest multiple of the median, above which one value would leave the rest one colour. */
const OUTLIER = 10;

/** Colours of values from the least to the most; logarithmic where they span orders of magnitude. */
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
  // Zero has no logarithm; the symmetric one goes through it.
  const colour =
    least > 0
      ? scaleLog([least, most], palette.sequence)
      : scaleSymlog([0, most], palette.sequence).constant(smallest);
  return { colour, logarithmic };
}

/** Least contrast of text as WCAG 2 asks for it. */
const READABLE = 4.5;

/** A text colour that can be read on a fill: of the theme where one can, otherwise black or white. */
export function textOn(fill: string, { onFill }: Palette): string {
  const candidates = [...onFill, '#000000', '#ffffff'];
  return (
    candidates.find((colour) => contrast(fill, colour) >= READABLE) ?? candidates[0] ?? '#000000'
  );
}

/** Contrast of two colours as WCAG 2 has it, 1 to 21. */
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

/** `#rrggbb` or `rgb(r, g, b)`, as scales give colours. */
function channels(colour: string): number[] {
  const hex = /^#(..)(..)(..)$/.exec(colour);
  return hex
    ? hex.slice(1).map((pair) => Number.parseInt(pair, 16))
    : (colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number);
}
