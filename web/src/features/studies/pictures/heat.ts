/**
 * A grid of combinations as panels of cells: the factors that span it, the content of each cell, and where the effect
 * matters.
 */
import type { PointResult, StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import {
  agreementWords,
  cellOf,
  factorsOf,
  isApart,
  isBeside,
  lanesOf,
  levelName,
  varied,
  type Cell,
  type FactorInfo,
  type Level,
} from './data.ts';
import { formatMeasured, formatShift } from './values.ts';
import { isElapsed, measureOf, type Measure } from '../measures.ts';

/**
 * Shows the values, or their change from the combination in which each factor has its first value. A ratio already is a
 * change.
 */
export type HeatMode = 'value' | 'change';

/** The factors that span a heat map. */
export interface HeatChoice {
  /** Index of the factor on the horizontal axis. */
  x: number;
  /** Index of the factor on the vertical axis, which points downwards if the values are not numbers. */
  y: number;
  /** Index of the factor with one panel per value. */
  panel: number | null;
  /** Index of the value for each other factor. */
  fixed: Readonly<Record<number, number>>;
  mode: HeatMode;
  /** Minimum relative change for an effect to matter: 0.02 for 2 %. */
  threshold: number;
}

/** A cell of a panel. */
export interface HeatCell {
  column: number;
  row: number;
  /** The combination; null if it is impossible or not part of the design. */
  point: number | null;
  /** Why the combination is impossible; otherwise empty. */
  reason: string;
  cell: Cell | null;
  /** The median. */
  value: number | null;
  /** Relative change for the colour and the line; null if there is none. */
  change: number | null;
  /** Whether the seeds agree on its sign: no range or interval includes “no change”. */
  sure: boolean;
}

export interface HeatPanel {
  key: string;
  measure: Measure;
  /** Value of the panel's factor; null if there is only one panel. */
  level: Level | null;
  cells: HeatCell[];
  /** Class of the change (see `kindOf`) by row and column; the line runs between cells of different classes. */
  kinds: (number | null)[][];
}

/** The data of a heat map. */
export interface Heat {
  x: FactorInfo;
  y: FactorInfo;
  columns: Level[];
  /** Rows from the top. */
  rows: Level[];
  panels: HeatPanel[];
  /** The factor with one panel per value; null if there is only one panel. */
  panelFactor: FactorInfo | null;
  /** Whether colours represent changes. */
  diverging: boolean;
}

/** Returns the default factors: numeric ones on the axes, and the one with the fewest values of the rest for panels. */
export function defaultChoice(result: StudyResult): HeatChoice {
  const factors = varied(factorsOf(result));
  const [x, y, ...rest] = factors.toSorted(
    (one, other) =>
      Number(other.numeric) - Number(one.numeric) ||
      other.levels.length - one.levels.length ||
      one.at - other.at,
  );
  const panel = rest.toSorted((one, other) => one.levels.length - other.levels.length)[0];
  return {
    x: x?.at ?? 0,
    y: y?.at ?? 1,
    panel: panel?.at ?? null,
    fixed: {},
    mode: 'value',
    threshold: 0.02,
  };
}

/** Returns the map; null if a factor that spans it is missing. */
export function heatOf(result: StudyResult, name: string, choice: HeatChoice): Heat | null {
  const factors = factorsOf(result);
  const [x, y] = [factors[choice.x], factors[choice.y]];
  if (!x || !y) {
    return null;
  }
  const columns = x.levels;
  const rows = y.numeric ? y.levels.toReversed() : y.levels;
  const places = new Map(result.points.map(({ levels }, at) => [levels.join(), at]));
  const impossible = new Map(
    result.left_out.map(({ levels, problems }) => [
      levels.join(),
      problems.map(({ problem }) => problem).join(' '),
    ]),
  );
  const panels = (choice.panel === null ? [null] : (factors[choice.panel]?.levels ?? [])).flatMap(
    (level) =>
      lanesOf(result, name).map((measure) => {
        const levelsOf = (column: Level, row: Level) =>
          factors.map(({ at, levels }) => {
            if (at === x.at || at === y.at) {
              return at === x.at ? column.level : row.level;
            }
            return at === choice.panel && level
              ? level.level
              : (choice.fixed[at] ?? levels[0]?.level ?? 0);
          });
        const first = firstValue(result, measure, places.get(factors.map(() => 0).join()));
        const cells = rows.flatMap((row, down) =>
          columns.map((column, across): HeatCell => {
            const key = levelsOf(column, row).join();
            const at = places.get(key) ?? null;
            const point = at === null ? undefined : result.points[at];
            const cell = point ? cellOf(result, point, measure) : null;
            const value = cell?.spread?.median ?? null;
            const change = value === null ? null : changeOf(value, measure, first?.median ?? null);
            return {
              column: across,
              row: down,
              point: at,
              reason: impossible.get(key) ?? '',
              cell,
              value,
              change,
              sure: isSure(cell?.spread ?? null, measure, first),
            };
          }),
        );
        return {
          key: `${measure.name} ${level?.level ?? ''}`,
          measure,
          level,
          cells,
          kinds: kindsOf(cells, choice, measure, columns.length),
        };
      }),
  );
  const diverging = choice.mode === 'change' || measureOf(name).lane === 'ratio';
  const panelFactor = choice.panel === null ? null : (factors[choice.panel] ?? null);
  return { x, y, columns, rows, panels, panelFactor, diverging };
}

function firstValue(
  result: StudyResult,
  measure: Measure,
  at: number | undefined,
): StudySpread | null {
  const point: PointResult | undefined = at === undefined ? undefined : result.points[at];
  return point?.spread[measure.name] ?? null;
}

function isSure(spread: StudySpread | null, { lane }: Measure, first: StudySpread | null): boolean {
  if (spread === null) {
    return false;
  }
  return lane === 'ratio' ? isBeside(spread, 1) : first !== null && isApart(spread, first);
}

/**
 * Returns the relative change: of a ratio from 1, of a lane's value from `first`, its value if each factor has its
 * first value.
 */
function changeOf(value: number, { lane }: Measure, first: number | null): number | null {
  if (lane === 'ratio') {
    return value - 1;
  }
  if (first === null || first === 0) {
    // Division by zero: if both are 0, there is no change; otherwise the change is undefined.
    return first === 0 && value === 0 ? 0 : null;
  }
  return value / first - 1;
}

function kindsOf(
  cells: readonly HeatCell[],
  { mode, threshold }: HeatChoice,
  { lane }: Measure,
  columns: number,
): (number | null)[][] {
  const kinds: (number | null)[][] = [];
  for (const { row, change, sure } of cells) {
    const drawn = lane === 'ratio' || mode === 'change';
    (kinds[row] ??= []).push(
      change === null || !drawn ? null : sure ? kindOf(change, threshold) : 0,
    );
  }
  return kinds.map((row) => row.slice(0, columns));
}

/** Returns the number in a cell as text. */
export function cellText({ value, change }: HeatCell, measure: Measure, mode: HeatMode): string {
  if (value === null) {
    return '';
  }
  if (measure.lane === 'ratio') {
    return formatShift(value - 1);
  }
  return mode === 'change' && change !== null
    ? formatShift(change)
    : formatMeasured(value, { ...measure, unit: '' });
}

/**
 * Says in how many combinations B differs from A, or the value differs from the value of the first combination, by at
 * least the threshold.
 */
export function heatSentence(heat: Heat, measure: Measure, { threshold }: HeatChoice): string {
  const drawn = heat.panels.flatMap((panel) =>
    panel.cells.flatMap((cell) =>
      cell.change === null ? [] : [{ ...cell, panel, change: cell.change }],
    ),
  );
  if (!heat.diverging || drawn.length === 0) {
    return '';
  }
  const percent = formatShift(threshold).replace('+', '').replace('.0', '');
  const count = (kind: number) =>
    drawn.filter(({ change }) => kindOf(change, threshold) === kind).length;
  const [lower, higher] = [count(-1), count(1)];
  const agreement = agreementWords(drawn.flatMap(({ cell }) => cell?.spread ?? []));
  const sure = (kind: number) => {
    const of = drawn.filter(({ change }) => kindOf(change, threshold) === kind);
    const agreed = of.filter((it) => it.sure).length;
    return agreement === '' || of.length === 0
      ? ''
      : ` (${agreement} ${agreed === of.length ? (agreed === 1 ? 'there' : 'in all of them') : `in ${agreed === 0 ? 'none' : agreed} of them`})`;
  };
  const largest = drawn.reduce((one, other) =>
    Math.abs(other.change) > Math.abs(one.change) ? other : one,
  );
  const where = placeName(heat, largest.panel, largest);
  const ratio = measure.lane === 'ratio';
  const [less, more] = byAtLeast(percent, measure);
  const lead =
    lower + higher === 0
      ? ratio
        ? `A and B differ by less than ${percent} in every combination.`
        : `No combination differs by ${percent} or more from the first one.`
      : `${ratio ? 'B' : 'Compared with the first values, it'} ${less} in ${lower === 0 ? 'none' : lower} of ${drawn.length} combinations${sure(-1)}, and ${more} in ${higher === 0 ? 'none' : higher}${sure(1)}.`;
  return largest.change === 0
    ? lead
    : `${lead} The largest change is ${formatShift(largest.change)}, at ${where}.`;
}

/** Describes the place of a cell. */
export function placeName(heat: Heat, panel: HeatPanel, { column, row }: HeatCell): string {
  return [
    levelName(heat.x, heat.columns[column]?.words ?? ''),
    levelName(heat.y, heat.rows[row]?.words ?? ''),
    ...(heat.panelFactor && panel.level ? [levelName(heat.panelFactor, panel.level.words)] : []),
  ].join(', ');
}

/** Returns the words for “less by at least” and “more by at least”, which follow a name. */
function byAtLeast(percent: string, measure: Measure): [less: string, more: string] {
  return isElapsed(measure)
    ? [`takes at least ${percent} less time`, `at least ${percent} more`]
    : [`is at least ${percent} lower`, `at least ${percent} higher`];
}

/** Returns the words for a lower and a higher value when two runs are compared. */
export function wordsOf(measure: Measure): readonly [less: string, more: string] {
  return isElapsed(measure) ? ['faster', 'slower'] : ['lower', 'higher'];
}

/** Describes a ratio in words: B is 7.7 % lower. */
export function ratioWords(value: number, measure: Measure): string {
  const shift = formatShift(value - 1);
  if (value === 1 || shift === '≈0 %') {
    return value === 1 ? 'A and B are equal' : 'A and B are nearly equal';
  }
  if (value === 0) {
    return 'B has none';
  }
  if (shift.startsWith('×')) {
    return `B is ${shift.slice(1)} times A`;
  }
  const size = shift.replace(/^[+−]/, '');
  return isElapsed(measure)
    ? `B takes ${size} ${value < 1 ? 'less' : 'more'} time`
    : `B is ${size} ${value < 1 ? 'lower' : 'higher'}`;
}

// Computes the line between cells of different kinds, along the edges of cells.

/** A straight segment of the line; corners of cells have integer coordinates. */
interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/**
 * Returns the line between neighbours of different kinds. `kinds` is by row, then column. A cell without a value is
 * null, and has no line around it.
 */
export function stepLine(kinds: readonly (readonly (number | null)[])[]): Segment[] {
  const rows = kinds.length;
  const columns = Math.max(0, ...kinds.map((row) => row.length));
  const at = (row: number, column: number) => kinds[row]?.[column] ?? null;
  const differ = (one: number | null, other: number | null) =>
    one !== null && other !== null && one !== other;
  const segments: Segment[] = [];
  for (let x = 1; x < columns; x += 1) {
    for (const [from, to] of runs(rows, (y) => differ(at(y, x - 1), at(y, x)))) {
      segments.push({ x1: x, y1: from, x2: x, y2: to });
    }
  }
  for (let y = 1; y < rows; y += 1) {
    for (const [from, to] of runs(columns, (x) => differ(at(y - 1, x), at(y, x)))) {
      segments.push({ x1: from, y1: y, x2: to, y2: y });
    }
  }
  return segments;
}

/** Returns the intervals in which a condition is true: from the first index to the one after the last. */
function runs(count: number, holds: (at: number) => boolean): [from: number, to: number][] {
  const found: [number, number][] = [];
  for (let at = 0; at < count; at += 1) {
    const last = found.at(-1);
    if (holds(at)) {
      if (last?.[1] === at) {
        last[1] = at + 1;
      } else {
        found.push([at, at + 1]);
      }
    }
  }
  return found;
}

/**
 * Classifies a relative change: −1 if it is at most minus the threshold, 1 if it is at least the threshold, otherwise
 * 0.
 */
export function kindOf(change: number, threshold: number): -1 | 0 | 1 {
  if (Math.abs(change) < threshold) {
    return 0;
  }
  return change < 0 ? -1 : 1;
}
