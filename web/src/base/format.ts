/**
 * Formats numbers for people, with units, thousands separators and a true minus; and for programs, as comma-separated
 * values (RFC 4180).
 */

const formats = new Map<string, Intl.NumberFormat>();
const MEBI = 1024 * 1024;

/** Returns the format with this range of decimals. Formats are cached, because creating one is slower than using it. */
function grouped(least: number, most: number): Intl.NumberFormat {
  const key = `${least}-${most}`;
  let format = formats.get(key);
  if (!format) {
    format = new Intl.NumberFormat('en', {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
    });
    formats.set(key, format);
  }
  return format;
}

/** Formats a number with thousands separators and this many decimals. */
export function formatNumber(value: number, digits = 0): string {
  const text = grouped(digits, digits).format(value);
  // A number that rounds to zero has no sign.
  return /^-[0.]+$/.test(text) ? text.slice(1) : text.replace('-', '−');
}

/** Formats an integer with thousands separators. */
export function formatCount(value: number): string {
  return formatNumber(Math.round(value));
}

/** Says that runs are being computed. */
export function computing(runs: number): string {
  return `Computing ${formatCount(runs)} ${runs === 1 ? 'run' : 'runs'}`;
}

/** Formats bytes as MiB. */
export function formatMebibytes(bytes: number): string {
  return `${formatCount(bytes / MEBI)} MiB`;
}

/** Formats a number of 4 KiB pages: from 1 GiB on with this many decimals, below in whole MiB or KiB. */
export function formatPagesAsSize(pages: number, digits = 1): string {
  if (pages >= 262_144) {
    return `${formatNumber(pages / 262_144, digits)} GiB`;
  }
  return pages >= 256 ? `${formatCount(pages / 256)} MiB` : `${formatCount(pages * 4)} KiB`;
}

/** Formats nanoseconds as seconds; the caller chooses the number of decimals. */
export function formatSeconds(ns: number, digits = 1): string {
  return `${formatNumber(ns / 1e9, digits)} s`;
}

/** Formats a duration in ns in the unit that fits it. */
export function formatDuration(ns: number): string {
  if (ns >= 1e9 || ns === 0) {
    return `${trimmed(ns / 1e9)} s`;
  }
  if (ns >= 1e6) {
    return `${trimmed(ns / 1e6)} ms`;
  }
  return ns >= 1e3 ? `${trimmed(ns / 1e3)} µs` : `${trimmed(ns)} ns`;
}

function trimmed(value: number): string {
  return formatTick(Number(value.toPrecision(3)));
}

/** Formats a speed: 20×, or 1/100× below real time. */
export function formatSpeed(speed: number): string {
  if (!Number.isFinite(speed)) {
    return 'Max';
  }
  return speed >= 1 ? `${trimmed(speed)}×` : `1/${trimmed(1 / speed)}×`;
}

/** Formats a signed integer with its unit. */
export function formatSigned(value: number, unit: string): string {
  const rounded = Math.round(value);
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '±';
  return `${sign}${formatCount(Math.abs(rounded))} ${unit}`;
}

/** Formats the difference B − A. */
export function formatDifference(a: number, b: number): string {
  return b > a ? `+${formatCount(b - a)}` : formatCount(b - a);
}

/** Formats the change from A to B: as a percentage, as a factor if it is large, or in words if A is 0. */
export function formatChange(a: number, b: number): string {
  if (a === b) {
    return '±0 %';
  }
  if (a === 0) {
    return 'none in A';
  }
  const ratio = b / a;
  return ratio >= 10 ? `×${formatCount(ratio)}` : formatSigned((ratio - 1) * 100, '%');
}

/** Formats the ratio of B to A, for readers who want the exact figure. */
export function formatRatio(a: number, b: number): string {
  if (a === 0) {
    return 'There is no ratio: A has none';
  }
  return `B is ${(b / a).toPrecision(3)} times A`;
}

/** Formats an axis label with as many decimals as the number has, at most three. */
export function formatTick(value: number): string {
  return grouped(0, 3).format(value).replace('-', '−');
}

/** Formats a page frame number. */
export function formatPfn(pfn: number): string {
  return `0x${pfn.toString(16).toUpperCase()}`;
}

/** Keeps numbers and units on one line. */
export function unbroken(text: string): string {
  return text.replace(
    /(?<=\d) (?=(?:%|s|ms|ns|kB|KiB|MiB|GiB|MB|MB\/s|pages|times|tasks|requests|jiffies)(?![\w%]))/g,
    '\u00a0',
  );
}

/** A field of comma-separated values; null and undefined are empty. */
export type Field = string | number | null | undefined;

/** Returns the text of a CSV file with these lines. */
export function csvText(lines: readonly (readonly Field[])[]): string {
  return lines.map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('');
}

function quoted(field: Field): string {
  const text = field === null || field === undefined ? '' : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
