/** Tables beside the pictures: their content and order, and their form as comma-separated values. */
import { csvText, type Field } from '../../../base/format.ts';
import type { PointResult, StudyResult, StudySpread } from '../../../engine/generated/scenario.ts';
import {
  INTERVAL_SEEDS,
  cellOf,
  factorsOf,
  intervalOf,
  isAlike,
  lanesOf,
  levelOf,
  nameOf,
  NEAR_WORDS,
  rangeName,
  varied,
} from './data.ts';
import { DASH, SAME, formatDifference, formatMeasured, formatRange, unitOf } from './values.ts';
import type { Measure, Unit } from '../measures.ts';
import { shownLanes } from './ShareBars.tsx';
import { partWords, pointWith, shareRows, sharesKnown, whyNone, type ShareRow } from './shares.ts';

interface TableColumn {
  title: string;
  /** The name in documents, as a tooltip. */
  hint?: string;
  numeric: boolean;
}

/** A cell: its text, and the value by which it is sorted and which is exported; null if it has none. */
interface TableCell {
  text: string;
  value: number | string | null;
}

export interface TableRow {
  key: string;
  /** The combination that the row opens; null if it opens none. */
  point: number | null;
  /** Describes what it opens. */
  name: string;
  cells: TableCell[];
  /** Values that only the exported file contains. */
  extra: Field[];
}

export interface Table {
  caption: string;
  columns: TableColumn[];
  rows: TableRow[];
  /** Titles of the values that only the exported file contains. */
  extra: string[];
}

/** The order of rows: by which column, and in which direction. */
export interface Order {
  column: number;
  descending: boolean;
}

const NOTHING: TableCell = { text: DASH, value: null };

/** Returns all combinations with their values of a measure. */
export function pointTable(result: StudyResult, name: string): Table {
  const lanes = lanesOf(result, name);
  const factors = varied(factorsOf(result));
  const many = lanes.length > 1;
  const columns = lanes.map((measure) => ({ measure, shows: showsOf(result, measure) }));
  const head = ({ lane }: Measure, title: string) =>
    many ? `${lane.toUpperCase()}, ${title}` : title;
  return {
    caption: 'All combinations',
    columns: [
      ...factors.map(({ heading, path, numeric }) => ({ title: heading, hint: path, numeric })),
      ...columns.flatMap(({ measure, shows }) => [
        { title: head(measure, 'median'), numeric: true },
        ...(shows.seen ? [{ title: head(measure, 'not 0 in'), numeric: true }] : []),
        ...(shows.range ? [{ title: head(measure, rangeName(shows.most)), numeric: true }] : []),
        ...(shows.interval ? [{ title: head(measure, '95 % interval'), numeric: true }] : []),
        ...(measure.lane === 'ratio' ? [{ title: 'seeds with B lower', numeric: true }] : []),
      ]),
    ],
    rows: result.points.map((point, at) => ({
      key: String(at),
      point: at,
      name: nameOf(factors, point),
      cells: [
        ...factors.map((factor): TableCell => {
          const level = levelOf(factor, point);
          const text = level?.label ?? '';
          return { text, value: factor.numeric ? (level?.value ?? null) : text };
        }),
        ...columns.flatMap(({ measure, shows }) => cellsOf(result, point, measure, shows)),
      ],
      extra: extraOf(result, point, lanes),
    })),
    extra: [
      ...lanes.flatMap(({ name: of }) =>
        ['median', 'least', 'most', 'low', 'high', 'seeds'].map((what) => `${of} ${what}`),
      ),
      'digests_a',
      'digests_b',
      'link',
    ],
  };
}

/** The columns of a measure besides its median. */
interface Shows {
  seen: boolean;
  range: boolean;
  interval: boolean;
  /** Maximum number of values of a combination. */
  most: number;
}

function showsOf(result: StudyResult, measure: Measure): Shows {
  const spreads = result.points.flatMap(({ spread }) => spread[measure.name] ?? []);
  const most = spreads.reduce((count, spread) => Math.max(count, spread.count), 0);
  return {
    seen: result.points.some((point) => cellOf(result, point, measure).seen),
    range: most > 1,
    interval: spreads.some((spread) => intervalOf(spread)),
    most,
  };
}

function cellsOf(
  result: StudyResult,
  point: PointResult,
  measure: Measure,
  shows: Shows,
): TableCell[] {
  const { spread, missing, seen } = cellOf(result, point, measure);
  const counted =
    measure.lane !== 'ratio' ? [] : [lowerCell(spread, point.lower_in_b[measure.name])];
  const columns = [shows.seen, shows.range, shows.interval];
  if (!spread) {
    const dashes = columns.flatMap((there) => (there ? [NOTHING] : []));
    return [{ text: `${DASH} ${missing ?? ''}`, value: null }, ...dashes, ...counted];
  }
  const interval = intervalOf(spread);
  const nonZero = seen?.some ?? (spread.least === 0 && spread.most === 0 ? 0 : spread.count);
  const cells: TableCell[] = [
    { text: `${nonZero} of ${spread.count}`, value: nonZero },
    rangeCell(spread, measure),
    interval
      ? { text: formatRange(...interval, measure), value: interval[1] - interval[0] }
      : { text: `${DASH} fewer than ${INTERVAL_SEEDS} seeds`, value: null },
  ];
  return [
    { text: formatMeasured(spread.median, measure), value: spread.median },
    ...cells.filter((_, at) => columns[at]),
    ...counted,
  ];
}

/**
 * Returns in how many seeds B is lower; none if the lanes are practically equal, so that single seeds are not
 * informative.
 */
function lowerCell(spread: StudySpread | null, lower: [number, number] | undefined): TableCell {
  if (!spread || !lower || lower[1] === 0) {
    return NOTHING;
  }
  return isAlike(spread)
    ? { text: `${DASH} ${NEAR_WORDS} apart`, value: null }
    : { text: `${lower[0]} of ${lower[1]}`, value: lower[0] };
}

function rangeCell({ count, least, most }: StudySpread, measure: Measure): TableCell {
  if (count < 2) {
    return { text: `${DASH} one value`, value: null };
  }
  const text = least === most ? SAME : formatRange(least, most, measure);
  return { text, value: most - least };
}

function extraOf(result: StudyResult, point: PointResult, lanes: readonly Measure[]): Field[] {
  const digests = (runs: readonly number[]) =>
    runs
      .map((run) => result.runs[run]?.digest ?? '')
      .join(' ')
      .trim();
  return [
    ...lanes.flatMap(({ name }): Field[] => {
      const spread = point.spread[name];
      return spread
        ? [spread.median, spread.least, spread.most, spread.low, spread.high, spread.count]
        : [null, null, null, null, null, 0];
    }),
    digests(point.runs_a),
    digests(point.runs_b),
    point.link,
  ];
}

/** Returns the mechanisms of an ablation with their shares. */
export function shareTable(result: StudyResult, name: string): Table {
  const lanes = shownLanes(result, name);
  const all = result.factors.map((_, at) => at);
  const seeds = lanes.some((measure) =>
    result.ablation[measure.name]?.shares.some(({ least }) => least !== null),
  );
  const sampled = lanes.some((measure) =>
    result.ablation[measure.name]?.shares.some(({ error }) => error !== null),
  );
  return {
    caption: 'Shares of the mechanisms',
    columns: [
      ...(lanes.length > 1 ? [{ title: 'lane', numeric: false }] : []),
      { title: 'mechanism', numeric: false },
      ...[
        'share of the effect',
        'of the whole',
        ...(sampled ? ['standard error'] : []),
        ...(seeds ? [rangeName(result.study.seeds)] : []),
        'alone',
        'last',
      ].map((title) => ({ title, numeric: true })),
    ],
    rows: lanes.flatMap((measure) => {
      const ablation = result.ablation[measure.name];
      const unit = unitOf(measure);
      const signed = (value: number | null, on: readonly number[] = []): TableCell =>
        value === null
          ? { text: `${DASH} ${whyNone(result, on)}`, value: null }
          : { text: formatDifference(value, unit), value };
      return (
        ablation && sharesKnown(result, measure) ? shareRows(result.factors, ablation) : []
      ).map((row) => {
        const single = pointWith(result.points, [row.at]);
        return {
          key: `${measure.name} ${row.at}`,
          point: single ?? pointWith(result.points, all),
          name: single === null ? 'all mechanisms on' : `${row.name} alone`,
          cells: [
            ...(lanes.length > 1
              ? [{ text: measure.lane.toUpperCase(), value: measure.lane }]
              : []),
            { text: row.name, value: row.name },
            signed(row.shapley),
            row.part === null || !ablation
              ? NOTHING
              : { text: partWords(row.part, ablation, measure), value: row.part },
            ...(sampled ? [errorCell(row.error, unit)] : []),
            ...(seeds ? [spanCell(row.range, measure)] : []),
            signed(row.alone, [row.at]),
            signed(
              row.last,
              all.filter((at) => at !== row.at),
            ),
          ],
          extra: [],
        };
      });
    }),
    extra: [],
  };
}

function errorCell(error: number | null, unit: Unit): TableCell {
  return error === null
    ? { text: `${DASH} not sampled`, value: null }
    : { text: formatDifference(error, unit).replace('+', '±'), value: error };
}

function spanCell(range: ShareRow['range'], measure: Measure): TableCell {
  return range === null
    ? { text: `${DASH} too few seeds`, value: null }
    : { text: formatRange(...range, measure), value: range[1] - range[0] };
}

/** Sorts rows; rows without a value come last in either direction, and equal rows keep their order. */
export function sorted(rows: readonly TableRow[], order: Order | null): TableRow[] {
  if (!order) {
    return [...rows];
  }
  const valueOf = (row: TableRow) => row.cells[order.column]?.value ?? null;
  return rows.toSorted((one, other) => {
    const [a, b] = [valueOf(one), valueOf(other)];
    if (a === null || b === null) {
      return Number(a === null) - Number(b === null);
    }
    const by =
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b));
    return order.descending ? -by : by;
  });
}

/** Returns the table as CSV, with exact numbers. */
export function tableCsv({ columns, rows, extra }: Table): string {
  // In the file, medians and ranges are in the extra columns.
  const kept = columns.flatMap(({ title }, at) =>
    extra.length > 0 && /(?:^|, )(?:median|range of \d+ seeds|95 % interval)$/.test(title)
      ? []
      : [at],
  );
  const head = [...kept.map((at) => columns[at]?.title ?? ''), ...extra];
  return csvText([
    head,
    ...rows.map((row) => [...kept.map((at) => row.cells[at]?.value), ...row.extra]),
  ]);
}
