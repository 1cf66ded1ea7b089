/**
 * An ablation as bars: what each mechanism adds to the measure, and its effect if it is the only one or the last one
 * switched on.
 */
import { scaleLinear } from 'd3-scale';

import type { StudyResult } from '../../../engine/generated/scenario.ts';
import { lanesOf, rangeName } from './data.ts';
import { AxisBelow, Label, widthOf, type Drawing, type Fact, type Mark } from './drawing.tsx';
import { formatBare, formatDifference, formatRange, unitOf, type Palette } from './values.ts';
import { fullTitle, inSentence, measureOf, type Measure } from '../measures.ts';
import { mechanismTitle } from '../words.ts';
import { partWords, pointWith, shareRows, sharesKnown, whyNone, type ShareRow } from './shares.ts';

const ROW = 34;
const BAR = 16;
const HEAD = 30;
const FOOT = 44;
const PERCENT = 92;
/** Horizontal position of the ends of ranges in the legend, and the height of one of its lines. */
const LEGEND_ENDS = 252;
const LEGEND_LINE = 20;

/**
 * Returns the lanes whose shares are drawn; a lane in which no mechanism has an effect is omitted if a mechanism has an
 * effect in the other lane.
 */
export function shownLanes(result: StudyResult, name: string): Measure[] {
  const lanes = lanesOf(result, name).filter((it) => sharesKnown(result, it));
  const moved = lanes.filter((it) =>
    result.ablation[it.name]?.shares.some(({ shapley }) => shapley !== 0),
  );
  const [first = measureOf(name)] = lanes;
  return moved.length > 0 ? moved : [first];
}

export function drawShares(
  result: StudyResult,
  name: string,
  width: number,
  palette: Palette,
): Drawing {
  const lanes = shownLanes(result, name);
  const rows = lanes.map((measure) => {
    const ablation = result.ablation[measure.name];
    const known = ablation && sharesKnown(result, measure);
    const list = known ? shareRows(result.factors, ablation) : [];
    return {
      measure,
      rows: list.map((row): DrawnRow => ({
        ...row,
        said: row.part === null || !ablation ? '' : partWords(row.part, ablation, measure),
      })),
    };
  });
  const values = rows.flatMap(({ rows: list }) => list.flatMap(valuesIn));
  const narrow = width < 560;
  const longest = Math.max(...result.factors.map(widthOf));
  const left = narrow ? 4 : Math.min(longest + 14, width * 0.36);
  const right = width - PERCENT;
  const x = scaleLinear(
    [Math.min(0, ...values), Math.max(0, ...values)],
    [left + 14, right - 14],
  ).nice(6);
  if (x.domain()[0] === x.domain()[1]) {
    x.domain([-1, 1]);
  }
  const row = narrow ? ROW + 14 : ROW;
  const panel = HEAD + row * result.factors.length + FOOT;
  const zero = x(0);
  const marks: Mark[] = [];
  const under = rows.map(({ measure, rows: list }, at) => {
    const top = at * panel + HEAD;
    const bottom = top + row * list.length;
    for (const [position, share] of list.entries()) {
      marks.push(
        markOf(
          share,
          measure,
          { y: top + position * row, row, left, narrow, width },
          x,
          result,
          palette,
        ),
      );
    }
    const unit = unitOf(measure);
    return (
      <g key={measure.name}>
        <AxisBelow
          scale={x}
          format={formatBare}
          box={{ x: left, y: top, width: right - left, height: bottom - top }}
          palette={palette}
          title={`Change in ${inSentence(fullTitle(measure))}${unit === '' ? '' : `, ${unit}`}`}
        />
        <line x1={zero} x2={zero} y1={top - 4} y2={bottom} stroke={palette.ink} />
        <Label x={zero - 8} y={top - 10} text="← less" colour={palette.quiet} anchor="end" />
        <Label x={zero + 8} y={top - 10} text="more →" colour={palette.quiet} />
        <Label x={width - 6} y={top - 10} text="share" colour={palette.quiet} anchor="end" />
      </g>
    );
  });
  const all = rows.flatMap(({ rows: list }) => list);
  const ends = all.some(({ error }) => error !== null)
    ? '± standard error'
    : all.some(({ range }) => range)
      ? rangeName(result.study.seeds)
      : '';
  const legend = rows.length * panel + 14;
  const below = LEGEND_ENDS + 26 + widthOf(ends) > width;
  return {
    width,
    height: legend + (below ? LEGEND_LINE : 0) + 8,
    label: `Share of each mechanism in the change in ${inSentence(fullTitle(measureOf(name)))}`,
    under: (
      <>
        {under}
        <Legend y={legend} ends={ends} below={below} palette={palette} />
      </>
    ),
    marks,
  };
}

/** A row, with the text beside its bar. */
interface DrawnRow extends ShareRow {
  /** The part of the whole as text; empty if there is none. */
  said: string;
}

/** Returns the ends of the range or of the error of a share. */
function endsOf({ shapley, error, range }: DrawnRow): ShareRow['range'] {
  return error === null ? range : [shapley - error, shapley + error];
}

function valuesIn(row: DrawnRow): number[] {
  return [row.shapley, ...(endsOf(row) ?? []), row.alone ?? 0, row.last ?? 0];
}

interface RowPlace {
  y: number;
  row: number;
  left: number;
  narrow: boolean;
  width: number;
}

function markOf(
  share: DrawnRow,
  measure: Measure,
  { y, row, left, narrow, width }: RowPlace,
  x: (value: number) => number,
  result: StudyResult,
  palette: Palette,
): Mark {
  const { at, name, shapley, error, range, alone, last, said } = share;
  const ends = endsOf(share);
  const unit = unitOf(measure);
  const called = mechanismTitle(name);
  const middle = y + (narrow ? row / 2 + 8 : row / 2);
  const [from, to] = [Math.min(x(0), x(shapley)), Math.max(x(0), x(shapley))];
  const all = result.factors.map((_, factor) => factor);
  const [single, whole] = [pointWith(result.points, [at]), pointWith(result.points, all)];
  const facts: Fact[] = [
    ['share of the effect', `${formatDifference(shapley, unit)}${said === '' ? '' : ` (${said})`}`],
    ...(error === null
      ? []
      : [['standard error', formatDifference(error, unit).replace('+', '±')] as const]),
    ...(range ? [['range over the seeds', formatRange(...range, measure)] as const] : []),
    [
      'alone',
      alone === null
        ? single === null
          ? 'cannot be on alone'
          : 'no value'
        : formatDifference(alone, unit),
    ],
    [
      'last',
      last === null
        ? whyNone(
            result,
            all.filter((factor) => factor !== at),
          ) === 'impossible'
          ? 'the others cannot be on without it'
          : 'no value'
        : formatDifference(last, unit),
    ],
  ];
  return {
    key: `${measure.name} ${at}`,
    box: { x: 1, y: y + 2, width: width - 2, height: row - 4 },
    title: `${called === null ? name : `${called} (${name})`}${measure.lane === 'b' ? ', lane B' : ''}`,
    facts,
    point: single ?? whole,
    opens: single === null ? 'all mechanisms on' : `${name} alone`,
    shape: (
      <>
        <rect x={0} y={y} width={width} height={row} fill={palette.ground} fillOpacity={0} />
        <Label
          x={narrow ? 4 : left - 6}
          y={narrow ? y + 15 : middle + 4}
          text={name}
          room={narrow ? width - PERCENT : left - 4}
          colour={palette.ink}
          anchor={narrow ? 'start' : 'end'}
        />
        <rect
          data-bar={shapley < 0 ? 'less' : 'more'}
          x={from}
          y={middle - BAR / 2}
          width={shapley === 0 ? 0 : Math.max(to - from, 1)}
          height={BAR}
          fill={shapley < 0 ? palette.low : palette.high}
        />
        {ends && ends[0] !== ends[1] && (
          <path
            data-ends=""
            d={`M${x(ends[0])} ${middle}H${x(ends[1])}M${x(ends[0])} ${middle - 4}v8M${x(ends[1])} ${middle - 4}v8`}
            stroke={palette.ink}
            strokeWidth={1.5}
          />
        )}
        {alone !== null && <AloneMark x={x(alone)} y={middle} palette={palette} />}
        {last !== null && <LastMark x={x(last)} y={middle} palette={palette} />}
        <Label x={width - 6} y={middle + 4} text={said} colour={palette.ink} anchor="end" bold />
      </>
    ),
  };
}

interface SignProps {
  x: number;
  y: number;
  palette: Palette;
}

function AloneMark({ x, y, palette }: SignProps) {
  return (
    <circle cx={x} cy={y} r={4.5} fill={palette.ground} stroke={palette.ink} strokeWidth={1.5} />
  );
}

function LastMark({ x, y, palette }: SignProps) {
  return <path d={`M${x} ${y - 6}l5 6l-5 6l-5 -6z`} fill={palette.ink} stroke={palette.ground} />;
}

interface LegendProps {
  y: number;
  ends: string;
  /** Whether the ends of ranges are on a line of their own, because there is no room beside the rest. */
  below: boolean;
  palette: Palette;
}

function Legend({ y, ends, below, palette }: LegendProps) {
  const at = below ? { x: 4, y: y + LEGEND_LINE } : { x: LEGEND_ENDS, y };
  return (
    <g>
      <AloneMark x={9} y={y - 4} palette={palette} />
      <Label x={20} y={y} text="alone" colour={palette.quiet} />
      <LastMark x={77} y={y - 4} palette={palette} />
      <Label x={88} y={y} text="last, with all others on" colour={palette.quiet} />
      {ends !== '' && (
        <>
          <path
            d={`M${at.x} ${at.y - 4}h18m-18 -4v8m18 -8v8`}
            stroke={palette.ink}
            strokeWidth={1.5}
          />
          <Label x={at.x + 26} y={at.y} text={ends} colour={palette.quiet} />
        </>
      )}
    </g>
  );
}
