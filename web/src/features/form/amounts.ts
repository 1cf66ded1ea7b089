/** Amounts in words, beside the plain numbers that a document has. */
import { formatCount, formatDuration } from '../../base/format.ts';

/** Bytes, or nanoseconds, of one of a unit. */
const BYTES: Readonly<Record<string, number>> = {
  bytes: 1,
  kB: 1024,
  pages: 4096,
  MiB: 1024 ** 2,
};
const NANOSECONDS: Readonly<Record<string, number>> = {
  ns: 1,
  µs: 1e3,
  ms: 1e6,
  '1/100 s': 1e7,
};

const SIZES: readonly (readonly [number, string])[] = [
  [1024 ** 4, 'TiB'],
  [1024 ** 3, 'GiB'],
  [1024 ** 2, 'MiB'],
  [1024, 'KiB'],
];

/** A large amount in the unit that suits it; nothing where its own unit does. */
export function amountText(value: number, unit: string): string {
  const bytes = value * (BYTES[unit] ?? 0);
  const size = SIZES.find(([least]) => bytes >= least);
  if (size && !(unit === 'kB' && size[1] === 'KiB') && size[1] !== unit) {
    return `${rounded(bytes / size[0])} ${size[1]}`;
  }
  const ns = value * (NANOSECONDS[unit] ?? 0);
  if (unit === 'kB/s' && value >= 1000) {
    return `${rounded(value / 1000)} MB/s`;
  }
  return ns > 0 && (value >= 1000 || unit === '1/100 s') ? formatDuration(ns) : '';
}

function rounded(value: number): string {
  return value >= 100 ? formatCount(value) : String(Number(value.toPrecision(3)));
}

/** A value of a document in a few words. */
export function valueText(value: unknown, unit = ''): string {
  switch (typeof value) {
    case 'number':
      return `${formatCount(value)}${unit === '' ? '' : ` ${unit}`}`;
    case 'boolean':
      return value ? 'on' : 'off';
    case 'string':
      return value === '' ? 'nothing' : value.length > 40 ? `${value.slice(0, 40)}…` : value;
    default:
      return value === undefined || value === null ? 'default' : 'changed';
  }
}
