/** Values of a study as people read them. */
import { formatNumber, formatTick } from '../../../base/format.ts';
import type { Measure, Unit } from '../measures.ts';

/** What stands for a value that is missing. */
export const DASH = '–';

/** What stands for the range of equal values. */
export const SAME = 'the same in all';

/** A bare value: four digits that mean something, whole numbers in full, thousands apart. */
export function formatBare(value: number): string {
  if (Math.abs(value) >= 1000 || Number.isInteger(value)) {
    return formatNumber(value);
  }
  const text = formatTick(Number(value.toPrecision(4)));
  // Three digits after the point are enough for all but the smallest.
  return text.replace('−', '') === '0' ? String(value.toPrecision(1)).replace('-', '−') : text;
}

/** A value with its unit. */
function formatValue(value: number, unit: Unit): string {
  const text = formatBare(value);
  return unit === '' ? text : `${text} ${unit}`;
}

/** A value of a measure: with its unit, a ratio as a ratio. */
export function formatMeasured(value: number, { lane, unit }: Measure): string {
  return lane === 'ratio' ? formatRatio(value) : formatValue(value, unit);
}

/** Two values as a range, with one unit. */
export function formatRange(least: number, most: number, measure: Measure): string {
  const ratios = [formatRatio(least), formatRatio(most)];
  return measure.lane === 'ratio'
    ? [...new Set(ratios)].join(' to ')
    : `${formatBare(least)} to ${formatValue(most, measure.unit)}`;
}

/** Keeps numbers and units on one line. */
export function unbroken(text: string): string {
  return text.replace(
    /(?<=\d) (?=(?:%|s|ms|ns|kB|KiB|MiB|GiB|MB|MB\/s|pages|times|tasks|requests|jiffies)(?![\w%]))/g,
    '\u00a0',
  );
}

/** The unit of a measure's values as they are plotted. */
export function unitOf({ lane, unit }: Measure): Unit {
  return lane === 'ratio' ? '' : unit;
}

/** B ÷ A with as many digits as it takes to see a change of half a percent. */
export function formatRatio(ratio: number): string {
  if (ratio >= 10) {
    return `×${formatTick(Number(ratio.toPrecision(3)))}`;
  }
  const text = ratio.toFixed(3);
  return ratio === 1 ? '×1' : text === '1.000' ? '≈×1' : `×${text}`;
}

/** A difference with its sign; nothing is ±0. */
export function formatDifference(value: number, unit: Unit): string {
  if (value === 0) {
    return unit === '' ? '±0' : `±0 ${unit}`;
  }
  const text = formatValue(value, unit);
  return value > 0 ? `+${text}` : text;
}

/** A relative change, 0.05 for five percent more: a percentage, a factor where it is large. */
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

/** A share of a whole in percent, with its sign where it is negative. */
export function formatShare(share: number): string {
  const percent = share * 100;
  const text = formatNumber(percent, Math.abs(percent) < 9.95 ? 1 : 0);
  return `${text.replace(/\.0$/, '')} %`;
}

const NUMBERS = ['none', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']; // prettier-ignore

/** A small number in a sentence. */
export function inWords(count: number): string {
  return NUMBERS[count] ?? String(count);
}

/** A list in a sentence: a, b and c. */
export function listOf(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
