/** The comparison as plain text, in the shape in which kernel lists have it. */
import { formatSeconds } from '../../base/format.ts';
import { ratioPercent, type CounterRow, type PairSamples } from './rows.ts';
import type { Origin } from './samples.ts';

const HEAD = ['NAME', 'A', 'B', 'DIFF', '(RATIO)'];

/** Heading and table. */
export function comparisonText(
  { scenario, link, engineVersion, kernels }: Origin,
  pair: PairSamples,
  rows: readonly CounterRow[],
): string {
  const heading = [
    scenario.title,
    `A  ${plain(kernels.a)}, at ${formatSeconds(pair.a.nowNs)}`,
    `B  ${plain(kernels.b)}, at ${formatSeconds(pair.b.nowNs)}`,
    `Simulated by Reclaim Lab ${engineVersion}: counters since the start, gauges as they stand.`,
    link,
  ];
  const table = rows.map(({ name, a, b }) => [
    name,
    String(a),
    String(b),
    String(b - a),
    bracketed(ratioPercent(a, b)),
  ]);
  return `${heading.join('\n')}\n\n${aligned([HEAD, ...table])}`;
}

/** Mail is read in fonts and programs that may not know a true minus. */
function plain(text: string): string {
  return text.replaceAll('−', '-');
}

function bracketed(ratio: number | null): string {
  return ratio === null ? '-' : `(${ratio.toFixed(2)})`;
}

/** Columns as wide as their longest cell; the first flush left, the others flush right. */
function aligned(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => {
    return Math.max(...rows.map((cells) => cells[column]?.length ?? 0));
  });
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ');
  return rows.map((cells) => `${line(cells)}\n`).join('');
}
