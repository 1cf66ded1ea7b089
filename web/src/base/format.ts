/**
 * Numbers as people read them: units everywhere, thousands separators everywhere, a true minus. And as programs do:
 * comma-separated values, as RFC 4180 has them.
 */

const formats = new Map<string, Intl.NumberFormat>();
const MEBI = 1024 * 1024;

/** Makes each format once: that costs more than using it. */
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

/** A number with thousands separators and so many digits after the point. */
export function formatNumber(value: number, digits = 0): string {
  const text = grouped(digits, digits).format(value);
  // What rounds to nothing has no sign.
  return /^-[0.]+$/.test(text) ? text.slice(1) : text.replace('-', '−');
}

/** An integer with thousands separators. */
export function formatCount(value: number): string {
  return formatNumber(Math.round(value));
}

/** Bytes as MiB. */
export function formatMebibytes(bytes: number): string {
  return `${formatCount(bytes / MEBI)} MiB`;
}

/** Pages of 4 KiB as MiB or KiB. */
export function formatPagesAsSize(pages: number): string {
  return pages >= 256 ? `${formatCount(pages / 256)} MiB` : `${formatCount(pages * 4)} KiB`;
}

/** Nanoseconds as seconds, with as many digits as the stretch asks for. */
export function formatSeconds(ns: number, digits = 1): string {
  return `${formatNumber(ns / 1e9, digits)} s`;
}

/** A length of time in the unit that suits it. */
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

/** A speed: 20×, or 1/100× below real time. */
export function formatSpeed(speed: number): string {
  if (!Number.isFinite(speed)) {
    return 'Max';
  }
  return speed >= 1 ? `${trimmed(speed)}×` : `1/${trimmed(1 / speed)}×`;
}

/** A signed whole number with its unit. */
export function formatSigned(value: number, unit: string): string {
  const rounded = Math.round(value);
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '±';
  return `${sign}${formatCount(Math.abs(rounded))} ${unit}`;
}

/** By how much B is more than A. */
export function formatDifference(a: number, b: number): string {
  return b > a ? `+${formatCount(b - a)}` : formatCount(b - a);
}

/** B against A: a percentage, a factor when it is large, or words where there is nothing to divide by. */
export function formatChange(a: number, b: number): string {
  if (a === 0) {
    return b === 0 ? 'none' : 'none in A';
  }
  if (a === b) {
    return '±0 %';
  }
  const ratio = b / a;
  return ratio >= 10 ? `×${formatCount(ratio)}` : formatSigned((ratio - 1) * 100, '%');
}

/** B as a multiple of A, for those who want the figure itself. */
export function formatRatio(a: number, b: number): string {
  if (a === 0) {
    return 'There is no ratio: A has none';
  }
  return `B is ${(b / a).toPrecision(3)} times A`;
}

/** A number beside an axis: no more digits after the point than it has, at most three. */
export function formatTick(value: number): string {
  return grouped(0, 3).format(value).replace('-', '−');
}

/** A page frame number. */
export function formatPfn(pfn: number): string {
  return `0x${pfn.toString(16).toUpperCase()}`;
}

/** A field of comma-separated values; nothing is written for what is not there. */
export type Field = string | number | null | undefined;

/** The text of a file with these lines. */
export function csvText(lines: readonly (readonly Field[])[]): string {
  return lines.map((fields) => `${fields.map(quoted).join(',')}\r\n`).join('');
}

function quoted(field: Field): string {
  const text = field === null || field === undefined ? '' : String(field);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
